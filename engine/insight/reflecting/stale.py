"""Find memories that rest on memories retracted since, and so may no longer hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.insight.reflecting.forgetting import without
from engine.moments.moment import Moment
from engine.records import AgentId, Memory
from engine.store.log.rows import read_log

HowStale = Literal["lost", "weakened", "shaken"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """A reflection or resolve that rests on retracted memories.

    All of its evidence was retracted (`lost`), or a part (`weakened`), or it rests on such a memory
    (`shaken`).
    """

    memory: Memory
    how: HowStale


def stale(moment: Moment) -> tuple[Stale, ...]:
    """Return the memories of all agents that may no longer hold at a moment, oldest first."""
    gone = moment.retractions
    agents, hidden = dict.fromkeys(row.agent for row in gone), {row.row for row in gone}
    found = (one for agent in agents for one in _of_somebody(moment, agent, hidden))
    return tuple(sorted(found, key=lambda one: one.memory.id))


def _of_somebody(moment: Moment, agent: AgentId, hidden: set[int]) -> Iterator[Stale]:
    resting = read_log(
        moment.store,
        moment.row.number,
        Memory,
        agent=agent,
        before=moment.before,
        unless={"evidence": "[]"},
    )
    told = without(resting, hidden)
    ways: tuple[tuple[HowStale, tuple[Memory, ...]], ...] = (
        ("lost", told.lost),
        ("weakened", told.weakened),
        ("shaken", told.shaken),
    )
    yield from (Stale(memory=memory, how=how) for how, memories in ways for memory in memories)
