"""Find any row of a run by id, the turn that made it, and count the rows of each kind."""

from __future__ import annotations

from types import MappingProxyType

from engine.errors import NotFound, worded
from engine.records import LogEntry, Turn
from engine.row_ids import AUTHOR, row_id
from engine.store.file.connection import Store
from engine.store.log.entries import TABLES, table_of
from engine.store.log.lineage import Span, counted, spans, union, width_in
from engine.store.log.rows import R, read_log, read_rows

_BY_NAME = MappingProxyType({table.name: table for table in TABLES.values()})


def find_row(store: Store, run: int, row_id: int) -> LogEntry | None:
    """Return the row with this id, whatever its kind, or None if the run has no such row."""
    query, values = union(spans(store, run), "run, kind", "stamp", "id = ?", [row_id])
    found = store.select(query, values)
    if not found:
        return None
    number, name = found[0]
    table = _BY_NAME[name]
    query, values = union([Span(number, row_id, row_id + 1)], table.select, table.name)
    rows: list[LogEntry] = read_rows(store, table, query, values)
    return rows[0] if rows else None


def rows_of_turn(store: Store, run: int, turn_id: int) -> tuple[LogEntry, ...]:
    """Return a turn and every row it made, ordered by id. Raises NotFound if there is no such turn."""
    turn = next(read_log(store, run, Turn, where={"id": turn_id}), None)
    if turn is None:
        raise NotFound(
            worded("there is no turn {turn_id!r} in run {run!r}; check the id", turn_id=turn_id, run=run)
        )
    rows: list[LogEntry] = [row for table in TABLES.values() for row in made_in(store, run, turn, table.kind)]
    return tuple(sorted(rows, key=lambda row: row.id))


def made_in(store: Store, run: int, turn: Turn, kind: type[R]) -> tuple[R, ...]:
    """Return the rows of one kind that a turn made, ordered by id."""
    table = table_of(kind)
    rows: list[R] = []
    for part in spans(store, run, after=turn.minute - 1, before=turn.minute + 1):
        mine = "id IN (SELECT id FROM stamp WHERE run = ? AND id >= ? AND id < ? AND turn = ?)"
        query, values = union(
            [part], table.select, table.name, mine, [part.run, part.low, part.high, turn.id]
        )  # fmt: skip
        rows += read_rows(store, table, query, values)
    return tuple(sorted(rows, key=lambda row: row.id))


def author_turns(store: Store, run: int, minute: int) -> tuple[Turn, ...]:
    """Return the author's turns at a minute; they come before all agents' turns."""
    width = width_in(store, run)
    first, others = row_id(minute, AUTHOR, 0, width), row_id(minute, AUTHOR + 1, 0, width)
    found = read_log(store, run, Turn, after_id=first - 1, before_id=others, where={"agent": ""})
    return tuple(found)


def turn_of(store: Store, run: int, row_id: int) -> Turn | None:
    """Return the turn that made a row, or None if the run has no such row."""
    query, values = union(spans(store, run), "turn", "stamp", "id = ?", [row_id])
    found = store.select(query, values)
    return next(read_log(store, run, Turn, where={"id": found[0][0]}), None) if found else None


def counts(store: Store, run: int, before: int | None = None) -> dict[str, int]:
    """Count the rows of each kind (`turn`, `event`, `memory`, …) in a run's lineage before a minute."""
    parts = spans(store, run, before=before)
    return {name: counted(store, parts, name, "", ()) for name in _BY_NAME}
