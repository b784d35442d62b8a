"""The agents of a town at a moment, by name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from engine.clock import moment_words
from engine.cognition.asking.interview import Answered
from engine.display.html import Card
from engine.display.listed import Displayed, Records, Tabular
from engine.display.rows import Grid, grid_of
from engine.errors import with_commas, worded
from engine.language.names.suggesting import did_you_mean
from engine.mind.mind import Plan
from engine.moments import meant
from engine.records import AgentId, Diary, Memory, MemoryKind, Persona, Presence, Relation
from engine.settings import Faculty
from engine.store.log.memories import Page

if TYPE_CHECKING:  # a moment opens its people here
    from engine.moments.moment import Moment


class Agents(Tabular):
    """All agents of a town at a moment:

    `agents.nell`, `agents["Nell Hartley"]`, or iterated in town order.
    """

    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def __getitem__(self, said: str) -> Agent:
        """Return the agent with an id or a name. Raises NotFound, with a suggestion."""
        return Agent(moment=self._moment, id=meant.agent_meant(self._moment.town, said))

    def __getattr__(self, name: str) -> Agent:
        """Return the agent with an id, with `_` for characters that Python names lack.

        Raises AttributeError, with a suggestion.
        """
        ids = self._ids
        if name not in ids:
            if name.startswith("_"):
                raise AttributeError(name)
            remedy = did_you_mean(name, list(ids), worded("available: {ids}", ids=with_commas(ids)))
            town = self._moment.town.scenario.town
            raise AttributeError(f"nobody in {town!r} is called {name!r}; {remedy}")
        return Agent(moment=self._moment, id=ids[name])

    def __dir__(self) -> list[str]:
        """List the attributes, with the ids of the agents as they are typed."""
        return sorted({*super().__dir__(), *self._ids})

    def __iter__(self) -> Iterator[Agent]:
        return (Agent(moment=self._moment, id=agent) for agent in self._moment.town.cast.personas)

    def __len__(self) -> int:
        return len(self._moment.town.cast.personas)

    def __repr__(self) -> str:
        """Return the ids of the agents."""
        return f"<Agents {', '.join(self._ids)}>"

    def _ipython_key_completions_(self) -> list[str]:
        return [*self._moment.town.cast.personas]

    @property
    def _ids(self) -> Mapping[str, AgentId]:
        return {re.sub(r"\W", "_", agent): agent for agent in self._moment.town.cast.personas}

    def _grid_(self) -> Grid:
        people = self._moment.people
        rows = tuple(
            (one.id, one.name, one.persona.age, there.room if there else None, there.doing if there else None)
            for one in self
            for there in [people.get(one.id)]
        )
        columns = ("id", "name", "age", "room", "doing")
        return Grid(caption="People", columns=columns, rows=rows, total=len(rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent(Displayed):
    """One agent of a town at a moment. Its methods are those of the moment, for this agent."""

    moment: Moment
    id: AgentId

    def __repr__(self) -> str:
        """Return the id and name of the agent, and the moment."""
        return f"<Agent {self.id} ({self.name}) in {self.moment!r}>"

    def _card_(self) -> Card:
        persona, here = self.persona, self.presence
        facts: list[tuple[str, object]] = [
            ("id", self.id),
            ("age", persona.age),
            ("traits", persona.traits),
            ("currently", persona.currently),
        ]
        if here is not None:
            facts += [("in", here.room), ("doing", "asleep" if here.asleep else here.doing)]
        grids = [self.memories.latest(5)._grid_()] if here is not None else []
        return Card(title=f"{self.name}, {moment_words(self.moment.minute)}", facts=facts, grids=grids)

    @property
    def name(self) -> str:
        """Return the full name of the agent."""
        return self.moment.town.cast.names[self.id]

    @property
    def persona(self) -> Persona:
        """Return the agent's persona as the author wrote it."""
        return self.moment.town.cast.personas[self.id]

    @property
    def presence(self) -> Presence | None:
        """Return the agent's place and activity; None before the first day."""
        return self.moment.people.get(self.id)

    @property
    def memories(self) -> Memories:
        """Return the agent's memory stream."""
        return Memories(self.moment, self.id)

    @property
    def reflections(self) -> Records[Memory]:
        """Return the agent's reflections, oldest first."""
        return self.moment.reflections(self.id)

    @property
    def diaries(self) -> Records[Diary]:
        """Return the agent's diary entries."""
        return self.moment.diaries(self.id)

    @property
    def relations(self) -> Records[Relation]:
        """Return the agent's relations to everyone it knows."""
        return Records.of(Relation, (one for one in self.moment.relations if one.agent == self.id))

    @property
    def plan(self) -> Plan:
        """Return the agent's plan for today."""
        return self.moment.plan(self.id)

    @property
    def status(self) -> dict[str, float]:
        """Return the agent's wellbeing values by name, each from 0 to 100."""
        return self.moment.status(self.id)

    def ask(
        self,
        question: str,
        *,
        earlier: Sequence[tuple[str, str]] = (),
        without: Collection[Faculty] = (),
        asked_by: str = "",
    ) -> Answered:
        """Interview the agent off the record, as `Moment.ask` does.

        Parameters
        ----------
        question : str
            The question.
        earlier : sequence of (str, str)
            Earlier questions with their answers.
        without : collection of Faculty
            Faculties whose results are left out of the mind.
        asked_by : str
            Who asks: "a stranger", "a reporter", an agent, or a description.

        Returns
        -------
        Answered
            The answer, the memories recalled for it, and those it cites.

        Raises
        ------
        BadInput
            Before the first day.

        """
        return self.moment.ask(self.id, question, earlier=earlier, without=without, asked_by=asked_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class CameToMind:
    """A memory that a query recalls, with its score and the weighted parts that add up to it."""

    memory: Memory
    score: float
    recency: float
    importance: float
    relevance: float

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "id": "memory.id", "minute": "memory.minute", "kind": "memory.kind", "text": "memory.text",
            "score": "score", "recency": "recency", "importance": "importance", "relevance": "relevance",
        }
    )  # fmt: skip


class Memories(Tabular):
    """The memory stream of an agent at a moment, newest first; read on first use."""

    def __init__(self, moment: Moment, agent: AgentId) -> None:
        self._moment = moment
        self._agent = agent

    def search(
        self, words: str, *, kinds: Sequence[MemoryKind] = (), least_importance: int = 1, limit: int = 50
    ) -> Page[Memory]:
        """Return a page of the memories that contain some words, newest first, as `Moment.memories` does.

        Parameters
        ----------
        words : str
            Words that the memory contains.
        kinds : sequence of str
            The kinds to return; all by default.
        least_importance : int
            The least importance, from 1 to 10.
        limit : int
            The most memories to return.

        Returns
        -------
        Page of Memory
            The memories, and their total number.

        """
        return self._moment.memories(
            self._agent, search=words, kinds=kinds, least_importance=least_importance, limit=limit
        )

    def recall(self, query: str, *, count: int | None = None) -> Records[CameToMind]:
        """Return the memories that a query would recall, the best first, scored as by `Moment.recall`.

        Nothing is stored.

        Parameters
        ----------
        query : str
            The text to search for.
        count : int, optional
            The number of memories; from the settings by default.

        Returns
        -------
        Records of CameToMind
            Each memory with the parts of its score.

        """
        found = (
            CameToMind(
                memory=memory,
                score=item.score,
                recency=item.recency,
                importance=item.importance,
                relevance=item.relevance,
            )
            for memory, recall in self._moment.recall(self._agent, query, count=count)
            for item in recall.items
        )
        return Records.of(CameToMind, sorted(found, key=lambda one: (-one.score, one.memory.id)))

    def latest(self, count: int = 20) -> Page[Memory]:
        """Return a page of the newest `count` memories."""
        return self._moment.memories(self._agent, limit=count)

    def __iter__(self) -> Iterator[Memory]:
        return iter(self.latest(meant.MOST_ROWS).items)

    def __len__(self) -> int:
        return self.latest(0).total

    def __repr__(self) -> str:
        """Return the agent, and the number of its memories."""
        return f"<{len(self):,} memories of {self._agent}>"

    def _grid_(self) -> Grid:
        return grid_of(Memory, tuple(self))

    def _card_(self) -> Card:
        name = self._moment.town.cast.names[self._agent]
        return Card(title=f"Memories of {name}", grids=(self.latest()._grid_(),))
