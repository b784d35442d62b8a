"""The time a text is about: of all its sayings the one that matters to who has to be somewhere."""

from __future__ import annotations

import datetime
from dataclasses import replace

from engine.language.times.read_times import read_times
from engine.language.times.reading import Reading


def told_time(text: str, language: str, now: int, starts: datetime.date | None = None) -> Reading | None:
    """Return the first time that a text names within the town's days, and for a day the clock named with it.

    What recurs, lasts or was not understood is no such time.
    """
    dated = [each for each in read_times(text, language, now, starts) if each.days and each.days[0] > 0]
    first = next(iter(dated), None)
    if first is None or first.clocks or first.kind != "moment":
        return first
    named = (each for each in dated if each.clocks and not each.says_day and each.days == first.days)
    clock = next(named, None)
    return first if clock is None else replace(clock, start=first.start, says_day=True)


def due_at(text: str, language: str, starts: datetime.date | None = None) -> int | None:
    """Return the minute at which something is due that was written before day 1; None unless it names a day
    and a time of it. `Saturday nights` and a bare `Saturday night` are told alike of what recurs.
    """
    told = told_time(text, language, 0, starts)
    if told is None or not told.says_day or not told.clocks:
        return None
    return told.first if told.exact == "clock" or not told.by_weekday else None
