"""Remember: give an agent a memory, as if it had always had it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import worded
from engine.interventions.intervention import Asked, Intervention, number, said
from engine.records import AgentId, Intervened, Memory, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

_MATTERS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Remember(Intervention):
    """Give an agent a memory, as if it had always had it."""

    verb: ClassVar[str] = "remember"
    title: ClassVar[str] = worded("Add a memory")
    icon: ClassVar[str] = ":material/note_add:"
    button: ClassVar[str] = worded("Add memory")
    summary: ClassVar[str] = worded("Give a person a memory, as if they had always had it.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(name="text", kind="text", label=worded("What"), metavar="TEXT", help="the memory, in quotes"),
        Asked(
            name="importance",
            kind="number",
            label=worded("Importance, from 1 to 10"),
            metavar="IMPORTANCE",
            help=f"the importance, from 1 to 10 (default: {_MATTERS})",
            example=str(_MATTERS),
            optional=True,
        ),
    )

    agent: AgentId
    text: str
    importance: str = ""

    def take_effect(self, hand: Hand) -> Path:
        """Add the memory, as a seed memory."""
        mind, text = hand.mind(self.agent), said(self.text, worded("a memory"))
        matters = int(number(self.importance or str(_MATTERS), worded("importance"), 1, 10))
        hand.remember(
            Memory(
                id=hand.next_id(),
                agent=self.agent,
                kind="seed",
                text=text,
                importance=matters,
                about=hand.town.cast.mentioned(text),
            )
        )
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Retract the memory."""
        mind = hand.mind(self.agent)
        hand.retract_all(mind, hand.first_rows(entry))
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def outcome(self, town: Town) -> str:
        """Return a sentence on who remembers it."""
        return f"{town.cast.names[self.agent]} remembers “{self.text}”"
