"""The spread of a piece of news: who knows it, and by which tellings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from engine.records import AgentId, Path

NewsKind = Literal["fact", "told", "words"]
"""What is followed: a fact of the scenario, something that people have told, or words that one types."""

HowKnown = Literal["scenario", "whisper", "seen", "told", "talk", "thought"]
"""How somebody came to know: from the scenario, an inner voice, with their own eyes, by a line, in a talk
says it in other words, or by thinking of it first.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """A piece of news that can be followed through a town.

    `id` names it in links, `roots` are the keys that tellings of it go back to. Only news that is `words`
    is looked for by them: each by itself says it. `topic` names a fact in a word or two.
    """

    id: str
    kind: NewsKind
    text: str
    roots: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()
    topic: str = ""
    told: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Distortion:
    """A detail that a telling changed; `now` is empty if it was left out."""

    was: str
    now: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A line that carries the news.

    `id` is the id of the line, `tells` the memory that was passed on (0 if it is only mentioned), `words`
    the part of the line that says it, `new_to` the hearers who did not know it.
    """

    id: int
    minute: int
    conversation: int
    room: Path
    speaker: AgentId
    hearers: tuple[AgentId, ...]
    words: str
    tells: int = 0
    new_to: tuple[AgentId, ...] = ()
    distortions: tuple[Distortion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowing:
    """The way in which an agent learned the news.

    `id` is the row of the log that shows it (a line, an event or a memory), `minute` since when it knows,
    `by` the teller, and `words` how it was put. An agent knows a memory of somebody else only `partly` if the
    lines that it heard say less than most of it.
    """

    agent: AgentId
    id: int
    minute: int
    how: HowKnown
    words: str
    by: AgentId = ""
    partly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """A pair of agents who talked, where one knew the news and did not tell it.

    `id` is the id of their last talk, and `talks` the number of talks.
    """

    knew: AgentId
    other: AgentId
    id: int
    minute: int
    talks: int


@dataclass(frozen=True, kw_only=True)
class Spread:
    """The spread of a piece of news up to a moment. Agents are in the order in which they learned it.

    `subjects` are the agents who do what it says: they need not be told.
    """

    news: News
    minute: int
    people: tuple[AgentId, ...]
    knowing: tuple[Knowing, ...]
    tellings: tuple[Telling, ...]
    silences: tuple[Silence, ...]
    subjects: tuple[AgentId, ...] = ()

    @cached_property
    def by_agent(self) -> dict[AgentId, Knowing]:
        """Return the way each agent learned the news, by agent."""
        return {one.agent: one for one in self.knowing}

    @cached_property
    def by_telling(self) -> dict[int, Telling]:
        """Return the tellings by the ids of their lines."""
        return {one.id: one for one in self.tellings}

    @property
    def knowing_all(self) -> tuple[Knowing, ...]:
        """Return those who know all of the news."""
        return tuple(one for one in self.knowing if not one.partly)

    @property
    def besides(self) -> tuple[AgentId, ...]:
        """Return the agents whom the news is about and whom nobody has told."""
        return tuple(agent for agent in self.subjects if agent not in self.by_agent)

    @property
    def others(self) -> tuple[AgentId, ...]:
        """Return the agents who know the news or can be told: all but those in `besides`."""
        return tuple(agent for agent in self.people if agent not in self.besides)

    @property
    def unaware(self) -> tuple[AgentId, ...]:
        """Return the agents who do not know the news."""
        return tuple(agent for agent in self.others if agent not in self.by_agent)

    def told_by(self, agent: AgentId) -> tuple[Knowing, ...]:
        """Return those who learned the news from an agent, in order."""
        return tuple(one for one in self.knowing if one.by == agent)

    @property
    def sources(self) -> tuple[Knowing, ...]:
        """Return those who were told by nobody: the roots of the tree of tellings."""
        return tuple(one for one in self.knowing if not one.by)
