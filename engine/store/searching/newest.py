"""The newest memories that match some words, and their number, found in the word index alone.

A common word is in hundreds of thousands of memories. The index counts them and gives those written last;
only as many rows as a page takes are read. Memories are written nearly in the order of their ids; where they
are not, the search looks further so that none is missed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.store.file.connection import Store
from engine.store.log.lineage import Span
from engine.store.searching.search import Condition

_LATEST = 20_000  # memories among which those of a common word are gathered while all are counted
_FEW = 20_000  # matches that are gathered all at once: to ask for them again would take longer
_FIRST_LOOK = 500  # matches of which the rows are looked at
_ALL_AT_A_LOOK = 2_000  # matches of which all are looked at, so that none can be missed
_MOST_ASIDE = 20_000  # rows that stand in the range of a span and are not of it


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest matching ids, and the number of all matches."""

    ids: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class _Range:
    """The memory row numbers of a span: `low` to `high` inclusive, except those in `aside`. If `alone`, no
    other run has memories in between.
    """

    low: int
    high: int
    alone: bool
    aside: tuple[int, ...] = ()


def newest(
    store: Store,
    parts: Sequence[Span],
    words_in: Callable[[int | None], Condition],
    most: int,
    *,
    whole: bool,
    rare: bool = False,
) -> Newest | None:
    """Return the newest matching ids in some spans, at most `most`, newest first, and the number of matches.
    Returns None if the index alone cannot tell.

    `words_in` gives the condition for rows of one run, or (None) of any run. With `whole`, whole runs are
    searched rather than one mind, so rows between which no other run has memories need no test of their run.
    `rare` says that few matches are likely.
    """
    ranges = [_range(store, part) for part in parts]
    found: list[int] = []
    total = 0
    for part, numbers in zip(reversed(parts), reversed(ranges), strict=True):  # the newest span is the last
        words = words_in(None if whole and numbers and numbers.alone else part.run)
        if numbers is None or not words.index:
            return None
        since = numbers.low - 1 if rare or _are_few(store, numbers, words) else numbers.high - _LATEST
        count, latest = _counted(store, numbers, words, since)
        total += count
        wanted = min(most - len(found), count)
        if wanted > 0:
            found += _ids(store, part, numbers, words, latest, count, wanted)
    return Newest(ids=tuple(found), total=total)


def _range(store: Store, span: Span) -> _Range | None:
    """Return the row numbers of a span's memories, or None if too many of other runs lie between them."""
    return store.unchanged(("memories of", span), lambda: _found_range(store, span))


def _found_range(store: Store, span: Span) -> _Range | None:
    ((before, after, low, high),) = store.select(
        """SELECT EXISTS (SELECT 1 FROM memory WHERE run = ?1 AND id < ?2),
                  EXISTS (SELECT 1 FROM memory WHERE run = ?1 AND id >= ?3),
                  (SELECT min(nr) FROM memory INDEXED BY memory_run WHERE run = ?1),
                  (SELECT max(nr) FROM memory INDEXED BY memory_run WHERE run = ?1)""",
        (span.run, span.low, span.high),
    )
    if low is None:
        return _Range(1, 0, alone=True)
    if not before and not after:
        return _Range(low, high, _is_alone(store, span.run, low, high))
    ((low, high),) = store.select(
        """SELECT ifnull(min(nr), 1), ifnull(max(nr), 0) FROM memory INDEXED BY memory_id
           WHERE run = ? AND id >= ? AND id < ?""",
        (span.run, span.low, span.high),
    )
    aside = store.select(
        """SELECT nr FROM memory INDEXED BY memory_id
           WHERE run = ?1 AND (id < ?2 OR id >= ?3) AND nr BETWEEN ?4 AND ?5 LIMIT ?6""",
        (span.run, span.low, span.high, low, high, _MOST_ASIDE + 1),
    )
    if len(aside) > _MOST_ASIDE:
        return None
    return _Range(low, high, _is_alone(store, span.run, low, high), tuple(nr for (nr,) in aside))


def _is_alone(store: Store, run: int, low: int, high: int) -> bool:
    """Return whether no other run has memories in a range of row numbers."""
    ((others,),) = store.select(
        """WITH RECURSIVE those(run) AS (
               SELECT min(run) FROM memory
               UNION ALL SELECT (SELECT min(run) FROM memory WHERE run > those.run)
               FROM those WHERE those.run IS NOT NULL)
           SELECT EXISTS (SELECT 1 FROM those WHERE those.run <> ?1 AND EXISTS (
               SELECT 1 FROM memory INDEXED BY memory_run
               WHERE memory.run = those.run AND memory.nr BETWEEN ?2 AND ?3))""",
        (run, low, high),
    )
    return not others


def _are_few(store: Store, numbers: _Range, words: Condition) -> bool:
    """Return whether few memories carry the marks that narrow a search, whatever their words. For a common
    word the index reads all its entries; for marks it stops at the limit.
    """
    if not words.narrowed:
        return False
    ((marked,),) = store.select(
        f"""SELECT count(*) FROM (
                SELECT 1 FROM {words.index}
                WHERE {words.index} MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)""",
        (words.narrowed, numbers.low, numbers.high, _FEW + 1),
    )
    return bool(marked <= _FEW)


def _counted(store: Store, numbers: _Range, words: Condition, since: int) -> tuple[int, list[int]]:
    """Return the number of matches, and the matching row numbers above `since`. One query does both, since
    asking twice would take twice as long.
    """
    but = "AND +rowid NOT IN (SELECT value FROM json_each(?5))" if numbers.aside else ""
    ((count, latest),) = store.select(
        f"""SELECT count(*), json_group_array(rowid) FILTER (WHERE rowid > ?4) FROM {words.index}
            WHERE {words.index} MATCH ?1 AND rowid BETWEEN ?2 AND ?3 {but}""",
        (words.match, numbers.low, numbers.high, since, *([json.dumps(numbers.aside)] if but else ())),
    )
    return int(count), sorted(json.loads(latest), reverse=True)


def _ids(
    store: Store,
    span: Span,
    numbers: _Range,
    words: Condition,
    latest: Sequence[int],
    count: int,
    most: int,
) -> list[int]:
    """Return the `most` newest matching ids of a span, out of `count` matches."""
    look = max(_FIRST_LOOK, 2 * most)
    look = max(look, count + 1) if count <= _ALL_AT_A_LOOK else look
    every = count + len(numbers.aside)  # which the index gives as well
    if len(latest) < min(look, count):
        latest = _latest(store, numbers, words, every if every <= _FEW else look)
    while True:
        last = latest[look - 1] if len(latest) >= look else 0
        rows = store.select(
            """SELECT m.id FROM json_each(?) wanted CROSS JOIN memory m ON m.nr = wanted.value
               WHERE m.id >= ? AND m.id < ?""",
            (json.dumps(latest[:look]), span.low, span.high),
        )
        ids = sorted((row for (row,) in rows), reverse=True)[:most]
        if not last or (len(ids) == most and ids[-1] > _latest_before(store, span, last)):
            return ids
        look *= 4
        if len(latest) < min(look, every):
            latest = _latest(store, numbers, words, look)


def _latest(store: Store, numbers: _Range, words: Condition, most: int) -> list[int]:
    rows = store.select(
        f"""SELECT rowid FROM {words.index} WHERE {words.index} MATCH ? AND rowid BETWEEN ? AND ?
            ORDER BY rowid DESC LIMIT ?""",
        (words.match, numbers.low, numbers.high, most),
    )
    return [nr for (nr,) in rows]


def _latest_before(store: Store, span: Span, nr: int) -> int:
    """Return the newest id of a span written before memory row `nr`, or -1 if there is none."""
    rows = store.select(
        """SELECT id FROM memory INDEXED BY memory_id
           WHERE run = ? AND id >= ? AND id < ? AND nr < ? ORDER BY id DESC LIMIT 1""",
        (span.run, span.low, span.high, nr),
    )
    return int(rows[0][0]) if rows else -1
