"""Tie: change the relation of one agent to another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention, number, said
from engine.records import AgentId, Intervened, Path, Relation

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

_LONGEST_KIND = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie(Intervention):
    """Change the relation of one agent to another. The opposite direction stays as it is."""

    verb: ClassVar[str] = "tie"
    title: ClassVar[str] = worded("Set a relationship")
    icon: ClassVar[str] = ":material/link:"
    button: ClassVar[str] = worded("Apply")
    summary: ClassVar[str] = worded("Change a person's relationship to another person.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(
            name="other",
            kind="agent",
            label=worded("To whom"),
            metavar="OTHER",
            help="the other person's id or name",
        ),
        Asked(
            name="closeness",
            kind="number",
            label=worded("Closeness, from -1 to 1"),
            metavar="CLOSENESS",
            help="the closeness, from -1 (enemies) to 1 (inseparable)",
            example="-0.6",
        ),
        Asked(
            name="kind",
            kind="text",
            label=worded("Kind of relationship"),
            metavar="KIND",
            help="the kind of relationship: friend, sister, rival, … (default: unchanged)",
            example=worded("rival"),
            optional=True,
        ),
    )

    agent: AgentId
    other: AgentId
    closeness: str
    kind: str = ""

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the relation before; empty if they did not know each other."""
        return how_they_stand(hand, self.agent, self.other)

    @property
    def gives(self) -> frozenset[tuple[str, ...]]:
        """Return the key of the relation that it sets."""
        return frozenset({("tie", self.agent, self.other)})

    def take_effect(self, hand: Hand) -> Path:
        """Set the relation."""
        mind = hand.mind(self.agent)
        hand.mind(self.other)
        if self.agent == self.other:
            raise BadInput(
                worded(
                    "{name} cannot have a relationship with themselves; choose two people",
                    name=mind.persona.name,
                )
            )
        close = number(self.closeness, worded("closeness"), -1, 1)
        kind = said(self.kind, worded("the kind of relationship"), _LONGEST_KIND) if self.kind.strip() else ""
        held = mind.relations.get(self.other)
        stand(hand, self.agent, self.other, kind or (held.kind if held is not None else ""), close)
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Restore the relation before; it becomes neutral if they did not know each other."""
        mind = hand.mind(self.agent)
        stand_again(hand, self.agent, self.other, entry.before)
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def outcome(self, town: Town) -> str:
        """Return a sentence on the relation."""
        one, other = town.cast.names[self.agent], town.cast.names[self.other]
        kind = f", {self.kind.strip()}" if self.kind.strip() else ""
        return f"{one}'s closeness to {other} is {self.closeness.strip()}{kind}"


def how_they_stand(hand: Hand, agent: AgentId, other: AgentId) -> dict[str, str]:
    """Return a relation in the form that `stand_again` takes; empty if there is none."""
    held = hand.mind(agent).relations.get(other)
    if held is None:
        return {}
    return {"closeness": repr(held.closeness), "kind": held.kind, "note": held.note}


def stand_again(hand: Hand, agent: AgentId, other: AgentId, before: Mapping[str, str]) -> None:
    """Restore a relation as returned by `how_they_stand`."""
    closeness = float(before.get("closeness", 0.0))
    stand(hand, agent, other, before.get("kind", ""), closeness, before.get("note", ""))


def stand(hand: Hand, agent: AgentId, other: AgentId, kind: str, closeness: float, note: str = "") -> None:
    """Set the relation of one agent to another."""
    row = Relation(id=hand.next_id(), agent=agent, other=other, kind=kind, closeness=closeness, note=note)
    hand.add(row)
