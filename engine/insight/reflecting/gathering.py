"""How the importance of an agent's memories adds up until it reflects and the sum restarts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.mind.mind import FELT
from engine.moments.moment import Moment
from engine.records import AgentId, Recall
from engine.row_ids import minute_of, turn_of
from engine.store.log.memories import Weight, weights
from engine.store.log.rows import read_log


def gathering(moment: Moment, agent: AgentId) -> Gathering:
    """Return the course of an agent's accumulated importance up to a moment, row by row."""
    store, run, before = moment.store, moment.row.number, moment.before
    recalls = read_log(store, run, Recall, agent=agent, before=before, where={"purpose": "reflect"})
    felt = weights(store, run, agent, FELT, before=before)
    return Gathering(
        agent=agent,
        minute=moment.minute,
        reflect_at=moment.town.settings.reflect_at,
        steps=tuple(_steps(felt, _last_of_turns(recall.id for recall in recalls))),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """A step of the accumulated importance: a memory, or a reflection (`reflected`).

    `felt` is the sum after the row. At a reflection it is 0, and `reached` is the sum before it.
    """

    id: int
    felt: int
    importance: int = 0
    reached: int = 0
    reflected: bool = False

    @property
    def minute(self) -> int:
        """Return the minute of the row."""
        return minute_of(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathering:
    """The course of an agent's accumulated importance, again and again up to `reflect_at`, until a minute."""

    agent: AgentId
    minute: int
    reflect_at: int
    steps: tuple[Gathered, ...]

    def at(self, minute: int) -> int:
        """Return the accumulated importance at a minute of the run."""
        seen = bisect_left(self.steps, max(1, minute), key=lambda step: step.minute)
        return self.steps[seen - 1].felt if seen else 0

    @property
    def felt(self) -> int:
        """Return the accumulated importance by now."""
        return self.steps[-1].felt if self.steps else 0

    @property
    def reflections(self) -> Sequence[Gathered]:
        """Return the steps at which the agent reflected, oldest first."""
        return tuple(step for step in self.steps if step.reflected)


def _steps(felt: Iterable[Weight], reflected: Iterable[int]) -> Iterator[Gathered]:
    """Yield a step for each memory that counts and each reflection, in the order of the log."""
    weight, marks, total = {one.id: one.importance for one in felt}, set(reflected), 0
    for row in sorted({*weight, *marks}):
        if row in marks:
            yield Gathered(id=row, felt=0, reached=total, reflected=True)
            total = 0
        else:
            total += weight[row]
            yield Gathered(id=row, felt=total, importance=weight[row])


def _last_of_turns(recalls: Iterable[int]) -> Iterable[int]:
    """Return the last look-up of every reflection. What is felt after it counts for the next."""
    return {turn_of(recall): recall for recall in recalls}.values()
