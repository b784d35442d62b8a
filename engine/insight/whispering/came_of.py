"""Came of: what a whisper, or any other memory, had somebody mean to do, and whether it was done."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal

from engine.insight.turning.promises import GRACE
from engine.moments.moment import Moment
from engine.practices.conduct import BROUGHT_UP, HELD_TO
from engine.practices.practice import practices
from engine.records import AgentId, Intention, Line, Memory
from engine.store.log.memories import citing

Outcome = Literal["done", "failed", "dropped", "under_way", "kept_to", "daily", "ahead", "late"]
"""How far an aim has come: the first three are its end; `kept_to` is what one only holds to, `daily` what one
does again and again, `late` what should have been by now and was not.
"""

OUTCOME_WORDS: Mapping[Outcome, str] = MappingProxyType(
    {
        "done": "done",
        "failed": "not done, it came to nothing",
        "dropped": "not done, it was let go",
        "under_way": "under way",
        "kept_to": "kept to",
        "daily": "a habit",
        "ahead": "not done yet",
        "late": "not done, its time is over",
    }
)
"""What is said of each outcome."""

_ENDS: Mapping[str, Outcome] = MappingProxyType({"done": "done", "failed": "failed", "dropped": "dropped"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CameOf:
    """One thing that somebody meant to do because of a memory: as it stands (`row`), how far it has come
    (`outcome`), and, of what is said to others or they are asked to, who has heard it from them (`told`).
    """

    row: Intention
    outcome: Outcome
    told: tuple[AgentId, ...] = ()

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "outcome": "outcome", "id": "row.id", "minute": "row.minute", "agent": "row.agent",
            "kind": "row.kind", "deed": "row.deed", "place": "row.place", "when": "row.when",
            "until": "row.until", "told": "told", "because": "row.because",
        }
    )  # fmt: skip


def came_of(moment: Moment, memory: Memory) -> tuple[CameOf, ...]:
    """Return what somebody meant to do because of a memory, as it stands at a moment, in the order in which
    they took it up: nothing where it stayed a thought.
    """
    resting = citing(moment.store, moment.row.number, memory.id, moment.before)
    resolves = {memory.id, *(one.id for one in resting)}
    asked: dict[int, set[int]] = {}  # by the row with which it began, the memories that have said it
    stands: dict[int, Intention] = {}
    for row in moment.log.rows(Intention, where={"agent": memory.agent}):
        if not row.began and row.memory in resolves:
            asked[row.id] = set()
        if row.first in asked:
            asked[row.first].add(row.memory)
            stands[row.first] = row
    heard = _heard_by(moment, memory.agent) if any(one.kind in BROUGHT_UP for one in stands.values()) else {}
    return tuple(_came_of(stands[one], memories, heard, moment) for one, memories in sorted(asked.items()))


def _came_of(
    row: Intention, memories: Collection[int], heard: Mapping[int, Collection[AgentId]], moment: Moment
) -> CameOf:
    told = {one: None for memory in sorted(memories) for one in heard.get(memory, ())}
    is_told = row.kind in BROUGHT_UP
    return CameOf(row=row, outcome=_outcome(row, moment), told=tuple(told) if is_told else ())


def _heard_by(moment: Moment, agent: AgentId) -> Mapping[int, Collection[AgentId]]:
    """Return who has heard each memory that somebody has passed on, in the order in which they did."""
    found: dict[int, dict[AgentId, None]] = {}
    for line in moment.log.rows(Line, where={"speaker": agent}):
        if line.tells and line.said_at < moment.before:
            found.setdefault(line.tells, {}).update(dict.fromkeys(line.hearers))
    return found


def _outcome(row: Intention, moment: Moment) -> Outcome:
    if not row.is_open:
        return _ENDS[row.state]
    return next(_of_what_is_open(row, moment))


def _of_what_is_open(row: Intention, moment: Moment) -> Iterator[Outcome]:
    if row.kind in HELD_TO:
        yield "kept_to"
    if practices()[row.kind].alone == "daily":
        yield "daily"
    if row.state == "begun":
        yield "under_way"
    due = row.until if row.until is not None else row.when
    yield "late" if due is not None and due + GRACE <= moment.before else "ahead"
