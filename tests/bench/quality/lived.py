"""What some days of a town left in its log, read once and looked at from all sides."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engine.api.workspace import Run
from engine.clock import DAY
from engine.records import (
    AgentId,
    Conversation,
    Diary,
    Fact,
    Line,
    Memory,
    Path,
    Presence,
    Relation,
    Scenario,
    Step,
)
from engine.store.log.rows import read_log

DAYS = 2


@dataclass(frozen=True)
class Lived:
    """A run of a town over its first days."""

    run: Run
    memories: tuple[Memory, ...]
    lines: tuple[Line, ...]
    conversations: tuple[Conversation, ...]
    presences: tuple[Presence, ...]
    relations: tuple[Relation, ...]
    steps: tuple[Step, ...]
    diaries: tuple[Diary, ...]
    by_id: dict[int, Memory] = field(default_factory=dict, repr=False)

    @property
    def scenario(self) -> Scenario:
        """The town as it was written."""
        return self.run.scenario

    @property
    def agents(self) -> tuple[AgentId, ...]:
        """Everybody."""
        return tuple(persona.id for persona in self.scenario.personas)

    @property
    def agent_days(self) -> int:
        """How many days were lived by how many."""
        return DAYS * len(self.agents)

    @cached_property
    def line_of(self) -> dict[int, Line]:
        """Every line by its id."""
        return {line.id: line for line in self.lines}

    @cached_property
    def lines_of(self) -> dict[int, list[Line]]:
        """The lines of each conversation."""
        found: dict[int, list[Line]] = defaultdict(list)
        for line in self.lines:
            found[line.conversation].append(line)
        return found

    @cached_property
    def stays(self) -> dict[AgentId, list[tuple[int, int, Presence]]]:
        """From when to when each agent was where."""
        by_agent: dict[AgentId, list[Presence]] = defaultdict(list)
        for presence in self.presences:
            by_agent[presence.agent].append(presence)
        return {
            agent: [
                (one.minute, following.minute if following else DAYS * DAY, one)
                for one, following in zip(rows, [*rows[1:], None], strict=True)
            ]
            for agent, rows in by_agent.items()
        }

    def was_in(self, agent: AgentId, place: str, start: int, end: int) -> bool:
        """Whether somebody was inside a place at any minute of a stretch."""
        return any(
            since < end and until > start and stay.inside and stay.room.partition("/")[0] == place
            for since, until, stay in self.stays[agent]
        )

    def asleep(self, agent: AgentId) -> int:
        """How many minutes somebody slept."""
        return sum(until - since for since, until, stay in self.stays[agent] if stay.asleep)

    def of(self, agent: AgentId) -> Iterator[Memory]:
        """What somebody remembers, oldest first."""
        return (memory for memory in self.memories if memory.agent == agent)

    def place_named(self, text: str) -> Path:
        """The place a text names."""
        named = [place.name for place in self.scenario.places if place.name in text]
        return max(named, key=len, default="")


def live(run: Run) -> Lived:
    """Live the first days of a run and read what came of them."""
    run.live(DAYS * DAY)
    store, number = run.store, run.number
    memories = tuple(read_log(store, number, Memory))
    return Lived(
        run=run,
        memories=memories,
        lines=tuple(read_log(store, number, Line)),
        conversations=tuple(read_log(store, number, Conversation)),
        presences=tuple(read_log(store, number, Presence)),
        relations=tuple(read_log(store, number, Relation)),
        steps=tuple(read_log(store, number, Step)),
        diaries=tuple(read_log(store, number, Diary)),
        by_id={memory.id: memory for memory in memories},
    )


def mentions(text: str, fact: Fact) -> bool:
    """Whether a text speaks of a fact."""
    small = text.lower()
    return any(word.lower() in small for word in fact.key_words)


def median(values: Sequence[float]) -> float:
    """The middle value; 0 of none."""
    row = sorted(values)
    return row[len(row) // 2] if row else 0.0


def plain(text: str) -> str:
    """The words of a text, however it is written."""
    return " ".join(re.findall(r"\w+", text.lower()))
