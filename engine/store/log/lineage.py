"""Which rows belong to a run: its own, and those of each ancestor up to the fork."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import NotFound, worded
from engine.row_ids import Width, unseen_from, width_of
from engine.store.file.checks import damaged
from engine.store.file.connection import Store

_FOREVER = 2**53
_MOST_FORKS = 10_000  # of forks; only a damaged lineage, which goes in a circle, is longer


def lineage(store: Store, run: int) -> tuple[tuple[int, int | None], ...]:
    """Return a run and its ancestors, newest first, each with the minute before which its rows count (None:
    all).
    """
    return _line(store, run)[0]


def width_in(store: Store, run: int) -> Width:
    """Return the id width of a run, which is that of its ancestors."""
    return _line(store, run)[1]


def _line(store: Store, run: int) -> tuple[tuple[tuple[int, int | None], ...], Width]:
    return store.unchanged(("lineage", run), lambda: _lineage(store, run))


def _lineage(store: Store, run: int) -> tuple[tuple[tuple[int, int | None], ...], Width]:
    rows = store.select(
        """
        WITH RECURSIVE line(number, parent, fork_minute, cut) AS (
            SELECT number, parent, fork_minute, NULL FROM run WHERE number = ?
            UNION ALL
            SELECT run.number, run.parent, run.fork_minute,
                   min(line.fork_minute, ifnull(line.cut, line.fork_minute))
            FROM line JOIN run ON run.number = line.parent
            LIMIT ?
        ) SELECT number, cut, parent, (SELECT max(id) FROM turn WHERE turn.run = line.number) FROM line
        """,
        (run, _MOST_FORKS),
    )
    if any(parent is not None and parent >= number for number, _, parent, _ in rows):
        raise damaged(store.path, worded("run {run} is a fork of a run that was made after it", run=run))
    if not rows:
        raise NotFound(worded("there is no run number {run!r}; `townwright runs` lists all runs", run=run))
    width = width_of(max((latest or 0 for *_, latest in rows)))
    return tuple((number, cut) for number, cut, *_ in rows), width


@dataclass(frozen=True, slots=True)
class Span:
    """The ids of one run that a query may read: from `low` up to, not including, `high`."""

    run: int
    low: int
    high: int


def spans(
    store: Store,
    run: int,
    *,
    before: int | None = None,
    after: int | None = None,
    before_id: int | None = None,
    after_id: int | None = None,
) -> tuple[Span, ...]:
    """Return the spans of a run's lineage, oldest first. All four limits are exclusive; minutes and ids can
    be combined.

    The author's turns at a minute come before all agents' turns, so a reading at that minute includes them.
    """
    line, width = _line(store, run)
    unseen = _FOREVER if before is None else unseen_from(before, width)
    high = min(unseen, _FOREVER if before_id is None else before_id)
    low = max(0 if after is None else width.starts(after + 1), 0 if after_id is None else after_id + 1)
    found = [Span(number, low, high if cut is None else min(high, width.starts(cut))) for number, cut in line]
    return tuple(span for span in reversed(found) if span.low < span.high)


def union(
    parts: Sequence[Span], columns: str, table: str, where: str = "", values: Sequence[object] = ()
) -> tuple[str, list[object]]:
    """Build a query over all spans. Each part can use its index, so that an ORDER BY over the whole merges
    them.
    """
    one = f"SELECT {columns} FROM {table} WHERE run = ? AND id >= ? AND id < ?{where and ' AND ' + where}"
    if not parts:
        return f"{one} AND 0", [0, 0, 0, *values]
    arguments: list[object] = []
    for part in parts:
        arguments += [part.run, part.low, part.high, *values]
    return " UNION ALL ".join([one] * len(parts)), arguments


def equal(wanted: Mapping[str, object | None]) -> tuple[str, list[object]]:
    """Build the condition that columns equal the given values, and the list of these; None matches any
    value.
    """
    given = {column: value for column, value in wanted.items() if value is not None}
    return " AND ".join(f"{column} = ?" for column in given), list(given.values())


def counted(store: Store, parts: Sequence[Span], table: str, where: str, values: Sequence[object]) -> int:
    """Count the rows of a table in some spans that meet a condition."""
    query, arguments = union(parts, "id", table, where, values)
    ((total,),) = store.select(f"SELECT count(*) FROM ({query})", arguments)
    return int(total)
