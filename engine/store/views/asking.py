"""Asking: SQL of anybody's, put to the views of one run up to a moment, and nothing else."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from sqlite3 import Connection, Cursor
from typing import NoReturn

from engine.display.listed import Tabular
from engine.display.rows import Grid
from engine.errors import BadInput, worded
from engine.language.suggesting import did_you_mean
from engine.store.file.checks import plain_errors
from engine.store.file.connection import Store
from engine.store.log.lineage import spans, union, width_in
from engine.store.views.guard import READ_ONLY, Guard
from engine.store.views.log_views import LOG_VIEWS
from engine.store.views.place_in_sql import offset_of, place_in_sql, said_place
from engine.store.views.view import GOING_ON, MARK, SPAN, View

Cell = str | int | float | None
Given = Mapping[str, object]

MOST_ROWS, MOST_SECONDS, MOST_LETTERS = 10_000, 5.0, 20_000
_LONGEST_CELL, _MOST_LETTERS = 1_000_000, 20_000_000
_OPERATIONS = 2_000  # of SQLite's machine, between two looks at the clock
_A_TURN = 10_000  # ids that a turn has
_UNWRITTEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_UNBOUND = re.compile(r"value for binding (?:parameter )?(:\w+)")
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: _LONGEST_CELL,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 60,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Tabular):
    """What a query found: its columns and rows, and whether there were `more` than are shown."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: bool = False

    def __repr__(self) -> str:
        """Return how many rows it has, and its columns."""
        return f"<{len(self.rows):,}{'+' if self.more else ''} rows: {', '.join(self.columns)}>"

    def _grid_(self) -> Grid:
        more = ", and there are more" if self.more else ""
        return Grid(caption=f"Rows{more}", columns=self.columns, rows=self.rows, total=len(self.rows))


@dataclass(frozen=True, slots=True)
class Filled:
    """A view that is not of the log alone, and what fills it when it is first asked for."""

    view: View
    rows: Callable[[], Iterable[Sequence[Cell]]]


def _never() -> bool:
    return False


@contextmanager
def asking(store: Store, run: int, before: int, filled: Sequence[Filled] = ()) -> Iterator[Asking]:
    """Open the views of a run up to a minute, over a connection of their own that can only read."""
    db = store.connect_to_read()
    try:
        with plain_errors(store.path):
            db.execute("BEGIN")
            _open_views(db, store, run, before, filled)
            for limit, most in _LIMITS.items():
                db.setlimit(limit, most)
        yield Asking(db, filled)
    finally:
        db.close()


class Asking:
    """The views of a run at a moment, open to be asked."""

    def __init__(self, db: Connection, filled: Sequence[Filled]) -> None:
        self._db = db
        self._waiting = {one.view.name: one for one in filled}
        self._names = tuple(view.name for view in LOG_VIEWS) + tuple(self._waiting)
        self._tables = [name.lower() for (name,) in db.execute("SELECT name FROM main.sqlite_master")]

    def ask(
        self,
        sql: str,
        given: Given | None = None,
        *,
        most: int = MOST_ROWS,
        seconds: float = MOST_SECONDS,
        stop: Callable[[], bool] = _never,
    ) -> Table:
        """Return what a SELECT finds, at most so many rows. BadInput, which names the place, for what cannot
        be asked, and for what takes longer than so many seconds or is stopped.
        """
        _check(sql)
        values = dict(given or {})
        compiled = self._tried(f"EXPLAIN {sql}", values, sql)
        for name in sorted(compiled.read & self._waiting.keys()):
            self._fill(self._waiting.pop(name))
        until = time.monotonic() + seconds
        self._db.set_progress_handler(lambda: stop() or time.monotonic() > until, _OPERATIONS)
        found: list[Table] = []
        try:
            self._tried(sql, values, sql, lambda cursor: found.append(_table(cursor, most)))
        except _Ended:
            raise BadInput(_ended(stopped=stop(), seconds=seconds)) from None
        finally:
            self._db.set_progress_handler(None, 0)
        return found[0]

    def _tried(
        self, sql: str, values: Given, said: str, read: Callable[[Cursor], None] | None = None
    ) -> Guard:
        """Have a statement run under guard; what it finds is `read`. BadInput says what is wrong with what
        was said.
        """
        guard = Guard(self._names, self._tables)
        try:
            with self._under(guard), closing(self._db.execute(sql, values)) as cursor:
                if read is not None:
                    read(cursor)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT:
                raise _Ended from None
            self._explain(guard, error, said)
        return guard

    @contextmanager
    def _under(self, guard: Guard) -> Iterator[None]:
        self._db.execute("PRAGMA query_only = ON")
        self._db.set_authorizer(guard)
        try:
            yield
        finally:
            self._db.set_authorizer(None)
            self._db.execute("PRAGMA query_only = OFF")

    def _fill(self, one: Filled) -> None:
        marks = ", ".join("?" * len(one.view.columns))
        self._db.executemany(f'INSERT INTO temp."{one.view.name}" VALUES ({marks})', one.rows())

    # ---- what is wrong, in words

    def _explain(self, guard: Guard, error: sqlite3.Error, sql: str) -> NoReturn:
        message = str(error)
        if guard.refused:
            at = offset_of(sql, guard.token) if guard.token else None
        else:
            at = place_in_sql(sql, message, self._complaint)
        words = self._words(guard, message)
        raise BadInput(f"{said_place(sql, at)}: {words}" if at is not None else words) from None

    def _words(self, guard: Guard, message: str) -> str:
        said, token = guard.refused or message, guard.token
        missing, _, name = message.partition("no such table: ")
        if not guard.refused and not missing and name:
            said, token = f"there is no view {name!r}", name
        if said.startswith("there is no view"):
            return f"{said}; {did_you_mean(token, self._names, 'there are ' + ', '.join(self._names))}"
        unbound = _UNBOUND.search(said)
        if unbound is not None:
            return f"it names {unbound[1]}, for which no value is given"
        return READ_ONLY if said.startswith("cannot modify") else _PLAIN.get(said, said)

    def _complaint(self, beginning: str) -> str:
        """Return what SQLite says of the beginning of a text, which is only read."""
        try:
            with self._under(Guard(self._names, self._tables)):
                self._db.execute(f"EXPLAIN {beginning}").close()
        except sqlite3.Error as error:
            return str(error)
        return ""


_PLAIN = {
    "incomplete input": "it ends too early: something is still to come",
    "You can only execute one statement at a time.": "one SELECT at a time: what stands after the ; is more",
    "string or blob too big": "a single cell becomes longer than a million letters",
}


def _ended(*, stopped: bool, seconds: float) -> str:
    if stopped:
        return "it was stopped"
    return f"it took longer than {seconds:g} seconds; narrow it by a day, a person, or a LIMIT"


def _check(sql: str) -> None:
    if not isinstance(sql, str) or not sql.strip():
        raise BadInput(worded("write a SELECT over the views, as SELECT * FROM line"))
    if len(sql) > MOST_LETTERS:
        raise BadInput(
            worded(
                "the SQL has {sql:,} letters; {most_letters:,} are the most",
                sql=len(sql),
                most_letters=MOST_LETTERS,
            )
        )
    found = _UNWRITTEN.search(sql)
    if found is not None:
        raise BadInput(
            worded(
                "{said_place}: a character that cannot be seen; remove it",
                said_place=said_place(sql, found.start()),
            )
        )


class _Ended(Exception):
    """A query was stopped, or took too long."""


def _table(found: Cursor, most: int) -> Table:
    """Return what was found, up to so many rows, and as many letters as can well be held."""
    rows: list[tuple[Cell, ...]] = []
    letters = 0
    for row in found:
        if len(rows) == most or letters > _MOST_LETTERS:
            return Table(columns=_columns(found.description), rows=tuple(rows), more=True)
        rows.append(tuple(map(_cell, row)))
        letters += sum(len(cell) for cell in rows[-1] if isinstance(cell, str))
    return Table(columns=_columns(found.description or ()), rows=tuple(rows))


def _columns(description: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """Return the names of the columns; of those that are alike, the later with their number."""
    seen: dict[str, int] = {}
    named = []
    for column in description:
        name = str(column[0])
        seen[name] = seen.get(name, 0) + 1
        named.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(named)


def _cell(value: object) -> Cell:
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    return value  # type: ignore[return-value]  # SQLite has no other kinds


# ---- the views, as SQLite has them


def _open_views(db: Connection, store: Store, run: int, before: int, filled: Sequence[Filled]) -> None:
    width = width_in(store, run)
    parts = spans(store, run, before=before)
    db.execute(f'CREATE TEMP TABLE "{SPAN}" (run INTEGER, low INTEGER, high INTEGER)')
    db.executemany(
        f'INSERT INTO temp."{SPAN}" VALUES (?, ?, ?)', [(part.run, part.low, part.high) for part in parts]
    )
    query, values = union(parts, "id", "conversation", "until > ?", [before])
    talks = [one for (one,) in db.execute(query, values)]
    db.execute(f'CREATE TEMP TABLE "{GOING_ON}" (talk INTEGER, ends INTEGER)')
    db.executemany(
        f'INSERT INTO temp."{GOING_ON}" VALUES (?, ?)',
        [(talk, talk // _A_TURN * _A_TURN + _A_TURN) for talk in talks],
    )
    for view in LOG_VIEWS:
        behind = f"{view.name}{MARK}"
        db.execute(f'CREATE TEMP VIEW "{behind}" AS {view.sql(before, width, all_settled=not talks)}')
        db.execute(f'CREATE TEMP VIEW "{view.name}" AS SELECT * FROM temp."{behind}"')
    # SQLite sets these up when they are first used, by ways on which the guard lets nobody.
    db.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')").close()
    for one in filled:
        columns = ", ".join(f'"{name}"' for name in one.view.columns)
        db.execute(f'CREATE TEMP TABLE "{one.view.name}" ({columns})')
