"""Forget: a memory is no longer recalled, but stays in the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention
from engine.records import Intervened, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

MEMORY = Asked(
    name="memory",
    kind="memory",
    label=worded("Memory"),
    metavar="MEMORY",
    help="the id of a memory; `memories` lists the ids",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget(Intervention):
    """Retract a memory: it is no longer recalled, but stays in the log."""

    verb: ClassVar[str] = "forget"
    title: ClassVar[str] = worded("Retract a memory")
    icon: ClassVar[str] = ":material/visibility_off:"
    button: ClassVar[str] = worded("Retract")
    summary: ClassVar[str] = worded("Retract a memory: it stays in the log but is never recalled.")
    asks: ClassVar[tuple[Asked, ...]] = (MEMORY,)

    memory: str

    def take_effect(self, hand: Hand) -> Path:
        """Retract the memory. Raises BadInput if it is retracted already."""
        memory = hand.memory(self.memory)
        mind = hand.mind(memory.agent)
        if not mind.stream.shows(memory.id):
            raise BadInput(
                worded(
                    "memory {id} of {name} is already retracted; choose another memory",
                    id=memory.id,
                    name=mind.persona.name,
                )
            )
        hand.retract(memory)
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Restore the memory."""
        memory = hand.memory(self.memory)
        hand.retract(memory, hidden=False)
        mind = hand.mind(memory.agent)
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def outcome(self, town: Town) -> str:
        """Return a sentence on which memory is retracted."""
        return f"Memory {self.memory} is no longer recalled"
