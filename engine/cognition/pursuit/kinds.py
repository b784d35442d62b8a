"""Which class goes about which kind of intention."""

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

_LIKE_NO_OTHER: Mapping[IntentionKind, type[Pursuit]] = MappingProxyType(
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
    """Return the class for a kind: its own, or that of the kinds whose files say the same of them."""
    alike = (of_them for kinds, of_them in _BY_CONDUCT if kind in kinds)
    return _LIKE_NO_OTHER.get(kind) or next(alike, Kept)


def pursuit(thinker: Thinker, intention: Intention) -> Pursuit:
    """Return how an agent goes about an intention."""
    return pursuit_class(intention.kind)(thinker, intention)


def pursuits(thinker: Thinker) -> Iterator[Pursuit]:
    """Yield all that an agent ever meant to do, oldest first; what changes meanwhile, as it stood."""
    for intention in tuple(thinker.mind.intentions.values()):
        yield pursuit(thinker, intention)


def open_pursuits(thinker: Thinker) -> Iterator[Pursuit]:
    """Yield what an agent still means to do, oldest first."""
    return (held for held in pursuits(thinker) if held.intention.is_open)
