"""Gathering: how the importance of what somebody feels adds up, until they reflect and it begins anew."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from engine.mind.mind import FELT
from engine.moments.moment import Moment
from engine.records import AgentId, Memory, Recall
from engine.row_ids import minute_of, turn_of
from engine.store.log.rows import read_log


def gathering(moment: Moment, agent: AgentId) -> Gathering:
    """Return what an agent has felt up to a moment, row by row."""
    store, run, before = moment.store, moment.row.number, moment.before
    memories = read_log(store, run, Memory, agent=agent, before=before)
    recalls = read_log(store, run, Recall, agent=agent, before=before, where={"purpose": "reflect"})
    felt = (row for row in memories if row.kind in FELT)
    both: list[Iterator[Memory | Recall]] = [felt, _last_of_turns(recalls)]
    rows = heapq.merge(*both, key=lambda row: row.id)
    start = Gathered(id=0, felt=0)
    return Gathering(
        agent=agent,
        minute=moment.minute,
        reflect_at=moment.town.settings.reflect_at,
        steps=tuple(accumulate(rows, _after, initial=start))[1:],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What somebody has felt since their last reflection, from a row on: something felt, or a reflection
    (`reflected`), at which `felt` is nothing again and `reached` what there was before it.
    """

    id: int
    felt: int
    row: Memory | Recall | None = None
    reached: int = 0

    @property
    def minute(self) -> int:
        """Return the minute of the row."""
        return minute_of(self.id)

    @property
    def reflected(self) -> bool:
        """Return whether somebody reflected with this row."""
        return isinstance(self.row, Recall)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """How the importance of what an agent felt added up to `reflect_at`, again and again, up to a minute."""

    agent: AgentId
    minute: int
    reflect_at: int
    steps: tuple[Gathered, ...]

    def at(self, minute: int) -> int:
        """Return the importance that had gathered when somebody looked at a minute of the run."""
        seen = bisect_left(self.steps, max(1, minute), key=lambda step: step.minute)
        return self.steps[seen - 1].felt if seen else 0

    @property
    def felt(self) -> int:
        """Return the importance that has gathered by now."""
        return self.steps[-1].felt if self.steps else 0

    @property
    def reflections(self) -> Sequence[Gathered]:
        """Return the steps at which somebody reflected, oldest first."""
        return tuple(step for step in self.steps if step.reflected)


def _after(before: Gathered, row: Memory | Recall) -> Gathered:
    if isinstance(row, Recall):
        return Gathered(id=row.id, felt=0, row=row, reached=before.felt)
    return Gathered(id=row.id, felt=before.felt + row.importance, row=row)


def _last_of_turns(recalls: Iterator[Recall]) -> Iterator[Recall]:
    """Yield the last look-up of every reflection: from it on what is felt counts for the next."""
    last: Recall | None = None
    for recall in recalls:
        if last is not None and turn_of(last.id) != turn_of(recall.id):
            yield last
        last = recall
    if last is not None:
        yield last
