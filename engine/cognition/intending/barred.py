"""Prohibitions of places and people: where the agent must not go, and whom it must not speak to."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import DAY
from engine.cognition.thinker import Thinker
from engine.practices.conduct import ALONE, BARS_TALK, leaves_out
from engine.records import EVERYBODY, AgentId, Intention, Path

MAX_MINUTE = 10**9  # later than any day of a run


def is_barred(thinker: Thinker, room: Path, start: int, end: int) -> bool:
    """Look for one prohibition that covers the whole stay in a room, from `start` to `end`."""
    return any(first <= start and end <= last for first, last in barred(thinker, room))


def barred(thinker: Thinker, room: Path) -> Iterator[tuple[int, int]]:
    """Yield the spans of minutes in which the agent must not be in a room."""
    for intention in thinker.mind.intentions.values():
        if intention.is_open and is_of_place(intention) and is_within(intention.place, room):
            yield from _spans(intention, thinker.now)


def _spans(prohibition: Intention, now: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of minutes of a prohibition: of a daily one, today's and tomorrow's."""
    first, last = prohibition.when or 0, prohibition.until if prohibition.until is not None else MAX_MINUTE
    if not prohibition.is_daily:
        yield first, last
        return
    day = max(0, (now - first) // DAY)
    yield from ((first + start_day * DAY, last + start_day * DAY) for start_day in (day, day + 1))


def is_silent_to(thinker: Thinker, other: AgentId) -> bool:
    """Look for a prohibition to speak to another agent that is in force now."""
    return any(
        intention.is_open
        and intention.kind == "prohibition"
        and (intention.forbids in BARS_TALK or intention.is_daily)
        and (other in intention.others or EVERYBODY in intention.others)
        and any(first <= thinker.now <= last for first, last in _spans(intention, thinker.now))
        for intention in thinker.mind.intentions.values()
    )


def keeps_away_from(thinker: Thinker, other: AgentId) -> bool:
    """Look for a prohibition to speak to another agent that has no end."""
    return any(
        intention.is_open
        and intention.forbids in BARS_TALK
        and intention.until is None
        and other in intention.others
        for intention in thinker.mind.intentions.values()
        if intention.kind == "prohibition" and intention.binds_at(thinker.now)
    )


def is_not_asked(thinker: Thinker, other: AgentId, what: str) -> bool:
    """Look for an intention not to invite another agent to an occasion."""
    return any(
        intention.is_open and leaves_out(intention, other, what)
        for intention in thinker.mind.intentions.values()
    )


def is_of_place(intention: Intention) -> bool:
    """Recognise a prohibition to go to a place."""
    return (
        intention.kind == "prohibition"
        and bool(intention.place)
        and intention.forbids in ALONE
        and not intention.others
    )


def is_within(place: Path, room: Path) -> bool:
    """Check whether a room is `place` or lies in it."""
    return bool(place) and (room == place or room.startswith(f"{place}/"))
