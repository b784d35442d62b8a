"""Times in a sentence: days and hours, as read at a minute of the town."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.clock import DAY, day_of, minute_at
from engine.intentions.understood import Timing
from engine.language.times.read_times import read_times
from engine.language.times.time_reading import TimeReading
from engine.records import Persona, Scenario
from engine.rehearsal.reading.tagging import Found
from engine.rehearsal.reading.words import Words


def times_from(scenario: Scenario, now: int) -> Callable[[str], Sequence[Found]]:
    """Return a function that finds the times in a text, as read at minute `now`."""

    def found(text: str) -> Sequence[Found]:
        readings = read_times(text, scenario.language, now, scenario.starts)
        return [
            Found(one.start, one.end, _moment(one, text, now)) for one in readings if one.kind not in _NO_TIME
        ]

    return found


def times_said(text: str, scenario: Scenario, now: int) -> Iterator[str]:
    """Yield the words for times in a text, including times that cannot be understood."""
    for reading in read_times(text, scenario.language, now, scenario.starts):
        yield text[reading.start : reading.end]


def at_own_meals(found: Sequence[Found], me: Persona, words: Words) -> Sequence[Found]:
    """Return times, with those given only by a meal at the hours of the persona's usual meals.

    For a persona that has dinner at noon until one, `after dinner` is one o'clock.
    """
    return [replace(one, meant=_at_own_meal(one.meant, me, words)) for one in found]


def _at_own_meal(when: object, me: Persona, words: Words) -> object:
    if not isinstance(when, Timing) or when.start is None or words.an_hour.search(when.said):
        return when
    meals = {found[0].lower() for found in words.meal.finditer(when.said)}
    own = _usual_meal(meals.pop(), me, words) if len(meals) == 1 else None
    if own is None:
        return when
    day = when.start - when.start % DAY
    if when.latest:
        return replace(when, start=day + own[0])
    if when.end is not None:
        return replace(when, start=day + own[0], end=day + own[1])
    return replace(when, start=day + own[1]) if words.after_it.search(when.said) else when


def _usual_meal(meal: str, me: Persona, words: Words) -> tuple[int, int] | None:
    """Return the first and last minute of a persona's usual meal, or None."""
    items = sorted(me.routine, key=lambda item: item.start)
    ends = [*(item.start for item in items), me.sleep][1:]
    for item, end in zip(items, ends, strict=True):
        if words.has(meal, item.activity) and not words.cooking.search(item.activity):
            return item.start, end
    return None


_WEEK, _DAWN = 7, 4 * 60
_NO_TIME = ("unread", "lasts")


def _moment(one: TimeReading, text: str, now: int) -> Timing:
    """Return a time as the reader understands it. A part of the day begins at its first minute."""
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
    """Return whether a weekday with today's name means today, because the day or its hour is to come."""
    named = one.by_weekday and one.days is not None and one.days[0] == day_of(now) + _WEEK
    hour = one.first is not None and one.clocks is not None and one.first - _WEEK * DAY > now
    return named and (hour or now % DAY < _DAWN)


def _is_last_day_of_week(one: TimeReading, now: int) -> bool:
    """Return whether a week is nearly over, so that `this week` means the one that begins."""
    whole = one.days is not None and one.days[1] - one.days[0] >= _WEEK - 2
    return whole and one.last is not None and one.last - now <= DAY


def _next(one: TimeReading, now: int) -> int | None:
    """Return the next minute of a recurring time, or None if it has no hour."""
    if one.clocks is None:
        return None
    today = minute_at(day_of(now), one.clocks[0])
    return today if today > now else today + DAY
