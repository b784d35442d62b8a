"""Told time: of all the times in a text, the one that matters to an agent who has to be somewhere."""

from __future__ import annotations

import datetime
from dataclasses import replace

from engine.language.times.read_times import read_times
from engine.language.times.time_reading import TimeReading

_SOON = 15


def told_time(text: str, language: str, now: int, starts: datetime.date | None = None) -> TimeReading | None:
    """Return the first time that a text names within the town's days, or None.

    A day gets the clock time that is named with it. Times that recur, last or were not understood do not
    count.
    """
    dated = [each for each in read_times(text, language, now, starts) if each.days and each.days[0] > 0]
    first = next(iter(dated), None)
    if first is None or first.clocks or first.kind != "moment":
        return first
    named = (each for each in dated if each.clocks and not each.says_day and each.days == first.days)
    clock = next(named, None)
    return first if clock is None else replace(clock, start=first.start, says_day=True)


def next_minute(told: TimeReading | None, now: int) -> int | None:
    """Return the minute at which to act on a time: when it comes, or soon if its part of the day has begun.

    Return None if it has no hour, is over, or says only how long something holds.
    """
    if told is None or told.first is None or told.last is None or not told.clocks or told.kind == "until":
        return None
    if told.first > now:
        return told.first
    return now + _SOON if now + _SOON < told.last else None


def due_at(text: str, language: str, starts: datetime.date | None = None, now: int = 0) -> int | None:
    """Return the minute at which something written at minute `now` is due, or None without a day and a time.

    The default 0 is before day 1. A bare `Saturday night` gives None, since it may mean every Saturday night.
    """
    told = told_time(text, language, now, starts)
    if told is None or not told.says_day or not told.clocks:
        return None
    return told.first if told.exact == "clock" or not told.by_weekday else None
