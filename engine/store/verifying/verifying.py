"""Verifies a run: its log, the values it began with, and its answers are as committed."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from engine.clock import worded_moment
from engine.errors import worded
from engine.records import Call
from engine.row_ids import minute_of, width_of
from engine.store.file.checks import damaged, plain_errors
from engine.store.file.connection import Store
from engine.store.file.row_seals import changed_row
from engine.store.log.entries import TABLES, table_of
from engine.store.log.lineage import Span, spans
from engine.store.log.rows import digest_of
from engine.store.texts import is_whole
from engine.store.verifying.seals import answer_changed, begun_otherwise

_NOTHING: Mapping[int, int] = MappingProxyType({})
_TURNS = 200  # turns that are recomputed together
_TEXTS = tuple(table_of(Call).columns.index(column) for column in ("prompt", "answer"))
_Rows = dict[str, list[Sequence[Any]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A difference: the first turn that is not as committed (None: no turn, or a missing one), and the fault
    in words.
    """

    run: int
    turn: int | None
    words: str


def verify(store: Store, run: int, since: Mapping[int, int] = _NOTHING) -> Difference | None:
    """Verify a run: its initial values, every turn of its lineage, and every answer. Return the first
    difference, or None.

    For the runs in `since`, only rows of at least that id are checked.
    """
    if words := begun_otherwise(store, run):
        return Difference(run=run, turn=None, words=words)
    for whole in spans(store, run):
        part = replace(whole, low=max(whole.low, since.get(whole.run, 0)))
        low = part.low
        while turns := _turns(store, part.run, low, part.high):
            found = _first_changed(store, part.run, turns)
            if found is not None:
                return found
            low = turns[-1][0] + 1
        amiss = _first_stray(store, part) or _miscount(store, part.run)
        if amiss is not None:
            return amiss
    words = answer_changed(store, run, since)
    return Difference(run=run, turn=None, words=words) if words else None


def differences(store: Store) -> Iterator[Difference]:
    """Yield the first difference of every run that fails verification, deleted runs too; then the first
    changed row beside the log, as run 0.
    """
    for (run,) in store.select("SELECT number FROM run ORDER BY number"):
        difference = verify(store, run)
        if difference is not None:
            yield difference
    if words := changed_beside(store):
        yield Difference(run=0, turn=None, words=words)


def changed_beside(store: Store) -> str:
    """Describe the first row beside the log that was changed; "" if there is none."""
    with plain_errors(store.path):
        return changed_row(store.db)


def refuse_changed_since(store: Store, run: int) -> None:
    """Verify a run like `refuse_changed`, but only rows not verified yet since this store was opened."""
    ends = {part.run: min(part.high, _last_turn(store, part.run) + 1) for part in spans(store, run)}
    refuse_changed(store, run, store.verified)
    for number, end in ends.items():
        store.verified[number] = max(end, store.verified.get(number, 0))


def refuse_changed(store: Store, run: int, since: Mapping[int, int] = _NOTHING) -> None:
    """Raise WorkspaceDamaged, naming the first difference, if a run's log is not as committed."""
    difference = verify(store, run, since)
    if difference is not None:
        raise damaged(store.path, difference.words)


def _last_turn(store: Store, run: int) -> int:
    ((last,),) = store.select("SELECT ifnull(max(id), -1) FROM turn WHERE run = ?", (run,))
    return int(last)


def _turns(store: Store, run: int, low: int, high: int) -> list[tuple[Any, ...]]:
    return store.select(
        "SELECT id, agent, digest FROM turn WHERE run = ? AND id >= ? AND id < ? ORDER BY id LIMIT ?",
        (run, low, high, _TURNS),
    )


def _first_changed(store: Store, run: int, turns: Sequence[tuple[Any, ...]]) -> Difference | None:
    first, last = turns[0][0], turns[-1][0]
    low = width_of(first).starts(minute_of(first))
    kept = _rows_by_turn(store, run, low, width_of(last).starts(minute_of(last) + 1))
    damaged = _damaged_texts(store, (kept[turn] for turn, _, _ in turns))
    for turn, agent, digest in turns:
        if digest_of(kept[turn]) != digest:
            changed = worded("its rows have changed since they were committed")
            return _difference(run, turn, agent, changed)
        if damaged & _texts_of(kept[turn]):
            changed = worded("one of its prompts or answers is missing or changed")
            return _difference(run, turn, agent, changed)
    return None


def _rows_by_turn(store: Store, run: int, low: int, high: int) -> Mapping[int, _Rows]:
    kept: dict[int, _Rows] = defaultdict(lambda: defaultdict(list))
    for table in TABLES.values():
        columns = ", ".join(f't."{column}"' for column in table.columns)
        rows = store.select(
            f"""
            SELECT s.turn, {columns} FROM {table.name} t JOIN stamp s ON s.run = t.run AND s.id = t.id
            WHERE t.run = ? AND t.id >= ? AND t.id < ? AND s.kind = ?
            """,
            (run, low, high, table.name),
        )
        for turn, *row in rows:
            # The digest is over the turn's row as it was before it had one; it is the last column.
            kept[turn][table.name].append((*row[:-1], "") if table.name == "turn" else tuple(row))
    return kept


def _texts_of(rows: _Rows) -> set[str]:
    return {row[index] for row in rows.get("call", ()) for index in _TEXTS}


def _damaged_texts(store: Store, turns: Iterable[_Rows]) -> set[str]:
    wanted = {name for rows in turns for name in _texts_of(rows)}
    found = store.select(
        "SELECT hash, body FROM text WHERE hash IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(wanted)),),
    )
    return wanted - {name for name, body in found if is_whole(name, body)}


def _first_stray(store: Store, part: Span) -> Difference | None:
    found: list[tuple[int, str]] = []
    for table in TABLES.values():
        rows = store.select(
            f"""
            SELECT t.id FROM {table.name} t LEFT JOIN stamp s ON s.run = t.run AND s.id = t.id
                 LEFT JOIN turn ON turn.run = s.run AND turn.id = s.turn
            WHERE t.run = ? AND t.id >= ? AND t.id < ? AND (s.kind IS NOT ? OR turn.id IS NULL)
            ORDER BY t.id LIMIT 1
            """,
            (part.run, part.low, part.high, table.name),
        )
        found += [(row_id, table.name) for (row_id,) in rows]
    if not found:
        return None
    row_id, name = min(found)
    stray = worded(
        "row {row} of the table {table} does not belong to a committed turn", table=name, row=row_id
    )
    return _difference(part.run, row_id, "", stray)


def _miscount(store: Store, run: int) -> Difference | None:
    """Return a difference if a run has more or fewer turns than were committed, else None."""
    ((committed, left),) = store.select(
        "SELECT turns, (SELECT count(*) FROM turn WHERE turn.run = run.number) FROM run WHERE number = ?",
        (run,),
    )
    if left == committed:
        return None
    words = worded(
        "run {run} has {left} turns, but {committed} were committed", run=run, left=left, committed=committed
    )
    return Difference(run=run, turn=None, words=words)


def _difference(run: int, turn: int, agent: str, what: str) -> Difference:
    words = worded(
        "run {run}, {whose} at {moment} (row {row}): {what}",
        run=run,
        whose=worded("the turn of {agent!r}", agent=agent) if agent else worded("the author's turn"),
        moment=worded_moment(minute_of(turn)),
        row=turn,
        what=what,
    )
    return Difference(run=run, turn=turn, words=words)
