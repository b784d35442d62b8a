"""Timing: from when and until when something is to be done, by what kind of thing it is."""

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

_NIGHT = 3 * 60  # up to when an hour belongs to the evening before
_AFTERNOON, _EVENING = 17 * 60, 20 * 60
_PART_BEGINS = 60  # minutes


def when_to_do(thinker: Thinker, understood: Understood) -> tuple[int | None, int | None]:
    """Return from when and until when something is to be done, by what kind of thing it is."""
    when, until = span(thinker, understood)
    if understood.for_a_night:
        return _night_of(thinker, when)
    if understood.kind == "move":  # for good; by then at the latest
        return _evening_before(until) if when is None else when, None
    asked_before = (
        understood.kind == "request"
        and understood.when is not None
        and bool(understood.when.said)  # what is stated in fields has no words
        and understood.when.said in understood.content
    )
    if asked_before and when is not None:
        return None, when
    if understood.kind == "help" and when is None and until is None and _is_given_back(thinker, understood):
        return None, _bedtime(thinker, thinker.day + 1)
    if understood.kind in LASTING or asked_before:  # a day that is named is the one by which it is decided
        return None, until if until is not None else when
    return when, until


def span(thinker: Thinker, understood: Understood) -> tuple[int | None, int | None]:
    """Return from when and until when something is to be done, or is not to be done."""
    when = understood.when
    if when is None:
        return None, None
    if understood.forbids == "habit" and understood.others and when.start is not None:
        return _hours_of_silence(thinker, when, when.start % DAY)
    if when.lasting and when.start is not None and understood.kind in ALONE:
        return _kept_up_from(thinker, when.start), when.start
    if when.latest:
        waits = when.that_day and understood.kind in ALONE and when.day is not None and when.day > thinker.day
        return minute_at(when.day or 0, 0) if waits else None, _not_in_bed(thinker, when.start)
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
    return _begins(thinker, when), ends


def sometime(thinker: Thinker, intention: Intention) -> Intention:
    """Return what one has resolved to do with a time for it where none is named: by tomorrow evening, and
    what is to be done every day in the afternoon.
    """
    if intention.kind == "habit":
        return replace(intention, when=minute_at(thinker.day, _AFTERNOON))
    return (
        replace(intention, until=_bedtime(thinker, thinker.day + 1)) if intention.kind in ONCE else intention
    )


def is_at_one_hour(when: Timing) -> bool:
    """Return whether something is to be at an hour, and not at any of several."""
    return when.is_at_an_hour and when.end is None


def _kept_up_from(thinker: Thinker, until: int) -> int:
    """Return from which minute on something is kept up until another: from now on, or from getting up."""
    up = minute_at(day_of(until), thinker.persona.wake)
    return max(thinker.now, up) if up < until else thinker.now


def _hours_of_silence(thinker: Thinker, when: Timing, clock: int) -> tuple[int, int]:
    """Return from when until when somebody is not spoken to, today as on every day."""
    if when.latest:
        return minute_at(thinker.day, 0), minute_at(thinker.day, clock)
    begins = minute_at(thinker.day, clock)
    if when.start is not None and when.end is not None:
        return begins, begins + when.end - when.start
    return begins, minute_at(thinker.day + 1, _NIGHT) if when.onward else begins + _PART_BEGINS


def _night_of(thinker: Thinker, when: int | None) -> tuple[int, int]:
    """Return from when until when somebody who is to sleep elsewhere for a night is at home there."""
    day = day_of(when) if when is not None else thinker.day
    begins = max(minute_at(day, _EVENING), when or 0, thinker.now)
    return begins, minute_at(day + 1, thinker.persona.wake)


def _evening_before(until: int | None) -> int | None:
    """Return when somebody who is to live elsewhere by the end of a day is there, to sleep there."""
    return None if until is None else min(until, minute_at(day_of(until - 1), _EVENING))


def _not_in_bed(thinker: Thinker, until: int | None) -> int | None:
    """Return by when something is to be done that is to be done by a minute: not before one has got up."""
    if until is None:
        return None
    up = minute_at(day_of(until), thinker.persona.wake) + AFTER_WAKING
    return up if minute_at(day_of(until), _NIGHT) <= until < up else until


def _begins(thinker: Thinker, when: Timing) -> int | None:
    """Return from which minute on it is to be done: on a day to come without an hour, after getting up."""
    if when.start is None and when.day is not None and when.day > thinker.day:
        return minute_at(when.day, thinker.persona.wake) + AFTER_WAKING
    return when.start


def _is_between_hours(said: str, start: int, end: int) -> bool:
    """Return whether a time that is stated in fields, which has no words, is from one hour to another, rather
    than in a part of a day: it begins at the first of them.
    """
    return not said and (start % DAY, start % DAY + end - start) not in PARTS.values()


def _barred_span(thinker: Thinker, when: Timing) -> tuple[int | None, int | None]:
    """Return from when and until when something is not to be done: all of a day that is named, or what is
    left of it from an hour on.
    """
    day = when.day if when.day is not None else day_of(when.start) if when.start is not None else None
    if day is None:
        return None, when.end
    if when.onward:
        return when.start if when.start is not None else minute_at(day, 0), None
    if when.start is not None and when.end is not None:
        return when.start - _PART_BEGINS, when.end  # nobody knows to the minute when an evening begins
    return when.start if when.start is not None else minute_at(day, 0), when.end or _bedtime(thinker, day)


def _bedtime(thinker: Thinker, day: int) -> int:
    """Return when a day of the agent's ends: not before midnight."""
    return minute_at(day, max(thinker.persona.sleep, DAY))


def _is_given_back(thinker: Thinker, understood: Understood) -> bool:
    """Return whether a thing is to be handed over: more than a wish, though no day is named for it."""
    return bool(understood.others and understood.what) and thinker.town.phrases.hands_over(understood.deed)
