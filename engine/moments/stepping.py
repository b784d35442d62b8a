"""Find the next or previous moment to look at, by events, talks, reflections, hours or days."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from engine.clock import DAY
from engine.records import AgentId, Conversation, Event, LogEntry, Memory
from engine.store.file.connection import Store
from engine.store.log.rows import read_log

By = Literal["event", "talk", "reflection", "hour", "day"]
STEPS: tuple[By, ...] = get_args(By)

_HOUR = 60
_LENGTHS: Mapping[By, int] = MappingProxyType({"hour": _HOUR, "day": DAY})
_ROWS: Mapping[By, tuple[type[LogEntry], Mapping[str, object]]] = MappingProxyType(
    {"event": (Event, {}), "talk": (Conversation, {}), "reflection": (Memory, {"kind": "reflection"})}
)


def next_moment(
    store: Store, run: int, clock: int, minute: int, by: By, *, agent: AgentId | None = None
) -> int | None:
    """Return the next minute after `minute`, up to the clock of the run, with something new to see.

    By `by` that is an event (of `agent`, if given), a talk or a reflection, or the next full hour or
    midnight. None if there is none.
    """
    if by in _LENGTHS:
        found: int | None = (minute // _LENGTHS[by] + 1) * _LENGTHS[by]
    else:
        found = _seen_at(store, run, by, agent, after=minute - 1)
    return found if found is not None and minute < found <= clock else None


def moment_before(store: Store, run: int, minute: int, by: By, *, agent: AgentId | None = None) -> int | None:
    """Return the last minute before `minute` with something new to see, by `by`; None if there is none."""
    if by in _LENGTHS:
        found: int | None = (minute - 1) // _LENGTHS[by] * _LENGTHS[by]
    else:
        found = _seen_at(store, run, by, agent, before=minute - 1)
    return found if found is not None and 0 <= found < minute else None


def _seen_at(
    store: Store,
    run: int,
    by: By,
    agent: AgentId | None,
    *,
    after: int | None = None,
    before: int | None = None,
) -> int | None:
    """Return the minute from which a row is seen: the one after it was made; None if there is none."""
    kind, equal = _ROWS[by]
    if before is not None and before < 1:
        return None
    rows = read_log(
        store, run, kind,
        after=max(0, after or 0) if before is None else 0,  # what a town begins with is no step
        before=before, where=_whose(kind, equal, agent), newest_first=before is not None, limit=1,
    )  # fmt: skip
    row = next(rows, None)
    return None if row is None else row.minute + 1


def _whose(kind: type[LogEntry], equal: Mapping[str, object], agent: AgentId | None) -> Mapping[str, object]:
    """Return the fields a row must have; talks are stepped through whoever takes part."""
    if agent is None or kind is Conversation:
        return equal
    return {**equal, "actor" if kind is Event else "agent": agent}
