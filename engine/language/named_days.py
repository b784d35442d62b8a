"""Named days: the days that a text names by a date, a weekday, a number, or relative to today."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from functools import cache

from engine.clock import date_of, day_of, minute_at
from engine.language.any_word import any_word
from engine.language.languages import FALLBACK, DayWords, about

Span = tuple[int, int]  # minutes, the last of which is no part of it

_WEEK = 7
_HALF_A_YEAR = 183
_WHOLE_DAY = (0, 24)


def named_days(language: str, text: str, now: int, starts: datetime.date) -> tuple[Span, ...]:
    """Find the days that a text names, or the named parts of them, as spans of minutes; empty for none.

    `now` is the minute at which the text is read and `starts` the date of day 1. A weekday stands for both
    the last one and the next.
    """
    known = _known(language)
    days = {day for words in known for day in words.days(text, now, starts) if day >= 1}
    if not days:
        return ()
    parts = {part for words in known for part in words.parts(text)} or {_WHOLE_DAY}
    return tuple(
        (minute_at(day, start * 60), minute_at(day, end * 60))
        for day in sorted(days)
        for start, end in sorted(parts)
    )


class _Words:
    """The words of one language for days, with the patterns that find them."""

    def __init__(self, words: DayWords) -> None:
        self._words = words
        self._today, self._weekday, self._part = (
            re.compile(any_word(named, any_case=True))
            for named in (words.seen_from_today, words.weekdays, words.parts)
        )

    def days(self, text: str, now: int, starts: datetime.date) -> Iterator[int]:
        """Yield the numbers of the days that a text names. Some may not exist in the town, such as day 0."""
        today = day_of(now)
        for found in self._today.finditer(text):
            yield today + self._words.seen_from_today[found[0].lower()]
        for found in self._weekday.finditer(text):
            ahead = (self._words.weekdays[found[0].lower()] - date_of(starts, now).weekday()) % _WEEK
            yield from (today + ahead, today + ahead - _WEEK)
        for pattern in self._words.patterns:
            for found in pattern.finditer(text):
                yield from self._written(found.groupdict(), date_of(starts, now), starts)

    def parts(self, text: str) -> Iterator[Span]:
        """Yield the first and the last hour of each part of a day that a text names."""
        yield from (self._words.parts[found[0].lower()] for found in self._part.finditer(text))

    def _written(
        self, found: Mapping[str, str], today: datetime.date, starts: datetime.date
    ) -> Iterator[int]:
        if "number" in found:
            yield int(found["number"])
            return
        month = self._words.months.get(found["month"].lower()) or int(found["month"])
        for year in (today.year - 1, today.year, today.year + 1):
            date = _date(year, month, int(found["day"]))
            if date is not None and abs((date - today).days) <= _HALF_A_YEAR:
                yield (date - starts).days + 1


def _date(year: int, month: int, day: int) -> datetime.date | None:
    """Return a date, or None if it does not exist, such as 29 February in most years."""
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None


@cache
def _known(language: str) -> tuple[_Words, ...]:
    """Return the day words of a language and of English, since any town may have texts in English."""
    own, english = about(language), about(FALLBACK)
    return tuple(_Words(each.days) for each in ((english,) if own is english else (own, english)))
