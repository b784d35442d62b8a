"""Moments in the reader's language."""

from __future__ import annotations

import datetime

from engine.clock import clock_words, day_of
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

WEEKDAYS = (
    marked("Monday"), marked("Tuesday"), marked("Wednesday"), marked("Thursday"), marked("Friday"),
    marked("Saturday"), marked("Sunday"),
)  # fmt: skip


def moment_words(minute: int) -> str:
    """Return a minute in the reader's language, as `day 2 08:10`."""
    return tr("day {day} {clock}", day=day_of(minute), clock=clock_words(minute))


def day_words(day: int) -> str:
    """Return a day in the reader's language, within a sentence: `day 2`."""
    return tr("day {day}", day=day)


def date_words(date: datetime.date) -> str:
    """Return a date in the reader's language: `Tuesday 3 March`."""
    weekday = tr(WEEKDAYS[date.weekday()])
    return tr("{weekday} {date.day} {date:%B}", weekday=weekday, date=date)


def stamp_words(moment: datetime.datetime) -> str:
    """Return a wall time in the reader's language: `3 Mar, 08:10`."""
    return tr("{at.day} {at:%b}, {at:%H:%M}", at=moment)


def duration_words(seconds: float) -> str:
    """Return a duration in words: `less than a second`, `3 s`, `4 min`, `1 h 20 min`."""
    if seconds < 1:
        return tr("less than a second")
    if seconds < 90:
        return tr("{n} s", n=round(seconds))
    minutes = round(seconds / 60)
    if minutes < 90:
        return tr("{n} min", n=minutes)
    return tr("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
