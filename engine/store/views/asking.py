"""Runs SQL against the views of one run up to a moment.

SQL written by an author, a class or a file runs in a separate process: SQLite checks no clock while it
compiles, or within a single step. SQL that comes with Townwright runs in this process.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from engine.display.listed import Tabular
from engine.display.rows import Grid
from engine.errors import BadInput, worded
from engine.store.file.checks import plain_errors
from engine.store.file.connection import Store
from engine.store.views.answering import Answering, Cell as Cell, Found, Given, Rows
from engine.store.views.apart import Apart, open_apart
from engine.store.views.opening import Filled as Filled, Opening, open_views, opening_of
from engine.store.views.place_in_sql import at_place

MOST_ROWS, MOST_SECONDS, MOST_LETTERS = 10_000, 5.0, 20_000
_UNWRITTEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Tabular):
    """The result of a query: its `columns` and `rows`. `more` is true if there are rows beyond the limit."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    more: bool = False

    def __repr__(self) -> str:
        """Describe the table by its number of rows and its columns."""
        return f"<{len(self.rows):,}{'+' if self.more else ''} rows: {', '.join(self.columns)}>"

    def _grid_(self) -> Grid:
        more = ", and there are more" if self.more else ""
        return Grid(caption=f"Rows{more}", columns=self.columns, rows=self.rows, total=len(self.rows))


def _never() -> bool:
    return False


@contextmanager
def asking(store: Store, run: int, before: int, filled: Sequence[Filled] = ()) -> Iterator[Asking]:
    """Open the views of a run up to a minute."""
    views = Asking(store, opening_of(store, run, before, filled), filled)
    with closing(views), plain_errors(store.path):
        yield views


class Asking:
    """The views of a run at a moment, open to queries."""

    def __init__(self, store: Store, opening: Opening, filled: Sequence[Filled]) -> None:
        self._store, self._opening = store, opening
        self._rows = {one.view.name: one.rows for one in filled}
        self._here: Answering | None = None
        self._apart: Apart | None = None

    def ask(
        self,
        sql: str,
        given: Given | None = None,
        *,
        most: int = MOST_ROWS,
        seconds: float = MOST_SECONDS,
        stop: Callable[[], bool] = _never,
        ours: bool = False,
    ) -> Table:
        """Run a SELECT and return at most `most` rows; one of `ours` runs in this process. Raises BadInput,
        naming the place, if the query is not allowed, takes longer than `seconds`, needs too much memory, or
        is stopped.
        """
        _check(sql)
        views = self._in_this_process() if ours else self._in_a_process_apart()
        found: Found = views.ask(sql, given or {}, most=most, seconds=seconds, stop=stop)
        return Table(columns=found.columns, rows=found.rows, more=found.more)

    def close(self) -> None:
        """Close the views."""
        if self._here is not None:
            self._here.close()
        if self._apart is not None:
            self._apart.leave()

    def _in_this_process(self) -> Answering:
        if self._here is None:
            db = self._store.connect_to_read()
            try:
                open_views(db, self._opening)
            except BaseException:
                db.close()
                raise
            self._here = Answering(db, self._opening.views, self._opening.filled, self._rows_of)
        return self._here

    def _in_a_process_apart(self) -> Apart:
        if self._apart is None or self._apart.is_gone:
            self._apart = open_apart(self._opening, self._rows_of)
        return self._apart

    def _rows_of(self, view: str) -> Rows:
        return self._rows[view]()


def _check(sql: str) -> None:
    if not isinstance(sql, str) or not sql.strip():
        raise BadInput(worded("enter a SELECT statement over the views, such as SELECT * FROM line"))
    if len(sql) > MOST_LETTERS:
        raise BadInput(
            worded(
                "the query has {sql:,} characters; use at most {most_letters:,}",
                sql=len(sql),
                most_letters=MOST_LETTERS,
            )
        )
    found = _UNWRITTEN.search(sql)
    if found is not None:
        raise BadInput(at_place(sql, found.start(), worded("there is an invisible character; remove it")))
