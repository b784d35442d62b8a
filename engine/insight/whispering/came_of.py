"""Find the intentions that came of a whisper or another memory, and whether they were done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal

from engine.insight.threads.thread import Thread, ThreadState
from engine.insight.threads.threads import threads
from engine.moments.moment import Moment
from engine.records import AgentId, Intention, Memory
from engine.row_ids import minute_of
from engine.store.log.memories import citing

Outcome = Literal["done", "failed", "dropped", "agreed", "under_way", "kept_to", "daily", "ahead", "late"]
"""How far an aim has come: the first three are its end; `agreed` is a request that was granted, `kept_to` is
what one only holds to, `daily` what one does again and again, `late` what should have been by now and was
not.
"""

OUTCOME_WORDS: Mapping[Outcome, str] = MappingProxyType(
    {
        "done": "done",
        "failed": "failed",
        "dropped": "dropped",
        "agreed": "agreed",
        "under_way": "in progress",
        "kept_to": "in effect",
        "daily": "habit",
        "ahead": "not done yet",
        "late": "late",
    }
)
"""What is said of each outcome."""

_OUTCOMES: Mapping[ThreadState, Outcome] = MappingProxyType(
    {
        "done": "done",
        "failed": "failed",
        "dropped": "dropped",
        "agreed": "agreed",
        "under_way": "under_way",
        "kept_to": "kept_to",
        "daily": "daily",
        "asked_for": "ahead",
        "told": "ahead",
        "late": "late",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CameOf:
    """An intention that came of a memory.

    `row` is its latest row, `outcome` its state since `minute`, and `told` are the agents who heard of it, if
    others are to.
    """

    row: Intention
    outcome: Outcome
    minute: int
    told: tuple[AgentId, ...] = ()

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "outcome": "outcome", "id": "row.id", "minute": "minute", "agent": "row.agent",
            "kind": "row.kind", "deed": "row.deed", "place": "row.place", "when": "row.when",
            "until": "row.until", "told": "told", "because": "row.because",
        }
    )  # fmt: skip


def came_of(moment: Moment, memory: Memory) -> tuple[CameOf, ...]:
    """Return the intentions that came of a memory, in the order in which they were formed.

    The result is empty if the memory stayed a thought.
    """
    resting = citing(moment.store, moment.row.number, memory.id, moment.before)
    resolves = {memory.id, *(one.id for one in resting)}
    own = (one for one in threads(moment) if one.agent == memory.agent and one.memory in resolves)
    return tuple(found for one in sorted(own, key=lambda one: one.id) for found in _came_of(one))


def _came_of(thread: Thread) -> tuple[CameOf, ...]:
    if thread.row is None:
        return ()
    row, outcome = thread.row, _OUTCOMES[thread.state]
    shown_elsewhere = outcome in ("done", "failed") and row.state != outcome
    minute = minute_of(thread.shown_by) if shown_elsewhere else row.minute
    return (CameOf(row=row, outcome=outcome, minute=minute, told=thread.heard),)
