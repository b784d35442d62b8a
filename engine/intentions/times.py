"""When the words of a sentence mean: days and hours, found in it as it is read at a minute of the town."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.clock import DAY, day_of, minute_at
from engine.intentions.tagging import Found
from engine.intentions.understood import Timing
from engine.intentions.words import words_for
from engine.language.times.read_times import read_times
from engine.language.times.time_reading import TimeReading
from engine.records import Scenario


def times_from(scenario: Scenario, now: int) -> Callable[[str], Sequence[Found]]:
    """Return what finds the moments that a text speaks of, as somebody reads it at a minute."""
    over = words_for(scenario.language).is_over

    def found(text: str) -> Sequence[Found]:
        readings = read_times(text, scenario.language, now, scenario.starts)
        return [_found(one, text, now, over) for one in readings if one.kind not in _NO_TIME]

    return found


_WEEK, _DAWN = 7, 4 * 60
_NO_TIME = ("unread", "lasts")


def _found(one: TimeReading, text: str, now: int, over: re.Pattern[str]) -> Found:
    """Return where a moment is named; "before Monday is out" is before its end."""
    moment, after = _moment(one, text, now), over.match(text, one.end)
    if after is None or one.days is None:
        return Found(one.start, one.end, moment)
    out = replace(moment, start=minute_at(one.days[1], 0) if one.kind == "before" else moment.start)
    end = (out.start or 0) + DAY if one.kind == "before" else out.start
    return Found(one.start, after.end(), replace(out, start=end, latest=True, day=None))


def _moment(one: TimeReading, text: str, now: int) -> Timing:
    """Return a moment that somebody can keep: where only a part of the day is named, when that begins."""
    said = text[one.start : one.end]
    if one.days is not None and _is_today(one, now):
        one = replace(one, days=(one.days[0] - _WEEK, one.days[1] - _WEEK))
    if one.kind == "every":
        return Timing(said=said, start=_next(one, now), recurs=True)
    timed = one.clocks is not None
    latest = one.kind in ("by", "before", "until")
    if one.kind == "window" and not timed and one.first is not None and one.first <= now and one.last:
        last = one.last + _WEEK * DAY if _is_last_day_of_week(one, now) else one.last
        return Timing(said=said, start=last, latest=True)  # "this week": until it is over
    return Timing(
        said=said,
        day=day_of(one.first) if one.first is not None else None,
        start=(one.last if latest else one.first) if timed or latest else None,
        end=one.last if timed and one.first != one.last and not latest else None,
        latest=latest,
        that_day=latest and timed and one.says_day,
        onward=one.kind == "from",
        any_day=timed and not one.says_day,
    )


def _is_today(one: TimeReading, now: int) -> bool:
    """Return whether a weekday that is today's may be today: the day, or its hour, is to come."""
    named = one.by_weekday and one.days is not None and one.days[0] == day_of(now) + _WEEK
    hour = one.first is not None and one.clocks is not None and one.first - _WEEK * DAY > now
    return named and (hour or now % DAY < _DAWN)


def _is_last_day_of_week(one: TimeReading, now: int) -> bool:
    """Return whether a week is all but over: who speaks of this week then means the one that begins."""
    whole = one.days is not None and one.days[1] - one.days[0] >= _WEEK - 2
    return whole and one.last is not None and one.last - now <= DAY


def _next(one: TimeReading, now: int) -> int | None:
    """Return the next minute at which what recurs does; None where no hour is named."""
    if one.clocks is None:
        return None
    today = minute_at(day_of(now), one.clocks[0])
    return today if today > now else today + DAY
