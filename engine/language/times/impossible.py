"""Impossible times: hours that no clock shows, and days that no calendar has."""

from __future__ import annotations

import datetime
import re

from engine.language.times.read_times import read_times

_CLOCK = re.compile(r"(?<![\d:.])(\d{1,2})[:：](\d\d)(?![\d:])")
_LAST_HOUR, _HOUR = 24, 60


def impossible_clocks(text: str) -> tuple[str, ...]:
    """Return the clock times in a text that do not exist: 25:00, 12:75."""
    return tuple(found[0] for found in _CLOCK.finditer(text) if not _is_of_a_day(found))


def impossible_times(text: str, language: str, starts: datetime.date) -> tuple[str, ...]:
    """Return the words of a text that name a time which does not exist, also 13 pm or 31 February.

    In a text that asks for nothing, they may mean something else: a shoe of size 45.
    """
    clocks = impossible_clocks(text)
    said = (
        text[reading.start : reading.end].strip()
        for reading in read_times(text, language, 0, starts)
        if reading.impossible
    )
    return (*clocks, *(words for words in said if not any(clock in words for clock in clocks)))


def _is_of_a_day(clock: re.Match[str]) -> bool:
    hour, minute = int(clock[1]), int(clock[2])
    return minute < _HOUR and (hour, minute) <= (_LAST_HOUR, 0)
