"""Chooses the `Pursuit` class for each kind of intention."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from engine.cognition.pursuit.alone import Deed, Habit, Move, Visit
from engine.cognition.pursuit.asking import Question, Request
from engine.cognition.pursuit.attending import Attendance
from engine.cognition.pursuit.gathering import Meeting, Occasion
from engine.cognition.pursuit.kept import Kept, Prohibition
from engine.cognition.pursuit.pursuit import Pursuit
from engine.cognition.pursuit.spoken import Addressed
from engine.cognition.pursuit.telling import Aim, Help, Message
from engine.cognition.thinker import Thinker
from engine.practices.conduct import AHEAD, ALONE, DONE_WITH, FOR_GOOD, HELD, ONCE, SPOKEN, TO_MANY
from engine.records import Intention, IntentionKind

_OWN_CLASS: Mapping[IntentionKind, type[Pursuit]] = MappingProxyType(
    {
        "attend": Attendance,
        "message": Message,
        "prohibition": Prohibition,
        "question": Question,
        "request": Request,
        "visit": Visit,
    }
)
_BY_CONDUCT: tuple[tuple[frozenset[IntentionKind], type[Pursuit]], ...] = (  # the first that fits
    (HELD, Occasion),
    (AHEAD, Meeting),
    (TO_MANY, Aim),
    (DONE_WITH, Help),
    (SPOKEN, Addressed),
    (FOR_GOOD, Move),
    (ONCE, Deed),
    (ALONE, Habit),
)


@cache
def pursuit_class(kind: IntentionKind) -> type[Pursuit]:
    """Return the class for a kind: its own, else the class for the first group the kind belongs to."""
    shared = (shared_class for kinds, shared_class in _BY_CONDUCT if kind in kinds)
    return _OWN_CLASS.get(kind) or next(shared, Kept)


def pursuit_of(thinker: Thinker, intention: Intention) -> Pursuit:
    """Return an intention of the agent as a pursuit."""
    return pursuit_class(intention.kind)(thinker, intention)


def pursuits(thinker: Thinker) -> Iterator[Pursuit]:
    """Yield a pursuit for every intention the agent has ever had, oldest first, from a snapshot."""
    for intention in tuple(thinker.mind.intentions.values()):
        yield pursuit_of(thinker, intention)


def open_pursuits(thinker: Thinker) -> Iterator[Pursuit]:
    """Yield a pursuit for every open intention of the agent, oldest first."""
    for intention in tuple(thinker.mind.intentions.values()):
        if intention.is_open:
            yield pursuit_of(thinker, intention)
