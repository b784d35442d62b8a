"""Closeness: how a feeling that is meant, or a tie that is cut, changes how one stands to somebody."""

from __future__ import annotations

from engine.cognition.thinker import Thinker
from engine.intentions.stated import STEPS
from engine.records import (
    EVERYBODY,
    AgentId,
    Intention,
    Relation,
)

_STRONG = 0.6  # of closeness, from which on a tie speaks for itself
_COOLS = 0.4  # by how much a tie that one means to cut does


def cuts_off(new: Intention) -> bool:
    """Return whether one means to have nothing to do with somebody any more."""
    for_good = new.kind == "prohibition" and new.when is None and new.until is None
    return for_good and new.forbids == "meeting" and not new.place


def cool(thinker: Thinker, cut: Intention) -> None:
    """Stand further from those one means to have nothing to do with than one stood."""
    for other in cut.others:
        before = thinker.mind.relations.get(other)
        if before is not None and other != EVERYBODY:
            note = thinker.say_or(cut.deed, "shuns", other=thinker.town.cast.names[other])
            _stand_to(thinker, other, max(-1.0, round(before.closeness - _COOLS, 3)), note)


def feel_towards(thinker: Thinker, felt: Intention) -> None:
    """Stand to those a feeling is for as it says from now on."""
    note = thinker.say_or(felt.deed, "feels_so", deed=felt.deed)
    for other in felt.others:
        if other != EVERYBODY and not _is_felt_already(thinker, felt, other):
            _stand_to(thinker, other, felt.strength / STEPS, note)


def _is_felt_already(thinker: Thinker, felt: Intention, other: AgentId) -> bool:
    """Return whether a seed says no more than its author has put in a number, which stays as it is."""
    tie = thinker.mind.relations.get(other)
    of_a_seed = thinker.mind.stream.get(felt.memory).kind == "seed"
    return (
        of_a_seed and tie is not None and tie.closeness * felt.strength > 0 and abs(tie.closeness) >= _STRONG
    )


def _stand_to(thinker: Thinker, other: AgentId, closeness: float, note: str) -> None:
    if thinker.mind.is_held_to(other):
        return
    before = thinker.mind.relations.get(other)
    thinker.rows.add(
        Relation(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            other=other,
            kind=before.kind if before else thinker.town.phrases.tie(closeness),
            closeness=closeness,
            note=note,
        )
    )
