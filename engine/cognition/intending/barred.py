"""Barred: where one is not to go, from when until when, and to whom one is not to speak."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import DAY
from engine.cognition.thinker import Thinker
from engine.practices.conduct import ALONE, BARS_TALK, leaves_out
from engine.records import EVERYBODY, AgentId, Intention, Path

MAX_MINUTE = 10**9  # after all days


def is_barred(thinker: Thinker, room: Path, start: int, end: int) -> bool:
    """Return whether the agent is not to be in a room at any minute from one to another."""
    return any(first <= start and end <= last for first, last in barred(thinker, room))


def barred(thinker: Thinker, room: Path) -> Iterator[tuple[int, int]]:
    """Yield from when and until when the agent is not to be in a room."""
    for one in thinker.mind.intentions.values():
        if one.is_open and is_of_place(one) and is_within(one.place, room):
            yield from _spans(one, thinker.now)


def _spans(one: Intention, now: int) -> Iterator[tuple[int, int]]:
    """Yield from when until when something is forbidden: where it is so every day, on the days around now."""
    first, last = one.when or 0, one.until if one.until is not None else MAX_MINUTE
    if not one.is_daily:
        yield first, last
        return
    day = max(0, (now - first) // DAY)
    yield from ((first + each * DAY, last + each * DAY) for each in (day, day + 1))


def is_silent_to(thinker: Thinker, other: AgentId) -> bool:
    """Return whether the agent means not to speak to somebody now."""
    return any(
        one.is_open
        and one.kind == "prohibition"
        and (one.forbids in BARS_TALK or one.is_daily)
        and (other in one.others or EVERYBODY in one.others)
        and any(first <= thinker.now <= last for first, last in _spans(one, thinker.now))
        for one in thinker.mind.intentions.values()
    )


def keeps_away_from(thinker: Thinker, other: AgentId) -> bool:
    """Return whether the agent means not to speak to somebody any more, without an end to it."""
    return any(
        one.is_open and one.forbids in BARS_TALK and one.until is None and other in one.others
        for one in thinker.mind.intentions.values()
        if one.kind == "prohibition" and one.binds_at(thinker.now)
    )


def is_not_asked(thinker: Thinker, other: AgentId, what: str) -> bool:
    """Return whether the agent means not to ask somebody to an occasion."""
    return any(one.is_open and leaves_out(one, other, what) for one in thinker.mind.intentions.values())


def is_of_place(one: Intention) -> bool:
    """Return whether something that one means forbids going somewhere."""
    return one.kind == "prohibition" and bool(one.place) and one.forbids in ALONE and not one.others


def is_within(place: Path, room: Path) -> bool:
    """Return whether a room is a place or lies in it."""
    return bool(place) and (room == place or room.startswith(f"{place}/"))
