"""Pursue: whom one still has to speak to, and where they may be found; what is done by saying a line or by
being somewhere, and what is over.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.cognition.intending.intend import stand
from engine.cognition.knowing import known_paths
from engine.cognition.thinker import Thinker
from engine.intentions.understood import EVERYBODY
from engine.prompts.known import Aim
from engine.records import AgentId, Intention, IntentionKind, Line, Path

SPOKEN: tuple[IntentionKind, ...] = ("message", "question", "request", "meeting", "help")
"""What is done by speaking to somebody, or begins so."""

_LASTS = 120  # minutes that an occasion is held for
_PLACES_TRIED = 3  # in search of somebody who might be anywhere
_EARLY = 20  # minutes before a meeting at which being together there is having met


def aims(thinker: Thinker) -> tuple[Aim, ...]:
    """Return what the agent means to do, oldest first, each with where whom it concerns may be found."""
    held = (one for one in thinker.mind.intentions.values() if one.is_open)
    return tuple(
        Aim(
            intention=one,
            left=_left(thinker, one),
            found=tuple(_whereabouts(thinker, other) for other in _left(thinker, one)),
        )
        for one in held
    )


def has_somebody_to_see(thinker: Thinker, since: int) -> bool:
    """Return whether the agent has meant to speak to somebody since a row of the log was made."""
    held = thinker.mind.intentions.values()
    return any(one.id > since and one.is_open and one.kind in SPOKEN and _left(thinker, one) for one in held)


def has_said(thinker: Thinker, line: Line) -> None:
    """Note what the agent has done by saying a line: who was to be told was told."""
    for one in tuple(thinker.mind.intentions.values()):
        spoken = one.is_open and one.kind in SPOKEN and line.tells and one.memory == line.tells
        if not spoken or one.others == (EVERYBODY,) or _left(thinker, one):
            continue
        if one.kind == "meeting" and one.when is not None and one.when > thinker.now:
            continue  # agreed on, and still to come
        stand(thinker, one, "done")


def keep_up(thinker: Thinker) -> None:
    """Note what comes true by being where one meant to be, when and with whom; and what is over."""
    inside = set(thinker.room.inside())
    for one in tuple(thinker.mind.intentions.values()):
        if not one.is_open or one.when is None or not _is_here(thinker, one.place):
            continue
        if one.kind == "meeting" and thinker.now >= one.when - _EARLY and inside.intersection(one.others):
            stand(thinker, one, "done")
        elif one.kind == "occasion" and one.when <= thinker.now:
            over = thinker.now >= one.when + _LASTS
            if over or one.state == "held":
                stand(thinker, one, "done" if over else "begun")


def due_on(thinker: Thinker) -> frozenset[AgentId]:
    """Return those to whom something is to be said that is due by now."""
    return frozenset(
        other
        for one in thinker.mind.intentions.values()
        if one.is_open and one.kind in SPOKEN and is_due(one, thinker.now)
        for other in _left(thinker, one)
    )


def is_due(one: Intention, now: int) -> bool:
    """Return whether the time for it has come: any time, where it has none or is to be done before one. A
    meeting is spoken of before its hour.
    """
    return one.when is None or one.kind == "meeting" or one.when <= now


def _left(thinker: Thinker, one: Intention) -> tuple[AgentId, ...]:
    """Return those who are still to be spoken to."""
    if one.kind not in (*SPOKEN, "occasion") or (one.kind == "help" and not _is_resolved(thinker, one)):
        return ()
    return tuple(
        other for other in one.others if other != EVERYBODY and (one.memory, other) not in thinker.mind.told
    )


def _is_resolved(thinker: Thinker, one: Intention) -> bool:
    """Return whether it is more than a wish: it has its time, or one has taken it up."""
    return one.when is not None or one.until is not None or thinker.mind.stream.get(one.memory).kind == "plan"


def _whereabouts(thinker: Thinker, other: AgentId) -> tuple[Path, ...]:
    """Return where somebody may be found, the likeliest first: where the agent saw them last, where they are
    known to live or to work.
    """
    stream, known = thinker.mind.stream, thinker.mind.known
    seen = (
        memory.place
        for memory in reversed(stream.memories)
        if memory.kind in ("observation", "talk") and other in memory.about and memory.place
    )
    persona = thinker.town.cast.personas[other]
    usual = (path for path in (persona.work, persona.home) if path in known)
    last, rooms = next(seen, ""), thinker.town.world.rooms
    return tuple(dict.fromkeys(path for path in (last, *usual, *_busy(thinker)) if path in rooms))


def _busy(thinker: Thinker) -> Iterator[Path]:
    """Yield the public rooms that the agent knows and where one meets people: those with hours come first."""
    world = thinker.town.world
    public = [path for path in known_paths(thinker) if not world.place_of[path].private]
    entries = [path for path in public if world.place_of[path].rooms[0].path == path]
    yield from sorted(entries, key=lambda path: world.place_of[path].open is None)[:_PLACES_TRIED]


def _is_here(thinker: Thinker, place: Path) -> bool:
    place_of = thinker.town.world.place_of
    return not place or place_of[place] == place_of[thinker.room.path]
