"""Reword: replace the text of a memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention, said
from engine.interventions.minds.forget import MEMORY
from engine.records import Intervened, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Reword(Intervention):
    """Retract a memory, and add one with other words in its place."""

    verb: ClassVar[str] = "reword"
    title: ClassVar[str] = worded("Edit a memory")
    icon: ClassVar[str] = ":material/edit_note:"
    button: ClassVar[str] = worded("Save memory")
    summary: ClassVar[str] = worded("Change the text of a memory.")
    asks: ClassVar[tuple[Asked, ...]] = (
        MEMORY,
        Asked(
            name="text", kind="text", label=worded("New text"), metavar="TEXT", help="the new text, in quotes"
        ),
    )

    memory: str
    text: str

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the words before."""
        return {"text": hand.memory(self.memory).text}

    def take_effect(self, hand: Hand) -> Path:
        """Replace the memory by one with the new words."""
        memory, text = hand.memory(self.memory), said(self.text, worded("a memory"))
        mind = hand.mind(memory.agent)
        if not mind.stream.shows(memory.id):
            raise BadInput(
                worded(
                    "memory {id} of {name} is retracted and cannot be edited; undo the retraction first",
                    id=memory.id,
                    name=mind.persona.name,
                )
            )
        hand.remember(replace(memory, id=hand.next_id(), text=text, about=hand.town.cast.mentioned(text)))
        hand.retract(memory)
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Restore the memory with the old words."""
        memory = hand.memory(self.memory)
        mind = hand.mind(memory.agent)
        hand.retract_all(mind, hand.first_rows(entry))
        hand.retract(memory, hidden=False)
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def outcome(self, town: Town) -> str:
        """Return a sentence with the new words of the memory."""
        return f"Memory {self.memory} now reads “{self.text}”"
