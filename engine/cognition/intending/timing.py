"""Works out the start and the deadline of an intention from its kind and the time a sentence names."""

from __future__ import annotations

from dataclasses import replace

from engine.clock import DAY, day_of, minute_at
from engine.cognition.thinker import Thinker
from engine.intentions.stated import PARTS
from engine.intentions.understood import AFTER_WAKING, Timing, Understood, agreed_hour
from engine.practices.conduct import (
    AHEAD,
    ALONE,
    DONE_WITH,
    LASTING,
    ONCE,
)
from engine.records import (
    Intention,
)

_NIGHT = 3 * 60  # minute of the day until which an hour belongs to the evening before
_AFTERNOON, _EVENING = 17 * 60, 20 * 60
_LEEWAY = 60  # minutes allowed around a time that a sentence gives only roughly


def when_to_do(thinker: Thinker, understood: Understood) -> tuple[int | None, int | None]:
    """Return the start and the deadline of an intention as minutes, either of them None if not set."""
    when, until = span(thinker, understood)
    if understood.for_a_night:
        return _night_of(thinker, when)
    if understood.kind == "move":  # a move is for good, so it has no deadline
        return _evening_before(until) if when is None else when, None
    asked_before = (
        understood.kind == "request"
        and understood.when is not None
        and bool(understood.when.said)  # empty if the time was stated in fields
        and understood.when.said in understood.content
    )
    if asked_before and when is not None:
        return None, when
    if understood.kind == "help" and when is None and until is None and _is_handover(thinker, understood):
        return None, _bedtime(thinker, thinker.day + 1)
    if understood.kind in LASTING or asked_before:  # a day that is named is the deadline
        return None, until if until is not None else when
    return when, until


def span(thinker: Thinker, understood: Understood) -> tuple[int | None, int | None]:
    """Return the minutes from and until which something is to be done or avoided; None where not named."""
    when = understood.when
    if when is None:
        return None, None
    if understood.forbids == "habit" and understood.others and when.start is not None:
        return _hours_of_silence(thinker, when, when.start % DAY)
    if when.lasting and when.start is not None and understood.kind in ALONE:
        return _start_of_lasting(thinker, when.start), when.start
    if when.latest:
        waits = when.that_day and understood.kind in ALONE and when.day is not None and when.day > thinker.day
        deadline = _after_rising(thinker, when.start) if when.said else when.start  # a stated one is exact
        return minute_at(when.day or 0, 0) if waits else None, deadline
    if understood.kind == "prohibition":
        return _barred_span(thinker, when)
    ends = when.end
    by_the_end = understood.kind in ALONE or understood.kind == "help"
    if when.start is None and when.day is not None and by_the_end and not when.recurs:
        ends = _bedtime(thinker, when.day)
    if (
        understood.kind in AHEAD | DONE_WITH
        and when.start is not None
        and when.end is not None
        and when.end % DAY
        and not _is_between_hours(when.said, when.start, when.end)
    ):
        return agreed_hour(when.start, when.end, wake=thinker.persona.wake, now=thinker.now), ends
    return _first_minute(thinker, when), ends


def sometime(thinker: Thinker, intention: Intention) -> Intention:
    """Return an intention without a time with a default one.

    A habit gets an afternoon hour. What is done once gets a deadline at the end of the next day.
    """
    if intention.kind == "habit":
        return replace(intention, when=minute_at(thinker.day, _AFTERNOON))
    return (
        replace(intention, until=_bedtime(thinker, thinker.day + 1)) if intention.kind in ONCE else intention
    )


def is_at_one_hour(when: Timing) -> bool:
    """Return whether a time is a single hour rather than a range."""
    return when.is_at_an_hour and when.end is None


def _start_of_lasting(thinker: Thinker, until: int) -> int:
    """Return the first minute of something that lasts until a minute: now, or when the agent gets up."""
    up = minute_at(day_of(until), thinker.persona.wake)
    return max(thinker.now, up) if up < until else thinker.now


def _hours_of_silence(thinker: Thinker, when: Timing, clock: int) -> tuple[int, int]:
    """Return the first and last minute today in which the agent must not speak to someone."""
    if when.latest:
        return minute_at(thinker.day, 0), minute_at(thinker.day, clock)
    begins = minute_at(thinker.day, clock)
    if when.start is not None and when.end is not None:
        return begins, begins + when.end - when.start
    return begins, minute_at(thinker.day + 1, _NIGHT) if when.onward else begins + _LEEWAY


def _night_of(thinker: Thinker, when: int | None) -> tuple[int, int]:
    """Return the first and last minute of a night that the agent spends elsewhere."""
    day = day_of(when) if when is not None else thinker.day
    begins = max(minute_at(day, _EVENING), when or 0, thinker.now)
    return begins, minute_at(day + 1, thinker.persona.wake)


def _evening_before(until: int | None) -> int | None:
    """Return the minute to be at a new home in order to sleep there by the end of a day."""
    return None if until is None else min(until, minute_at(day_of(until - 1), _EVENING))


def _after_rising(thinker: Thinker, until: int | None) -> int | None:
    """Return a deadline, moved to after the agent gets up if it falls while the agent is asleep."""
    if until is None:
        return None
    up = minute_at(day_of(until), thinker.persona.wake) + AFTER_WAKING
    return up if minute_at(day_of(until), _NIGHT) <= until < up else until


def _first_minute(thinker: Thinker, when: Timing) -> int | None:
    """Return the minute at which a time begins; on a later day without an hour, after rising."""
    if when.start is None and when.day is not None and when.day > thinker.day:
        return minute_at(when.day, thinker.persona.wake) + AFTER_WAKING
    return when.start


def _is_between_hours(words: str, start: int, end: int) -> bool:
    """Return whether a time stated in fields is a range of hours rather than a part of the day."""
    return not words and (start % DAY, start % DAY + end - start) not in PARTS.values()


def _barred_span(thinker: Thinker, when: Timing) -> tuple[int | None, int | None]:
    """Return the first and last minute of a prohibition: all of a day, or from an hour on."""
    day = when.day if when.day is not None else day_of(when.start) if when.start is not None else None
    if day is None:
        return None, when.end
    if when.onward:
        return when.start if when.start is not None else minute_at(day, 0), None
    if when.start is not None and when.end is not None:
        return when.start - _LEEWAY, when.end  # the start of an evening is vague
    return when.start if when.start is not None else minute_at(day, 0), when.end or _bedtime(thinker, day)


def _bedtime(thinker: Thinker, day: int) -> int:
    """Return the minute at which the agent's day ends, at midnight at the earliest."""
    return minute_at(day, max(thinker.persona.sleep, DAY))


def _is_handover(thinker: Thinker, understood: Understood) -> bool:
    """Return whether a thing is to be handed over, which is firm even if no day is named."""
    return bool(understood.others and understood.what) and thinker.town.phrases.hands_over(understood.deed)
