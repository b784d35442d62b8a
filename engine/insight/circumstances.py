"""A row of the log with everything else that its turn made, and queries on the log around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.clock import day_of
from engine.cognition.thinker import Town
from engine.mind.mind import Plan
from engine.records import AgentId, Call, LogEntry, Memory, Recall, Turn
from engine.store.file.connection import Store
from engine.store.log.inspect import find_row, made_in, turn_of
from engine.store.log.memories import memories_by_id
from engine.store.log.moments import plan_rows
from engine.store.log.rows import R, read_log


@dataclass(slots=True)
class RunLog:
    """The log of one run as one explanation reads it.

    A row, and the rows of a kind of a turn, are read once.
    """

    store: Store
    number: int
    town: Town
    _rows: dict[int, LogEntry | None] = field(default_factory=dict)
    _made: dict[tuple[int, str], tuple[Any, ...]] = field(default_factory=dict)

    def row(self, row_id: int) -> LogEntry | None:
        """Return the row with an id, whatever its kind; None if the run has no such row."""
        if row_id and row_id not in self._rows:
            self._rows[row_id] = find_row(self.store, self.number, row_id)
        return self._rows.get(row_id)

    def memories(self, ids: Iterable[int]) -> tuple[Memory, ...]:
        """Return the memories with some ids, in that order."""
        wanted = list(dict.fromkeys(ids))
        return tuple(memories_by_id(self.store, self.number, wanted).values()) if wanted else ()

    def texts_of(self, agent: AgentId) -> frozenset[str]:
        """Return the sentences that an agent begins with: its seed memories, and the facts of the town."""
        personas = (one for one in self.town.scenario.personas if one.id == agent)
        seeds = (text for persona in personas for text in persona.seed)
        return frozenset(seeds) | {fact.text for fact in self.town.scenario.facts}

    def last(self, kind: type[R], before_id: int, agent: AgentId | None = None, **equal: object) -> R | None:
        """Return the latest row of a kind before a row; None if there is none."""
        found = read_log(
            self.store, self.number, kind,
            before_id=before_id, agent=agent, where=equal, newest_first=True, limit=1,
        )  # fmt: skip
        return next(found, None)

    def plan(self, agent: AgentId, minute: int, before_id: int) -> Plan:
        """Return an agent's plan for the day of a minute, as it stood before a row."""
        plan = Plan()
        for step in plan_rows(self.store, self.number, agent, day_of(minute)):
            if step.id < before_id:
                plan.add(step)
        return plan

    def made(self, turn: Turn, kind: type[R]) -> tuple[R, ...]:
        """Return the rows of a kind that a turn made, oldest first."""
        known = (turn.id, kind.__name__)
        if known not in self._made:
            rows = made_in(self.store, self.number, turn, kind)
            self._made[known] = rows
            self._rows |= {row.id: row for row in rows}
        return self._made[known]

    def around(self, row: LogEntry) -> Circumstances:
        """Return the circumstances of a row of this run."""
        turn = row if isinstance(row, Turn) else turn_of(self.store, self.number, row.id)
        return Circumstances(log=self, row=row, turn=turn)


@dataclass(frozen=True, kw_only=True)
class Circumstances:
    """One row, the turn that made it, and what else the turn made.

    `turn` is None only if the log is damaged.
    """

    log: RunLog
    row: LogEntry
    turn: Turn | None

    @cached_property
    def agent(self) -> AgentId:
        """Return the id of the agent that the row belongs to; empty if it belongs to none."""
        return whose(self.row)

    def of(self, kind: type[R], agent: AgentId | None = None) -> Iterator[R]:
        """Yield the rows of a kind that the turn made, oldest first; only those of `agent`, if given."""
        made = self.log.made(self.turn, kind) if self.turn is not None else ()
        return (row for row in made if agent in (None, whose(row)))

    def before(self, kind: type[R], agent: AgentId | None = None) -> R | None:
        """Return the latest row of a kind that the turn made before this one; None if there is none."""
        return max((row for row in self.of(kind, agent) if row.id < self.row.id), key=_row_id, default=None)

    def after(self, kind: type[R], agent: AgentId | None = None) -> R | None:
        """Return the first row of a kind that the turn made after this one; None if there is none."""
        return min((row for row in self.of(kind, agent) if row.id > self.row.id), key=_row_id, default=None)

    def asked(self, *purposes: str, agent: AgentId | None = None) -> Call | None:
        """Return the turn's latest call before this row with one of the given purposes, or None."""
        calls = [call for call in self.of(Call, self.agent if agent is None else agent)]
        return next(
            (call for call in reversed(calls) if call.id < self.row.id and call.purpose in purposes), None
        )

    def recalls_for(self, call: Call) -> tuple[Recall, ...]:
        """Return the memory look-ups made for a call: those since the agent's previous call of the turn."""
        earlier = [one.id for one in self.of(Call, call.agent) if one.id < call.id]
        since = max(earlier, default=0)
        return tuple(one for one in self.of(Recall, call.agent) if since < one.id < call.id)


def whose(row: LogEntry) -> AgentId:
    """Return the id of the agent that owns, acted in or spoke a row; empty if the row names none."""
    for name in ("agent", "actor", "speaker", "by"):
        who = getattr(row, name, None)
        if isinstance(who, str) and who:
            return who
    return ""


def _row_id(row: LogEntry) -> int:
    return row.id
