"""What was lived: the memories on which conclusions may rest, and what they show when read together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.clock import DAY, day_of
from engine.prompts.questions import Conclude
from engine.prompts.questions.conclude import UNSHOWN
from engine.records import AgentId, Memory, Name
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.reflection.rows import (
    Dealing,
    Meeting,
    Numbered,
    Reader,
    Telling,
    dealings_in,
    meetings_in,
    tellings_in,
)
from engine.rehearsal.reflection.thought import Thought
from engine.rehearsal.speaker import Speaker
from engine.rehearsal.understand import Proposition

MOST_EVIDENCE = 12
MOST_IN_WORDS = 12
MOST_NAMED = 7
_LONGEST, _LONGEST_UNSPACED = 110, 40  # in letters: what is longer is not quoted


@dataclass(frozen=True, slots=True)
class Lived:
    """An agent looking back: its memories, and the talks, dealings and tellings in them."""

    me: Speaker[Conclude]
    prompt: Conclude
    rows: tuple[Numbered, ...]
    meetings: tuple[Meeting, ...]
    dealings: tuple[Dealing, ...]
    tellings: tuple[Telling, ...]

    def think(
        self, frame: str, found: Iterable[Numbered], importance: int, about: str, **values: str
    ) -> Thought:
        """Build a thought that rests on the memories found."""
        text = self.said(frame, **values)
        numbers = tuple(sorted({number for number, _ in found}))[:MOST_EVIDENCE]
        return Thought(frame, about, self.me.sentence(text), numbers, importance)

    def said(self, frame: str, **values: str) -> str:
        """Return a phrase about the agent, in which nobody is named in full twice."""
        return self.me.everybody.named_once(self.clause(frame, **values))

    def clause(self, frame: str, **values: str) -> str:
        """Return a phrase about the agent as a part of a longer sentence, with full names."""
        return self.me.say(frame, name=self.me.name.full, **values)

    def says(self, memory: Memory) -> Proposition:
        """Return the meaning of a memory."""
        return Reader(self.me).says(memory)

    def of_kind(self, *kinds: str) -> list[Numbered]:
        """Return the memories of some kinds, the oldest first."""
        return [each for each in self.rows if each[1].kind in kinds]

    def closeness(self, agent: AgentId) -> float:
        """Return the agent's closeness to a person: as in the prompt, else by its initial bond, else 0."""
        known = next((person for person in self.prompt.people if person.agent == agent), None)
        if known is not None:
            return closeness_of(known, self.me.pack)
        bond = next((bond for bond in self.me.persona.bonds if bond.other == agent), None)
        return closeness_of(bond, self.me.pack) if bond else 0.0

    def shares_home(self, agent: AgentId) -> bool:
        """Check whether a person lives with the agent, as the prompt says or the bond between the two."""
        known = self.live_together(frozenset((agent, self.me.persona.id)))
        known = known or any(person.agent == agent and person.lives_with for person in self.prompt.people)
        bonds = (bond.kind for bond in self.me.persona.bonds if bond.other == agent)
        return known or any(self.me.pack.finds("shares_home", kind) for kind in bonds)

    def live_together(self, pair: frozenset[AgentId]) -> bool:
        """Check whether two people live together, whether or not the agent knows them."""
        return pair in self.prompt.living_together

    def full(self, agent: AgentId) -> str:
        """Return the full name of an agent."""
        return self.me.name_of(agent).full

    def listed(self, agents: Iterable[AgentId]) -> str:
        """Return a list of names; of many the first, and that there are others."""
        names = [self.full(agent) for agent in dict.fromkeys(agents)]
        if len(names) <= MOST_NAMED:
            return self.me.pack.listed(names)
        named = self.me.pack.grammar.comma.join(names[: MOST_NAMED - 1])
        return self.me.pack.word("and_more").format(names=named)

    def whose(self, host: Name) -> str:
        """Return the possessive of a name: `Isabel Moreno's`."""
        return self.me.pack.grammar.possessive_of.format(name=host.full)

    @property
    def yesterday(self) -> int:
        """Return the day before this one: the last that can be looked back on. It is 0 on the first day."""
        return day_of(self.prompt.now) - 1

    def is_of_late(self, row: Numbered) -> bool:
        """Check whether a memory is of today or yesterday, since when everything is remembered."""
        return day_of(row[1].minute) >= self.yesterday

    def talks_alone(self, agent: AgentId, after: int = 0) -> list[Meeting]:
        """Return the talks of today and yesterday, after a minute, of the agent and a person by themselves.

        Each of the two said something in them.
        """
        after, both = max(after, (self.yesterday - 1) * DAY), {agent, self.me.persona.id}
        return [
            each for each in self.meetings
            if each.others == {agent} and both <= each.speakers and each.minute > after
        ]  # fmt: skip

    def put(self, text: str) -> str:
        """Return a statement as it stands inside a sentence."""
        return self.me.inside(bare(text))

    def can_quote(self, text: str) -> bool:
        """Check that a statement can be quoted: it is short, in one sentence, and no conclusion."""
        core, pack = bare(text), self.me.pack
        return (
            len(core) <= (_LONGEST if pack.grammar.spaced else _LONGEST_UNSPACED)
            and not any(mark in core for mark in ".:;!?…。：；！？")
            and not pack.finds("all_know", core)
            and not pack.finds("routine", core)  # what somebody was just doing is over
            and not any(pack.phrases.read(frame, text) for frame in pack.phrases.beginning("insight_"))
        )


def lived_by(prompt: Conclude, me: Speaker[Conclude]) -> Lived:
    """Read the memories of a prompt, those recalled and those of the last two days, in their order."""
    shown = {memory.id: number for number, memory in enumerate(prompt.recalled[:200], start=1)}
    later = [(UNSHOWN + at, each) for at, each in enumerate(prompt.lately, start=1) if each.id not in shown]
    rows = [*enumerate(prompt.recalled[:200], start=1), *later]
    rows.sort(key=lambda each: each[1].id)
    reader = Reader(me)
    return Lived(
        me,
        prompt,
        tuple(rows),
        meetings_in(rows, reader),
        dealings_in(rows, reader),
        tellings_in(rows, reader),
    )


def tidy_topic(text: str) -> str:
    """Return what was asked for, fit for a sentence."""
    return bare(tidy(text, _LONGEST))
