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
    Sighting,
    Telling,
    dealings_in,
    meetings_in,
    sightings_in,
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
    """An agent looking back: its memories, and the talks, sightings, dealings and tellings in them."""

    me: Speaker[Conclude]
    prompt: Conclude
    rows: tuple[Numbered, ...]
    meetings: tuple[Meeting, ...]
    sightings: tuple[Sighting, ...]
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
        return self.closeness_at_first(agent)

    def knows(self, agent: AgentId) -> bool:
        """Return whether how the agent stands to a person now is known, and not only how it did at first."""
        return any(person.agent == agent for person in self.prompt.people)

    def closeness_at_first(self, agent: AgentId) -> float:
        """Return the agent's closeness to a person by its initial bond, or 0."""
        known = next((bond for bond in self.me.persona.bonds if bond.other == agent), None)
        return closeness_of(known, self.me.pack) if known else 0.0

    def full(self, agent: AgentId) -> str:
        """Return the full name of an agent."""
        return self.me.name_of(agent).full

    def listed(self, agents: Iterable[AgentId]) -> str:
        """Return a list of names; of many the first, and how many more there are."""
        names = [self.full(agent) for agent in dict.fromkeys(agents)]
        if len(names) <= MOST_NAMED:
            return self.me.pack.listed(names)
        named = self.me.pack.grammar.comma.join(names[: MOST_NAMED - 1])
        return self.me.pack.word("and_more").format(names=named, number=len(names) - MOST_NAMED + 1)

    def whose(self, host: Name) -> str:
        """Return the possessive of a name: `Isabel Moreno's`."""
        return self.me.pack.grammar.possessive_of.format(name=host.full)

    @property
    def yesterday(self) -> int:
        """Return the day before this one: the last that can be looked back on. It is 0 on the first day."""
        return day_of(self.prompt.now) - 1

    def is_of_late(self, row: Numbered) -> bool:
        """Return whether a memory is of today or yesterday, since when everything is remembered."""
        return day_of(row[1].minute) >= self.yesterday

    def talks_with(self, agent: AgentId, after: int = 0) -> list[Meeting]:
        """Return the talks with a person today and yesterday, after a minute: all of them are remembered."""
        after = max(after, (self.yesterday - 1) * DAY)
        return [each for each in self.meetings if agent in each.others and each.minute > after]

    def talks_alone(self, agent: AgentId) -> list[Meeting]:
        """Return the talks of today and yesterday in which the agent was alone with a person."""
        return [each for each in self.talks_with(agent) if each.others == {agent}]

    def since(self, day: int) -> str:
        """Return the words for from a day on: `today`, `since day 1`."""
        if day > self.yesterday:
            return self.me.pack.word("today")
        return self.me.pack.word("since_day").format(day=self.me.pack.calendar.day.format(day=day))

    def day_of_evidence(self, row: Numbered) -> int:
        """Return the last day of what an earlier conclusion rests on, or 0 if none of that is remembered."""
        days = [day_of(memory.minute) for _, memory in self.rows if memory.id in row[1].evidence]
        return max(days, default=0)

    def on(self, day: int) -> str:
        """Return the words for on a day: `on day 1`."""
        return self.me.pack.calendar.on_day.format(day=day)

    def times(self, count: int) -> str:
        """Return a count of times in words: `twice`, `three times`."""
        if count == 2:
            return self.me.pack.word("twice")
        numbers = self.me.pack.numbers
        number = numbers[count - 2] if count <= MOST_IN_WORDS else str(count)
        return self.me.pack.word("times").format(number=number)

    def places(self, paths: Iterable[str]) -> str:
        """Return a list of places, each once."""
        return self.me.pack.listed(list(dict.fromkeys(self.me.place(path) for path in paths)))

    def put(self, text: str) -> str:
        """Return a statement as it stands inside a sentence."""
        return self.me.inside(bare(text))

    def can_quote(self, text: str) -> bool:
        """Return whether a statement can be quoted: it is short, in one sentence, and no conclusion."""
        core, pack = bare(text), self.me.pack
        return (
            len(core) <= (_LONGEST if pack.grammar.spaced else _LONGEST_UNSPACED)
            and not any(mark in core for mark in ".:;!?…。：；！？")
            and not pack.finds("all_know", core)
            and not pack.finds("routine", core)  # what somebody was just doing is over
            and not any(pack.phrases.read(frame, text) for frame in pack.phrases.beginning("insight_"))
        )

    def is_telling(self, deed: str) -> bool:
        """Return whether a deed says something about who does it. Meals, talks and errands do not."""
        return Reader(self.me).is_telling(deed)


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
        sightings_in(rows, reader),
        dealings_in(rows, reader),
        tellings_in(rows, reader),
    )


def tidy_topic(text: str) -> str:
    """Return what was asked for, fit for a sentence."""
    return bare(tidy(text, _LONGEST))
