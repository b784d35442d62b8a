"""An agent's memory stream, a page at a time."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from engine.clock import DAY
from engine.display.listed import Records, Tabular
from engine.display.rows import Grid, grid_of
from engine.records import AgentId, Memory, MemoryKind, Recall
from engine.row_ids import minute_of
from engine.store.file.connection import Store
from engine.store.log.entries import table_of
from engine.store.log.lineage import Span, counted, lineage, spans, union, width_in
from engine.store.log.rows import read_log, read_rows
from engine.store.searching.newest import newest
from engine.store.searching.search import (
    Condition,
    Marks,
    condition,
    has_spaced_words,
    index_memories,
    inside_condition,
    or_unindexed,
    scope,
    substring_condition,
    words_of,
)
from engine.store.searching.words import is_rare, longer_words

T = TypeVar("T")

_FEW = 20_000  # memories that hold a word which is rare


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Tabular, Generic[T]):
    """A page of a list: some of its rows (`items`), and the length of the whole list (`total`)."""

    items: tuple[T, ...]
    total: int

    def __repr__(self) -> str:
        """Describe the page as a number of rows out of the total."""
        return f"<{len(self.items):,} of {self.total:,} {self._kind.__name__}>"

    def __iter__(self) -> Iterator[T]:
        """Iterate over the rows of this page."""
        return iter(self.items)

    def __len__(self) -> int:
        """Return the number of rows on this page."""
        return len(self.items)

    @property
    def _kind(self) -> type:
        return self.items.kind if isinstance(self.items, Records) else object

    def _grid_(self) -> Grid:
        return grid_of(self._kind, self.items, total=self.total)


@dataclass(frozen=True, slots=True)
class Touched:
    """One memory on one day: the minute of its last recall that day, and the number of recalls."""

    agent: AgentId
    memory: int
    minute: int
    times: int


def memory_page(
    store: Store,
    run: int,
    agent: AgentId | None,
    *,
    before: int | None = None,
    after: int | None = None,
    kinds: Sequence[MemoryKind] = (),
    least_importance: int = 1,
    place: str | None = None,
    about: AgentId | None = None,
    among: Collection[int] | None = None,
    query: str = "",
    offset: int = 0,
    limit: int = 50,
) -> Page[Memory]:
    """Return the matching memories, newest first. `agent` None means all agents; the memories can be limited
    to a `place`, to those about an agent (`about`), or to the ids in `among`. Any text can be a `query`.

    Words match in any inflection and, from three letters on, as prefixes. If nothing matches, they also match
    inside words.
    """
    parts = spans(store, run, before=before, after=after)
    where, values = _filters(agent, kinds, least_importance)
    for condition_of, its in _narrowed(place, about, among):
        where, values = f"{where} AND {condition_of}", [*values, *its]
    low, most = max(offset, 0), max(limit, 0)
    by_marks = (place, about, among) == (None, None, None)
    marks = Marks(kinds=kinds, least_importance=least_importance)
    for words in _words(store, run, agent, query, marks):
        page = _latest(store, parts, query, agent, marks, low, most) if by_marks and words.index else None
        page = page or _looked_for(store, parts, words, where, values, low, most)
        if page.total:
            items = memories_by_id(store, run, page.items)
            return Page(items=Records.of(Memory, items.values()), total=page.total)
    if words_of(query):
        return Page(items=Records.of(Memory), total=0)
    return _page(store, parts, where, values, offset, limit)


@dataclass(frozen=True, slots=True)
class Mention:
    """A memory that contains some words: its agent, its kind, and the row it came from."""

    id: int
    agent: AgentId
    kind: MemoryKind
    source: int


def mentions(store: Store, run: int, query: str, *, before: int | None = None) -> tuple[Mention, ...]:
    """Return all memories of all agents that contain every word of a query, oldest first, as a search finds
    them. Empty for a query without words.
    """
    parts = spans(store, run, before=before)
    for words in _words(store, run, None, query, Marks()):
        found, arguments = union(parts, "id, agent, kind, source", _table(words), words.sql, words.values)
        rows = store.select(f"{found} ORDER BY id", arguments)
        if rows:
            return tuple(Mention(*row) for row in rows)
    return ()


@dataclass(frozen=True, slots=True)
class Weight:
    """The importance of a memory."""

    id: int
    importance: int


def weights(
    store: Store, run: int, agent: AgentId, kinds: Sequence[MemoryKind], *, before: int | None = None
) -> list[Weight]:
    """Return the importance of each of an agent's memories of some kinds, oldest first."""
    where, values = _filters(agent, kinds, 1)
    query, arguments = union(spans(store, run, before=before), "id, importance", "memory", where, values)
    return [Weight(*row) for row in store.select(f"{query} ORDER BY id", arguments)]


def memories_by_id(store: Store, run: int, ids: Sequence[int]) -> dict[int, Memory]:
    """Return the memories with these ids, in the order given; ids that are not memories are left out."""
    table = table_of(Memory)
    columns = ", ".join(f'm."{column}"' for column in table.columns)
    query = f"""
        SELECT {columns} FROM json_each(?) AS wanted CROSS JOIN memory AS m
        WHERE m.run = ? AND m.id = wanted.value AND m.id >= ? AND m.id < ?
    """
    found: dict[int, Memory] = {}
    for part in spans(store, run):
        values = (json.dumps(list(ids)), part.run, part.low, part.high)
        found |= {memory.id: memory for memory in read_rows(store, table, query, values)}
    return {one: found[one] for one in ids if one in found}


def citing(store: Store, run: int, memory_id: int, before: int | None = None) -> tuple[Memory, ...]:
    """Return the memories that cite a memory as evidence, oldest first."""
    table = table_of(Memory)
    query, values = union(
        spans(store, run, before=before, after_id=memory_id),
        table.select,
        table.name,
        "evidence <> '[]' AND ? IN (SELECT value FROM json_each(evidence))",
        [memory_id],
    )
    return tuple(read_rows(store, table, f"{query} ORDER BY id", values))


def recalls_of(store: Store, run: int, memory: Memory, before: int | None = None) -> tuple[Recall, ...]:
    """Return the recalls that retrieved a memory, oldest first."""
    table = table_of(Recall)
    query, values = union(
        spans(store, run, before=before, after_id=memory.id),
        table.select,
        table.name,
        "agent = ? AND instr(items, ?) > 0",  # as it is kept, each begins with its memory
        [memory.agent, f"[{memory.id},"],
    )
    return tuple(read_rows(store, table, f"{query} ORDER BY id", values))


def memories_due(
    store: Store,
    run: int,
    agent: AgentId | None,
    start: int,
    end: int,
    before_id: int,
    *,
    agreed: bool = False,
) -> tuple[Memory, ...]:
    """Return memories about a time from `start` up to, not including, `end`, oldest first. They belong to an
    agent, or to any agent if None, and come before row `before_id`. With `agreed`, only plans to be at a
    place that rest on evidence.
    """
    table = table_of(Memory)
    whose, values = ("", []) if agent is None else ("agent = ? AND ", [agent])
    whose += "kind = 'plan' AND evidence <> '[]' AND place <> '' AND " if agreed else ""
    query, arguments = union(
        spans(store, run, before_id=before_id),
        table.select,
        table.name,
        f'{whose}"when" >= ? AND "when" < ?',
        [*values, start, end],
    )
    return tuple(read_rows(store, table, f"{query} ORDER BY id", arguments))


def observations_of(
    store: Store, run: int, events: Collection[int], *, before: int | None = None
) -> tuple[Memory, ...]:
    """Return the agents' observations of some events, oldest first."""
    table = table_of(Memory)
    query, values = union(
        spans(store, run, before=before),
        table.select,
        table.name,
        "kind = 'observation' AND source IN (SELECT value FROM json_each(?))",
        [json.dumps(sorted(events))],
    )
    return tuple(read_rows(store, table, f"{query} ORDER BY id", values))


def touches(
    store: Store,
    run: int,
    *,
    before: int | None = None,
    after: int | None = None,
    before_id: int | None = None,
    agent: AgentId | None = None,
    but: str = "",
) -> list[Touched]:
    """Return for each memory and day the last recall and the number of recalls. Recalls for the purpose `but`
    do not count.
    """
    where, values = ("purpose <> ?", [but]) if agent is None else ("purpose <> ? AND agent = ?", [but, agent])
    parts = spans(store, run, before=before, after=after, before_id=before_id)
    width = width_in(store, run)
    query, arguments = union(parts, "id, agent, items", "recall", where, values)
    rows = store.select(
        f"""
        SELECT r.agent, json_extract(item.value, '$[0]') AS memory, max(r.id), count(*),
               (r.id - ?) / ? AS day
        FROM ({query}) r, json_each(r.items) item
        GROUP BY r.agent, day, memory ORDER BY r.agent, day, memory
        """,
        [width.begin, width.minute * DAY, *arguments],
    )
    return [Touched(owner, memory, minute_of(last), times) for owner, memory, last, times, _ in rows]


def recalls(
    store: Store, run: int, agent: AgentId, *, before: int | None = None, limit: int | None = None
) -> tuple[Recall, ...]:
    """Return the recalls of an agent, newest first."""
    return tuple(read_log(store, run, Recall, agent=agent, before=before, newest_first=True, limit=limit))


def _filters(
    agent: AgentId | None, kinds: Sequence[MemoryKind], least_importance: int
) -> tuple[str, list[object]]:
    conditions: list[str] = []
    arguments: list[object] = []
    if least_importance > 1:  # or else all of them do, and an index of ids alone can count them
        conditions.append("importance >= ?")
        arguments.append(least_importance)
    if agent is not None:
        conditions.append("agent = ?")
        arguments.append(agent)
    if kinds:
        conditions.append(f"kind IN ({', '.join('?' * len(kinds))})")
        arguments += kinds
    return " AND ".join(conditions) or "TRUE", arguments


def _narrowed(
    place: str | None, about: AgentId | None, among: Collection[int] | None
) -> Iterator[tuple[str, list[object]]]:
    """Yield the conditions for the given place, subject and ids, each with its values."""
    if place is not None:
        yield "(place = ? OR substr(place, 1, ?) = ?)", [place, len(place) + 1, f"{place}/"]
    if about is not None:
        yield "? IN (SELECT value FROM json_each(about))", [about]
    if among is not None:
        yield "id IN (SELECT value FROM json_each(?))", [json.dumps(sorted(among))]


def _words(store: Store, run: int, agent: AgentId | None, query: str, marks: Marks) -> Iterator[Condition]:
    """Yield the search conditions to try in turn until one finds a memory. Yields none for a query without
    words.
    """
    marks = replace(marks, scopes=[scope(number, agent or "") for number, _ in lineage(store, run)])
    words = condition(query, marks)
    if not words.sql:
        return
    if store.read_only:
        yield or_unindexed(words, query)
    else:
        _index_the_rest(store)
        yield words
    if has_spaced_words(query):
        yield from _inside(store, query, marks)


def _inside(store: Store, query: str, marks: Marks) -> Iterator[Condition]:
    """Yield the condition that finds the words of a query inside other words, unless no memory can match."""
    if store.read_only:  # of what waits to be indexed, the words are not known
        yield substring_condition(query)
        return
    found = [longer_words(store, word) for word in words_of(query)]
    longer = [words for words in found if words is not None]
    if all(longer):
        yield inside_condition(query, marks, longer) if longer else substring_condition(query)


def _index_the_rest(store: Store) -> None:
    ((waiting,),) = store.select("SELECT max(nr) > (SELECT nr FROM memory_indexed) FROM memory")
    while waiting:
        with store.write() as db:
            waiting = index_memories(db)


def _table(words: Condition) -> str:
    """Return the FROM clause for a memory search. Where an index of words names the rows, SQLite may not
    choose an index by agent: the words name fewer rows.
    """
    return "memory NOT INDEXED" if words.looked_up else "memory"


def _latest(
    store: Store,
    parts: Sequence[Span],
    query: str,
    agent: AgentId | None,
    marks: Marks,
    offset: int,
    limit: int,
) -> Page[int] | None:
    """Return a page of matching ids, newest first, or None if the word index alone cannot tell."""

    def words_in(run: int | None) -> Condition:
        return condition(query, marks if run is None else replace(marks, scopes=[scope(run, agent or "")]))

    rare = any(is_rare(store, word, _FEW) for word in words_of(query))
    found = newest(store, parts, words_in, offset + limit, whole=agent is None, rare=rare)
    return None if found is None else Page(items=found.ids[offset:], total=found.total)


def _looked_for(
    store: Store,
    parts: Sequence[Span],
    words: Condition,
    where: str,
    values: Sequence[object],
    offset: int,
    limit: int,
) -> Page[int]:
    """Return a page of matching ids that meet a further condition, newest first."""
    query, arguments = union(parts, "id", _table(words), f"{where} AND {words.sql}", [*values, *words.values])
    return _ids(store, query, arguments, offset, limit)


def _ids(store: Store, query: str, values: Sequence[object], offset: int, limit: int) -> Page[int]:
    """Return a page of the ids a query finds, newest first, and their total. Only the ids of the page are
    sorted and leave the database.
    """
    rows = store.select(
        f"""
        WITH found AS MATERIALIZED ({query}), page AS (SELECT id FROM found ORDER BY id DESC LIMIT ? OFFSET ?)
        SELECT count(*), (SELECT json_group_array(id) FROM page) FROM found
        """,
        [*values, limit, offset],
    )
    ((total, page),) = rows
    return Page(items=tuple(sorted(json.loads(page), reverse=True)), total=total)


def _page(
    store: Store, parts: Sequence[Span], where: str, values: Sequence[object], offset: int, limit: int
) -> Page[Memory]:
    table = table_of(Memory)
    query, arguments = union(parts, table.select, table.name, where, values)
    rows = read_rows(
        store,
        table,
        f"{query} ORDER BY id DESC LIMIT ? OFFSET ?",
        [*arguments, max(limit, 0), max(offset, 0)],
    )
    return Page(items=Records.of(Memory, rows), total=counted(store, parts, table.name, where, values))
