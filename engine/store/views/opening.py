"""Opening: builds the views of a run on a read-only connection, in this process or another."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from sqlite3 import Connection

from engine.store.file.connection import Store
from engine.store.log.lineage import spans, union, width_in
from engine.store.views.answering import Cell, Rows
from engine.store.views.log_views import LOG_VIEWS
from engine.store.views.view import GOING_ON, MARK, SPAN, View

_LONGEST_CELL = 1_000_000
_A_TURN = 10_000  # ids that a turn has
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: _LONGEST_CELL,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 60,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}


@dataclass(frozen=True, slots=True)
class Filled:
    """A view that is not of the log alone, and the function that gives its rows when it is first read."""

    view: View
    rows: Callable[[], Rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The file's URI, the statements that make the views with the rows to insert (None: a statement without
    values), and the names of the views. It can be sent to another process.
    """

    uri: str
    steps: Sequence[tuple[str, Sequence[Sequence[Cell]] | None]]
    views: Sequence[str]
    filled: Sequence[str]


def opening_of(store: Store, run: int, before: int, filled: Sequence[Filled]) -> Opening:
    """Build the opening for the views of a run up to a minute."""
    width = width_in(store, run)
    parts = spans(store, run, before=before)
    query, values = union(parts, "id", "conversation", "until > ?", [before])
    talks = [talk for (talk,) in store.select(query, values)]
    steps: list[tuple[str, Sequence[Sequence[Cell]] | None]] = [
        (f'CREATE TEMP TABLE "{SPAN}" (run INTEGER, low INTEGER, high INTEGER)', None),
        (f'INSERT INTO temp."{SPAN}" VALUES (?, ?, ?)', [(part.run, part.low, part.high) for part in parts]),
        (f'CREATE TEMP TABLE "{GOING_ON}" (talk INTEGER, ends INTEGER)', None),
        (
            f'INSERT INTO temp."{GOING_ON}" VALUES (?, ?)',
            [(talk, talk // _A_TURN * _A_TURN + _A_TURN) for talk in talks],
        ),
    ]
    for view in LOG_VIEWS:
        behind = f"{view.name}{MARK}"
        sql = view.sql(before, width, all_settled=not talks)
        steps.append((f'CREATE TEMP VIEW "{behind}" AS {sql}', None))
        steps.append((f'CREATE TEMP VIEW "{view.name}" AS SELECT * FROM temp."{behind}"', None))
    for one in filled:
        columns = ", ".join(f'"{name}"' for name in one.view.columns)
        steps.append((f'CREATE TEMP TABLE "{one.view.name}" ({columns})', None))
    names = tuple(one.view.name for one in filled)
    return Opening(
        uri=store.uri_to_read,
        steps=steps,
        views=(*(view.name for view in LOG_VIEWS), *names),
        filled=names,
    )


def open_views(db: Connection, opening: Opening) -> None:
    """Create the views on a connection, and set the limits of a query."""
    db.execute("BEGIN")
    for sql, rows in opening.steps:
        if rows is None:
            db.execute(sql)
        else:
            db.executemany(sql, rows)
    # SQLite sets these up when they are first used, by ways on which the guard lets nobody.
    db.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')").close()
    for limit, most in _LIMITS.items():
        db.setlimit(limit, most)
