"""Spread: how far a piece of news has come, and by which tellings, as pages and programs read it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from engine.records import AgentId, Path

NewsKind = Literal["fact", "told", "words"]
"""What is followed: a fact of the scenario, something that people have told, or words that one types."""

HowKnown = Literal["scenario", "whisper", "seen", "told", "talk", "thought", "unexplained"]
"""How somebody came to know: from the scenario, an inner voice, with their own eyes, by a line, in a talk
says it in other words, by thinking of it first; or in no way that the log shows.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """A thing that can be followed through a town. `id` names it in links, `roots` are what tellings of it go
    back to, and `words` the wordings of which each by itself says it.
    """

    id: str
    kind: NewsKind
    text: str
    roots: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()
    told: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Distortion:
    """A detail that a telling gave otherwise than the teller had it; `now` is empty where it was left out."""

    was: str
    now: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A line that carries the news: `id` is the line's, `tells` the memory that was passed on (0: none, it is
    only spoken of), `words` the part of the line that says it, `new_to` those who first hear it so.
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
    """Somebody who knows, since when and how. `id` is the row of the log that shows it: a line, an event, a
    memory; `by` who told it, and `words` how it was put.
    """

    agent: AgentId
    id: int
    minute: int
    how: HowKnown
    words: str
    by: AgentId = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Somebody who knew, talked with somebody who did not, and said nothing of it; `id` is that of their last
    talk, and `talks` how many there were.
    """

    knew: AgentId
    other: AgentId
    id: int
    minute: int
    talks: int


@dataclass(frozen=True, kw_only=True)
class Spread:
    """How far a piece of news has come at a moment. People stand in the order in which they came to know."""

    news: News
    minute: int
    people: tuple[AgentId, ...]
    knowing: tuple[Knowing, ...]
    tellings: tuple[Telling, ...]
    silences: tuple[Silence, ...]

    @cached_property
    def by_agent(self) -> dict[AgentId, Knowing]:
        """Return how each of those who know came to know."""
        return {one.agent: one for one in self.knowing}

    @cached_property
    def by_telling(self) -> dict[int, Telling]:
        """Return the tellings by their lines."""
        return {one.id: one for one in self.tellings}

    @property
    def unaware(self) -> tuple[AgentId, ...]:
        """Return who does not know."""
        return tuple(agent for agent in self.people if agent not in self.by_agent)

    @property
    def unexplained(self) -> tuple[Knowing, ...]:
        """Return who speaks of it without having heard, seen or been given it."""
        return tuple(one for one in self.knowing if one.how == "unexplained")

    def told_by(self, agent: AgentId) -> tuple[Knowing, ...]:
        """Return who came to know from somebody, in order."""
        return tuple(one for one in self.knowing if one.by == agent)

    @property
    def sources(self) -> tuple[Knowing, ...]:
        """Return those who were told by nobody: where the tree of tellings begins."""
        return tuple(one for one in self.knowing if not one.by)
