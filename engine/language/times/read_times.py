"""Reading times: finds what a text says of time, read in a language at a minute."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from functools import lru_cache

from engine.language.times.find import find
from engine.language.times.group import Said, group
from engine.language.times.pieces import Standpoint
from engine.language.times.rules import Rules, rules_of
from engine.language.times.settle import settle
from engine.language.times.time_reading import TimeReading

_KEPT = 4_096


@lru_cache(maxsize=_KEPT)
def read_times(
    text: str, language: str, now: int, starts: datetime.date | None = None
) -> tuple[TimeReading, ...]:
    """Return every expression of time in a text, in order.

    `now` is the minute at which the text is read, and `starts` the date of day 1, from which weekdays and
    dates are counted. A part of the day beside an hour (`tonight at nine`), or what is done at that hour
    (`supper at eight`), decides first. Otherwise a bare hour (`at nine`) is read by custom: one to seven in
    the afternoon, eight to twelve by day. If that is past today, it is the hour twelve hours later if that
    still comes while people are awake, else tomorrow's.
    """
    rules, here = rules_of(language), Standpoint(now=now, starts=starts)
    said = group(text, find(text, rules, here), rules, here)
    unclear = list(_unclear(text, rules))
    read = [
        each
        for each in _settled(text, said, rules, here)
        if not any(other.start <= each.start and each.end <= other.end for other in unclear)
    ]
    left = [each for each in unclear if not any(_overlap(each, other) for other in read)]
    return tuple(sorted((*read, *left), key=lambda each: each.start))


def _settled(text: str, said: list[Said], rules: Rules, here: Standpoint) -> Iterator[TimeReading]:
    """Yield the readings. A day named early in a sentence applies to the later clock times in it."""
    carried, ended = None, 0
    for each in said:
        if rules.sentence_end.search(text, ended, each.first.start):
            carried = None
        reading = settle(text, each, rules, here, carried)
        if reading.says_day and reading.kind == "moment" and reading.days is not None:
            carried = reading.days[0]
        ended = reading.end
        yield reading


def _unclear(text: str, rules: Rules) -> Iterator[TimeReading]:
    spans = sorted(found.span() for pattern in rules.unclear for found in pattern.finditer(text))
    ended = 0
    for start, end in spans:
        if start >= ended:
            yield TimeReading(start=start, end=end, kind="unread")
            ended = end


def _overlap(one: TimeReading, other: TimeReading) -> bool:
    return one.start < other.end and other.start < one.end
