"""Change how close the agent feels to others when it has feelings about them or breaks with them."""

from __future__ import annotations

from engine.cognition.thinker import Thinker
from engine.intentions.stated import STEPS
from engine.records import (
    EVERYBODY,
    AgentId,
    Intention,
    Relation,
)

_STRONG = 0.6  # closeness from which a tie that an author gave is left as it is
_COOLS = 0.4  # how much closeness is lost when the agent cuts a tie


def cuts_off(new: Intention) -> bool:
    """Return whether an intention is to have nothing to do with others any more."""
    for_good = new.kind == "prohibition" and new.when is None and new.until is None
    return for_good and new.forbids == "meeting" and not new.place


def cool(thinker: Thinker, cut: Intention) -> None:
    """Lower the agent's closeness to the people it wants nothing more to do with."""
    for other in cut.others:
        relation = thinker.mind.relations.get(other)
        if relation is not None and other != EVERYBODY:
            note = thinker.say("shuns", other=thinker.town.cast.names[other])
            _set_closeness(thinker, other, max(-1.0, round(relation.closeness - _COOLS, 3)), note)


def feel_towards(thinker: Thinker, felt: Intention) -> None:
    """Set the agent's closeness to the people a feeling is about."""
    note = thinker.say("feels_so", deed=felt.deed)
    for other in felt.others:
        if other != EVERYBODY and not _is_felt_already(thinker, felt, other):
            _set_closeness(thinker, other, felt.strength / STEPS, note)


def _is_felt_already(thinker: Thinker, felt: Intention, other: AgentId) -> bool:
    """Return whether a seed's feeling only repeats a strong tie that its author gave as a number."""
    relation = thinker.mind.relations.get(other)
    is_from_seed = thinker.mind.stream.get(felt.memory).kind == "seed"
    return (
        is_from_seed
        and relation is not None
        and relation.closeness * felt.strength > 0
        and abs(relation.closeness) >= _STRONG
    )


def _set_closeness(thinker: Thinker, other: AgentId, closeness: float, note: str) -> None:
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
