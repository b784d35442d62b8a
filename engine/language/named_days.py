"""Named days: which days a text names, by a date, a weekday, a number, or as seen from today."""

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
    """Return the days that a text names, in a town of that language and at that minute, or the parts of them
    that it names; none where it names no day. A weekday is both the last one and the next.
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
    """The words of one language for days, as they are looked for."""

    def __init__(self, words: DayWords) -> None:
        self._words = words
        self._today, self._weekday, self._part = (
            re.compile(any_word(named, any_case=True))
            for named in (words.seen_from_today, words.weekdays, words.parts)
        )

    def days(self, text: str, now: int, starts: datetime.date) -> Iterator[int]:
        """Yield the numbers of the days that a text names; there may be none of such a number."""
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
        """Yield the hours between which the parts of a day lie that a text names."""
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
    """Return a date; None when there is none such, as the 29th of February in most years."""
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None


@cache
def _known(language: str) -> tuple[_Words, ...]:
    """Return the words of a language, and those of English, in which texts may be in every town."""
    own, english = about(language), about(FALLBACK)
    return tuple(_Words(each.days) for each in ((english,) if own is english else (own, english)))
