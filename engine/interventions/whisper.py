"""Whisper: an instruction that an agent hears as its own inner voice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import NotFound
from engine.interventions.intervention import Asked, Intervention, said
from engine.records import AgentId, Memory, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

_IMPORTANCE = 8  # of 10: an inner voice is not passed over


@dataclass(frozen=True, slots=True, kw_only=True)
class Whisper(Intervention):
    """An instruction that an agent hears as its own inner voice."""

    verb: ClassVar[str] = "whisper"
    title: ClassVar[str] = "Whisper"
    icon: ClassVar[str] = ":material/hearing:"
    button: ClassVar[str] = "Whisper"
    summary: ClassVar[str] = "plant an instruction that an agent hears as its own inner voice"
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label="Who", metavar="AGENT", help="an id or a name"),
        Asked(name="text", kind="text", label="What", metavar="TEXT", help="what to whisper, in quotes"),
    )

    agent: AgentId
    text: str

    def take_effect(self, hand: Hand) -> Path:
        """Let it be remembered, and heeded on the next turn."""
        minds = hand.state.minds
        if self.agent not in minds:
            raise NotFound(f"nobody here has the id {self.agent!r}; there are {', '.join(minds)}")
        text = said(self.text, "a whisper")
        persona, presence = minds[self.agent].persona, minds[self.agent].presence
        hand.add(
            Memory(
                id=hand.next_id(),
                agent=self.agent,
                kind="whisper",
                text=hand.town.phrases.say("whispered", name=persona.name, text=text),
                importance=_IMPORTANCE,
                about=hand.town.cast.mentioned(text),
            )
        )
        hand.wake([presence] if presence else [])
        return presence.room if presence else persona.home

    def outcome(self, town: Town) -> str:
        """Return who hears it."""
        return f"{town.cast.names[self.agent]} hears it as an inner voice"
