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
    """The agents of a town at a moment. Use `agents.nell` or `agents["Nell Hartley"]` to get one agent, or
    iterate over all agents in the order of the town.
    """

    def __init__(self, moment: Moment) -> None:
        self._moment = moment

    def __getitem__(self, said: str) -> Agent:
        """Return an agent by id or name. Raises NotFound with a suggestion if there is none."""
        return Agent(moment=self._moment, id=meant.agent_meant(self._moment.town, said))

    def __getattr__(self, name: str) -> Agent:
        """Return an agent by id, with `_` for characters that Python names cannot contain.

        Raises AttributeError with a suggestion if there is none.
        """
        ids = self._ids
        if name not in ids:
            if name.startswith("_"):
                raise AttributeError(name)
            remedy = did_you_mean(name, list(ids), worded("use one of: {ids}", ids=with_commas(ids)))
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
    """One agent of a town at a moment. Its methods do the same as those of `Moment`, for this agent."""

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
        """Return the persona of the agent, as the author wrote it."""
        return self.moment.town.cast.personas[self.id]

    @property
    def presence(self) -> Presence | None:
        """Return the place and the activity of the agent, or None if the run has not been simulated yet."""
        return self.moment.people.get(self.id)

    @property
    def memories(self) -> Memories:
        """Return the memory stream of the agent (paper, section 4.1)."""
        return Memories(self.moment, self.id)

    @property
    def reflections(self) -> Records[Memory]:
        """Return the conclusions of the agent, oldest first: its memories of kind "reflection"."""
        return self.moment.reflections(self.id)

    @property
    def diaries(self) -> Records[Diary]:
        """Return the diary entries of the agent, oldest first."""
        return self.moment.diaries(self.id)

    @property
    def relations(self) -> Records[Relation]:
        """Return the relationships of the agent to the people it knows."""
        return Records.of(Relation, (one for one in self.moment.relations if one.agent == self.id))

    @property
    def plan(self) -> Plan:
        """Return the plan of the agent for the current day."""
        return self.moment.plan(self.id)

    @property
    def status(self) -> dict[str, float]:
        """Return the status values of the agent by name, such as energy and mood, each from 0 to 100."""
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
            The faculties whose contributions to the mind are left out ("observation", "reflection",
            "planning").
        asked_by : str
            The role of the interviewer: "a stranger", "a reporter", the id or name of an agent, or a
            description of at least two words. By default, nobody in particular asks.

        Returns
        -------
        Answered
            The answer, with the retrieved memories and those that the answer cites.

        Raises
        ------
        BadInput
            If the run has not been simulated yet, or if the question is empty.
        ModelFailed
            If the model gives no usable answer.

        """
        return self.moment.ask(self.id, question, earlier=earlier, without=without, asked_by=asked_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class CameToMind:
    """A retrieved memory, with its score and the weighted parts that add up to the score."""

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
    """The memory stream of an agent at a moment, newest first. The memories are read on first use."""

    def __init__(self, moment: Moment, agent: AgentId) -> None:
        self._moment = moment
        self._agent = agent

    def search(
        self, words: str, *, kinds: Sequence[MemoryKind] = (), least_importance: int = 1, limit: int = 50
    ) -> Page[Memory]:
        """Return a page of the memories that contain certain words, newest first.

        Parameters
        ----------
        words : str
            Words that the memories contain, in any inflection.
        kinds : sequence of str
            The kinds to return: "seed", "observation", "reflection", "plan", "talk", "whisper". By default,
            all kinds.
        least_importance : int
            The minimum importance, from 1 to 10.
        limit : int
            The maximum number of memories to return.

        Returns
        -------
        Page of Memory
            The memories, and the total number of matching memories.

        """
        return self._moment.memories(
            self._agent, search=words, kinds=kinds, least_importance=least_importance, limit=limit
        )

    def recall(self, query: str, *, count: int | None = None) -> Records[CameToMind]:
        """Return the memories that the agent would retrieve for a query, the best first.

        The retrieval is not stored, and the run does not change. The scores are those of `Moment.recall`.

        Parameters
        ----------
        query : str
            The text for which memories are retrieved.
        count : int, optional
            The number of memories. By default, the setting `retrieve`.

        Returns
        -------
        Records of CameToMind
            Each memory with its score and the parts of the score.

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
