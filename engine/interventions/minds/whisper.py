"""Whisper: an instruction that an agent hears as its own inner voice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from engine.errors import worded
from engine.interventions.intervention import Asked, Intervention, said
from engine.records import AgentId, Intervened, Memory, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

_IMPORTANCE = 8  # of 10: an inner voice is not passed over


@dataclass(frozen=True, slots=True, kw_only=True)
class Whisper(Intervention):
    """An instruction that an agent hears as its own inner voice."""

    verb: ClassVar[str] = "whisper"
    title: ClassVar[str] = worded("Whisper")
    icon: ClassVar[str] = ":material/hearing:"
    button: ClassVar[str] = worded("Whisper")
    summary: ClassVar[str] = worded("Give a person an instruction that they hear as an inner voice.")
    one_of: ClassVar[tuple[str, ...]] = ("text", "intend")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(
            name="text", kind="text", label=worded("What"), metavar="TEXT", help="the instruction, in quotes",
            optional=True,
        ),
        Asked(
            name="intend",
            kind="intention",
            label=worded("Instruction as fields"),
            metavar="FIELDS",
            help="give the instruction as fields: {kind: meeting, with: otto, at: day 2 19:00}",
            example="{kind: meeting, with: otto, where: Towpath, at: day 2 19:00}",
            optional=True,
        ),
    )  # fmt: skip

    agent: AgentId
    text: str = ""
    intend: str = ""

    def take_effect(self, hand: Hand) -> Path:
        """Add the whisper as a memory, to be heeded on the next turn.

        If it states intentions in fields, these count, and a text beside them is only heard.
        """
        mind = hand.mind(self.agent)
        stated = self._sentences(hand)
        self._hear(hand, said(self.text or stated, worded("a whisper")))
        presence = mind.presence
        hand.wake([presence] if presence else [])
        return presence.room if presence else mind.persona.home

    def _sentences(self, hand: Hand) -> str:
        """Return the stated intentions in words. Raises BadInput if the fields state none."""
        from engine.cognition.intending.intend import stated_by
        from engine.scenario.stating.stating import intentions_read

        if not self.intend:
            return ""
        persona = hand.mind(self.agent).persona
        intentions = intentions_read(self.intend, hand.town.scenario)
        stated = [stated_by(hand.town, persona, hand.minute, intention) for intention in intentions]
        return " ".join(one.sentence for one in stated)

    def _hear(self, hand: Hand, text: str) -> Memory:
        persona = hand.mind(self.agent).persona
        memory = Memory(
            id=hand.next_id(),
            agent=self.agent,
            kind="whisper",
            text=hand.town.phrases.say("whispered", name=persona.name, text=text),
            importance=_IMPORTANCE,
            about=hand.town.cast.mentioned(text),
        )
        hand.remember(memory)
        return memory

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Retract the whisper and what was resolved because of it; what was done by then remains."""
        mind, heard = hand.mind(self.agent), hand.first_rows(entry)
        lately = mind.stream.since(entry.minute)
        resolves = [memory for memory in lately if not set(heard).isdisjoint(memory.evidence)]
        for memory in (*map(mind.stream.get, heard), *resolves):
            hand.retract(memory)
        because = hand.town.phrases.say("taken_back", name=mind.persona.name)
        for held in tuple(mind.intentions.values()):
            if held.is_open and held.memory in {*heard, *(memory.id for memory in resolves)}:
                row = hand.next_id()
                hand.add(replace(held, id=row, began=held.first, state="dropped", because=because))
        hand.wake([mind.presence] if mind.presence else [])
        return mind.presence.room if mind.presence else mind.persona.home

    def outcome(self, town: Town) -> str:
        """Return a sentence on who hears it."""
        return f"{town.cast.names[self.agent]} hears “{self.text or self.intend}” as an inner voice"
