"""Lock a relation of one agent to another, whatever talks bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention
from engine.records import AgentId, Intervened, Lock, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class LockTie(Intervention):
    """Keep the relation of one agent to another. The opposite direction may change."""

    verb: ClassVar[str] = "lock-tie"
    title: ClassVar[str] = worded("Lock a relationship")
    icon: ClassVar[str] = ":material/lock:"
    button: ClassVar[str] = worded("Lock")
    summary: ClassVar[str] = worded("Lock a relationship, so that conversations do not change it.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(
            name="other",
            kind="agent",
            label=worded("To whom"),
            metavar="OTHER",
            help="the other person's id or name",
        ),
    )

    agent: AgentId
    other: AgentId

    def take_effect(self, hand: Hand) -> Path:
        """Lock closeness and kind. Raises BadInput if there is no relation, or it is locked already."""
        mind, other = hand.mind(self.agent), hand.mind(self.other).persona.name
        if self.other not in mind.relations:
            raise BadInput(
                worded(
                    "{name} does not know {other}; use `tie` to create a relationship that can be locked",
                    name=mind.persona.name,
                    other=other,
                )
            )
        if mind.is_held_to(self.other):
            raise BadInput(
                worded(
                    "the relationship of {name} to {other} is already locked; undo that lock to change it",
                    name=mind.persona.name,
                    other=other,
                )
            )
        return self._hold(hand, held=True)

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Let talks change the relation again."""
        return self._hold(hand, held=False)

    def outcome(self, town: Town) -> str:
        """Return a sentence on which relation is locked."""
        one, other = town.cast.names[self.agent], town.cast.names[self.other]
        return f"{one}'s relationship to {other} is locked"

    def _hold(self, hand: Hand, *, held: bool) -> Path:
        mind = hand.mind(self.agent)
        hand.add(Lock(id=hand.next_id(), agent=self.agent, others=(self.other,), held=held))
        return mind.presence.room if mind.presence is not None else mind.persona.home
