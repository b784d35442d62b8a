"""Remembering: minds start from stored days, and each day's memories are stored when it is over.

The log is authoritative. A stored day is found by the log it was made from. If it is missing or invalid, the
log is read instead, and the day is stored anew.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import attrgetter
from types import MappingProxyType

from engine.clock import minute_at
from engine.errors import NotWritten
from engine.mind.mind import Mind
from engine.mind.past import Past
from engine.records import Memory, Recall
from engine.store.file.connection import Store
from engine.store.log.lineage import width_in
from engine.store.log.memories import touches
from engine.store.log.rows import read_log
from engine.store.minds.mind_days import MindDays, keep_day, kept_days, logs_of_days

_REFLECTING = MappingProxyType({"purpose": "reflect"})


def remember(store: Store, run: int, minds: Sequence[Mind], days: int) -> None:
    """Fill empty minds with the memories of the first `days` days of a run."""
    logs = list(logs_of_days(store, run, days))
    rules = _rules(minds)
    done = _begin(minds, kept_days(store, logs, [mind.persona.id for mind in minds], rules))
    width = width_in(store, run)
    for day in range(done + 1, days + 1):
        end = width.starts(minute_at(day + 1, 0))
        read_memories(store, run, minds, after=minute_at(day, 0) - 1, before_id=end)
        left = {mind.persona.id: mind.hand_out(day) for mind in minds}
        if not store.read_only and not store.is_being_written:
            with suppress(NotWritten):  # nobody asked for it, and nothing is lost: it is read anew next time
                keep_day(store, logs[day - 1], left, rules)


def keep(store: Store, run: int, minds: Sequence[Mind], after: int, until: int) -> None:
    """Store the memories of the days of a run after `after` up to `until`."""
    logs = list(logs_of_days(store, run, until))
    for day in range(after + 1, until + 1):
        left = {mind.persona.id: mind.hand_out(day) for mind in minds}
        keep_day(store, logs[day - 1], left, _rules(minds))


def read_memories(
    store: Store,
    run: int,
    minds: Sequence[Mind],
    *,
    after: int,
    before: int | None = None,
    before_id: int | None = None,
) -> None:
    """Add to minds their memories of some minutes, from the log, and what was recalled then."""
    of = {mind.persona.id: mind for mind in minds}
    agent = minds[0].persona.id if len(minds) == 1 else None
    memories = read_log(store, run, Memory, after=after, before=before, before_id=before_id, agent=agent)
    reflecting = read_log(
        store, run, Recall, after=after, before=before, before_id=before_id, agent=agent, where=_REFLECTING
    )
    rows: Iterator[Memory | Recall] = heapq.merge(memories, reflecting, key=attrgetter("id"))
    for row in rows:
        of[row.agent].apply(row)
    # When each was last recalled, and how often; a reflection's own recalls are applied already.
    but = _REFLECTING["purpose"]
    for touched in touches(store, run, after=after, before=before, before_id=before_id, agent=agent, but=but):
        of[touched.agent].stream.touch([touched.memory], touched.minute, touched.times)


def _begin(minds: Sequence[Mind], kept: Sequence[MindDays]) -> int:
    """Start minds from stored days, and return the number of days; 0 if the days do not fit together."""
    try:
        pasts = [Past(mind.persona.id, [day[mind.persona.id] for day in kept]) for mind in minds]
    except ValueError:
        return 0
    for mind, past in zip(minds, pasts, strict=True):
        mind.begin_with(past)
    return len(kept)


def _rules(minds: Sequence[Mind]) -> str:
    return minds[0].stream.lexicon.rules
