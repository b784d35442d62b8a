"""Days as people say them: yesterday, tomorrow, on Wednesday, in place of the number of a day."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from engine.clock import clock_words, date_of, day_of, minute_at, moment_words
from engine.language.languages import DayWords, about, written_in
from engine.language.phrases import phrases

DayStyle = Literal["near", "weekday", "number"]
"""How days are named: as people do today, by weekdays alone, which stay true tomorrow, or by number."""

_THIS_WEEK = 3  # days to either side, of which each has a weekday of its own
_LAST = 9_999  # a number that may be a day's
_KNOWN = 16_384  # the same memories come to mind all day long


@dataclass(frozen=True, slots=True)
class SaidDays:
    """How days are named on the day `today` of a town.

    A day that is more than three days away has its date as well, since its weekday might be another week's.
    """

    today: int
    starts: datetime.date
    language: str
    style: DayStyle = "near"

    def moment(self, minute: int) -> str:
        """Return a minute in words: `17:00` for today, `tomorrow 17:00`, `Friday 17:00`."""
        if self.style == "number":
            return moment_words(minute)
        day, clock = day_of(minute), clock_words(minute)
        return clock if day == self.today else f"{self._near(day) or self._weekday(day)} {clock}"

    def text(self, text: str) -> str:
        """Return a text with the days that it numbers named."""
        return text if self.style == "number" else _named_in(text, self)

    def _weekday(self, day: int) -> str:
        """Return the weekday of a day, with the date if it is some days away."""
        date = date_of(self.starts, minute_at(day, 0))
        weekday = phrases(self.language).weekday(date.weekday())
        return weekday if abs(day - self.today) <= _THIS_WEEK else f"{weekday} {date.isoformat()}"

    def in_place_of(self, found: re.Match[str]) -> str:
        """Return the words for a numbered day of a text."""
        day = int(found["number"])
        if not 1 <= day <= _LAST:
            return found[0]
        if found["on"] is None:
            return self._weekday(day)
        named = self._near(day) or _words(self.language).on_weekday.format(weekday=self._weekday(day))
        return named[:1].upper() + named[1:] if found["on"][:1].isupper() else named

    def _near(self, day: int) -> str:
        """Return the word for yesterday, today or tomorrow; empty for other days."""
        near, away = _words(self.language).near, day - self.today
        return near[away + 1] if self.style == "near" and near is not None and abs(away) <= 1 else ""


@lru_cache(maxsize=_KNOWN)
def _named_in(text: str, days: SaidDays) -> str:
    pattern = _words(days.language).numbered
    return pattern.sub(days.in_place_of, text) if pattern is not None else text


def _words(language: str) -> DayWords:
    return about(written_in(language)).days
