"""Differences between the logs of two runs, by the digests of their turns and the values of their rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from engine.records import AgentId
from engine.store.file.connection import Store
from engine.store.log.entries import table_of
from engine.store.log.lineage import lineage, spans, union
from engine.store.log.rows import R, read_rows

_FROM_THE_START, _FOREVER = 0, 2**40  # minutes


@dataclass(frozen=True, slots=True)
class TurnApart:
    """A turn of one run that the other lacks or has otherwise: its id and its agent ("" is the author)."""

    id: int
    agent: AgentId


def shared_until(store: Store, one: int, other: int) -> int:
    """Return the minute before which two runs share their past as forks; 0 if they share none."""
    others = dict(lineage(store, other))
    for run, cut in lineage(store, one):
        if run in others:
            cuts = [minute for minute in (cut, others[run]) if minute is not None]
            return min(cuts) if cuts else _FOREVER
    return _FROM_THE_START


def turns_apart(store: Store, one: int, other: int, *, before: int) -> tuple[TurnApart, ...]:
    """Return the turns of run `one` that run `other` lacks or has otherwise, in order. Turns are equal if
    everything they produced is equal, whatever process ran them and when.
    """
    mine, theirs = (_digests(store, run, one, other, before) for run in (one, other))
    return tuple(
        TurnApart(turn, agent)
        for turn, (agent, digest) in mine.items()
        if theirs.get(turn) != (agent, digest)
    )


def only_in(
    store: Store, kind: type[R], one: int, other: int, same: Sequence[str], *, before: int, where: str = ""
) -> tuple[R, ...]:
    """Return the rows of a kind in run `one` with no match in `other` by the columns `same`, in order. The
    past they share as forks is not searched.
    """
    table = table_of(kind)
    keys = ", ".join(f'"{column}"' for column in same)
    after = shared_until(store, one, other) - 1
    query, values = union(spans(store, other, before=before, after=after), keys, table.name, where)
    theirs = set(store.select(query, values))
    query, values = union(spans(store, one, before=before, after=after), f"id, {keys}", table.name, where)
    alone = [row for row, *made in store.select(query, values) if tuple(made) not in theirs]
    listed = "id IN (SELECT value FROM json_each(?))"
    query, values = union(
        spans(store, one, before=before, after=after), table.select, table.name, listed, [json.dumps(alone)]
    )
    return tuple(read_rows(store, table, f"{query} ORDER BY id", values))


def _digests(store: Store, run: int, one: int, other: int, before: int) -> dict[int, tuple[AgentId, str]]:
    after = shared_until(store, one, other) - 1
    query, values = union(spans(store, run, before=before, after=after), "id, agent, digest", "turn")
    return {turn: (agent, digest) for turn, agent, digest in store.select(f"{query} ORDER BY id", values)}
