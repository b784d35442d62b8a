"""Simulated time: whole minutes since 00:00 of day 1, and the words people use for them."""

from __future__ import annotations

import datetime
import re

from engine.errors import BadInput, Worded, worded

DAY = 24 * 60

_MOMENT = re.compile(
    r"^\s*(?:day\s*(?P<day>\d{1,4}))?[\s,]*(?:at\s+)?(?P<clock>\d.*|noon|midnight)?\s*$", re.IGNORECASE
)
_CLOCK = re.compile(
    r"^(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2}))?(?::\d{2})?\s*(?P<half>am|pm|a\.m\.|p\.m\.)?$",
    re.IGNORECASE,
)


def minute_at(day: int, minute_of_day: int) -> int:
    """Return the minute since the beginning for a day (counted from 1) and a minute of that day."""
    return (day - 1) * DAY + minute_of_day


def day_of(minute: int) -> int:
    """Return the day a minute belongs to, counted from 1."""
    return minute // DAY + 1


def next_day_end(minute: int) -> int:
    """Return the midnight at which the day of a minute ends."""
    return day_of(minute) * DAY


def clock_words(minute: int) -> str:
    """Return a minute as a time of day, whatever the day: `490` -> `08:10`."""
    return f"{minute % DAY // 60:02d}:{minute % 60:02d}"


def end_words(minute: int) -> str:
    """Return a minute of an end as a time of day:

    `1440` -> `24:00`, so that midnight belongs to the day before.
    """
    return clock_words(minute) if minute % DAY else "24:00"


def moment_words(minute: int) -> str:
    """Return a minute in words: `1930` -> `day 2 08:10`."""
    return f"day {day_of(minute)} {clock_words(minute)}"


def worded_moment(minute: int) -> Worded:
    """Return a minute in the words of `moment_words`, as a text that can be translated."""
    return worded("day {day} {clock}", day=day_of(minute), clock=clock_words(minute))


def date_of(starts: datetime.date, minute: int) -> datetime.date:
    """Return the calendar date of a minute in a town whose day 1 is `starts`."""
    return starts + datetime.timedelta(days=minute // DAY)


def parse_clock(text: str) -> int:
    """Return a time of day as a minute of the day: `07:30`, `7.30`, `10:00 am`, `noon`, `24:00`.

    Raises BadInput for anything that is not a time of day.
    """
    word = text.strip().lower()
    if word in ("noon", "midnight"):
        return DAY // 2 if word == "noon" else 0
    found = _CLOCK.match(word)
    if not found or (":" not in word and "." not in word and "h" not in word and not found["half"]):
        raise BadInput(worded("{text!r} is not a time of day; write it as HH:MM, such as 07:30", text=text))
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if found["half"]:
        if not 1 <= hour <= 12:
            raise BadInput(
                worded("{text!r} is not a time of day; write it as HH:MM, such as 07:30", text=text)
            )
        hour = hour % 12 + (12 if found["half"].startswith("p") else 0)
    if minute > 59 or hour * 60 + minute > DAY:
        raise BadInput(worded("{text!r} is not a time of day; use a time from 00:00 to 24:00", text=text))
    return hour * 60 + minute


def parse_moment(text: str) -> int:
    """Return the minute of `day 2 17:00` (or `day 2`, its beginning; or `17:00`, on day 1).

    Raises BadInput if the text is none of these.
    """
    found = _MOMENT.match(text)
    if not found or not (found["day"] or found["clock"]):
        raise BadInput(worded('{text!r} is not a valid moment; write it as "day 2 17:00"', text=text))
    day = int(found["day"] or 1)
    if day < 1:
        raise BadInput(worded("{text!r} is not a valid moment; use day 1 or a later day", text=text))
    return minute_at(day, parse_clock(found["clock"]) if found["clock"] else 0)
