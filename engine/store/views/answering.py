"""Runs a user's SQL against views that are open on a connection, and against nothing else.

It may run in a process of its own (`child.py`), so it knows nothing of stores and runs.
"""

from __future__ import annotations

import math
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from sqlite3 import Connection, Cursor
from typing import NoReturn

from engine.errors import BadInput, with_commas, worded
from engine.language.names.suggesting import did_you_mean
from engine.store.views.guard import READ_ONLY, Guard, no_view
from engine.store.views.place_in_sql import at_place, offset_of, place_in_sql

Cell = str | int | float | None
Given = Mapping[str, object]
Rows = Iterable[Sequence[Cell]]

_MOST_LETTERS = 20_000_000
_OPERATIONS = 2_000  # of SQLite's machine, between two looks at the clock
_UNBOUND = re.compile(r"value for binding (?:parameter )?(:\w+)")


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a query: its columns and rows, and whether there were more rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: bool = False


class Answering:
    """The views on a connection, open to queries. A view in `filled` gets its rows from `rows_of` when it is
    first read.
    """

    def __init__(
        self, db: Connection, views: Sequence[str], filled: Collection[str], rows_of: Callable[[str], Rows]
    ) -> None:
        self._db = db
        self._waiting, self._rows_of = set(filled), rows_of
        self._names = tuple(views)
        self._tables = [name.lower() for (name,) in db.execute("SELECT name FROM main.sqlite_master")]

    def ask(self, sql: str, given: Given, *, most: int, seconds: float, stop: Callable[[], bool]) -> Found:
        """Run a SELECT and return at most `most` rows. Raises BadInput, naming the place, if the query is not
        allowed, takes longer than `seconds`, or is stopped.
        """
        compiled = self._tried(f"EXPLAIN {sql}", given, sql)
        for name in sorted(compiled.read & self._waiting):
            self._fill(name)
            self._waiting.discard(name)
        until = time.monotonic() + seconds
        self._db.set_progress_handler(lambda: stop() or time.monotonic() > until, _OPERATIONS)
        found: list[Found] = []
        try:
            self._tried(sql, given, sql, lambda cursor: found.append(_found(cursor, most)))
        except _Ended:
            raise BadInput(ended_words(stopped=stop(), seconds=seconds)) from None
        finally:
            self._db.set_progress_handler(None, 0)
        return found[0]

    def close(self) -> None:
        """Close the connection."""
        self._db.close()

    def _tried(
        self, sql: str, values: Given, said: str, read: Callable[[Cursor], None] | None = None
    ) -> Guard:
        """Run a statement under guard and pass its cursor to `read`. Raises BadInput, with the fault in
        `said`.
        """
        guard = Guard(self._names, self._tables)
        try:
            with self._under(guard), closing(self._db.execute(sql, values)) as cursor:
                if read is not None:
                    read(cursor)
        except MemoryError:
            raise BadInput(too_large_words()) from None
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

    def _fill(self, name: str) -> None:
        for row in self._rows_of(name):
            marks = ", ".join("?" * len(row))
            self._db.execute(f'INSERT INTO temp."{name}" VALUES ({marks})', row)

    # ---- what is wrong, in words

    def _explain(self, guard: Guard, error: sqlite3.Error, sql: str) -> NoReturn:
        message = str(error)
        if guard.refused:
            at = offset_of(sql, guard.token) if guard.token else None
        else:
            at = place_in_sql(sql, message, self._complaint)
        words = self._words(guard, message)
        raise BadInput(words if at is None else at_place(sql, at, words)) from None

    def _words(self, guard: Guard, message: str) -> str:
        said, token = guard.refused or message, guard.token
        missing, _, name = message.partition("no such table: ")
        if not guard.refused and not missing and name:
            said, token = no_view(name), name
        if said.startswith("there is no view"):
            known = worded("use one of: {names}", names=with_commas(self._names))
            return worded("{message}; {remedy}", message=said, remedy=did_you_mean(token, self._names, known))
        unbound = _UNBOUND.search(said)
        if unbound is not None:
            return worded("the query uses {name}, which has no value; give it one", name=unbound[1])
        return READ_ONLY if said.startswith("cannot modify") else _PLAIN.get(said, said)

    def _complaint(self, beginning: str) -> str:
        """Return SQLite's error message for the beginning of a text, "" if it has none. Nothing is
        executed.
        """
        try:
            with self._under(Guard(self._names, self._tables)):
                self._db.execute(f"EXPLAIN {beginning}").close()
        except sqlite3.Error as error:
            return str(error)
        return ""


_PLAIN = {
    "incomplete input": worded("the query is incomplete; complete the SELECT statement"),
    "You can only execute one statement at a time.": worded(
        "only one SELECT is allowed; remove what follows the ;"
    ),
    "string or blob too big": worded("a cell is longer than a million characters; select less text"),
}


def ended_words(*, stopped: bool, seconds: float) -> str:
    """Return the message for a query that was stopped or took too long."""
    if stopped:
        return worded("the query was stopped; run it again")
    return worded(
        "the query took longer than {seconds:g} seconds; limit it to a day or a person, or add a LIMIT",
        seconds=seconds,
    )


def too_large_words() -> str:
    """Return the message for a query that needs more memory than it may have."""
    return worded(
        "the query needs more memory than a query can use; limit it to a day or a person, or add a LIMIT"
    )


class _Ended(Exception):
    """Raised when a query was stopped, or took too long."""


def _found(cursor: Cursor, most: int) -> Found:
    """Fetch rows, up to `most` rows and a limit of letters."""
    rows: list[tuple[Cell, ...]] = []
    letters = 0
    for row in cursor:
        letters += sum(len(cell) for cell in row if isinstance(cell, str | bytes))
        if len(rows) == most or letters > _MOST_LETTERS:
            return Found(_columns(cursor.description), tuple(rows), more=True)
        rows.append(tuple(map(_cell, row)))
    return Found(_columns(cursor.description or ()), tuple(rows))


def _columns(description: Sequence[Sequence[object]]) -> tuple[str, ...]:
    """Return the column names; a repeated name gets a number."""
    named: list[str] = []
    for column in description:
        name, again = str(column[0]), 2
        while name in named:
            name = f"{column[0]} ({again})"
            again += 1
        named.append(name)
    return tuple(named)


def _cell(value: object) -> Cell:
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    if isinstance(value, float) and math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"  # JSON has no such number
    return value  # type: ignore[return-value]  # SQLite has no other kinds
