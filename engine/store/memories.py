"""An agent's memory stream, a page at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.records import AgentId, Memory, MemoryKind
from engine.store.connection import Store
from engine.store.entries import table_of
from engine.store.lineage import Span, lineage, spans, union
from engine.store.log import read_rows
from engine.store.search import condition, index_memories, scope, substring_condition, unindexed_condition

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """Some rows of a list, and how many the whole list has."""

    items: tuple[T, ...]
    total: int


def memory_page(
    store: Store,
    run: int,
    agent: AgentId | None,
    *,
    before: int | None = None,
    kinds: Sequence[MemoryKind] = (),
    least_importance: int = 1,
    query: str = "",
    offset: int = 0,
    limit: int = 50,
) -> Page[Memory]:
    """Memories that fit, newest first: of one agent, or of everybody (None). A query may be any text.

    Words match from their beginning and in any inflection; where that finds nothing, also inside words.
    """
    parts = spans(store, run, before=before)
    where, values = _filters(agent, kinds, least_importance)
    words, more = _words(store, run, agent, query)
    if not words:
        return _page(store, parts, where, values, offset, limit)
    page = _page(store, parts, f"{where} AND {words}", [*values, *more], offset, limit)
    if page.total:
        return page
    words, more = substring_condition(query)
    return _page(store, parts, f"{where} AND {words}", [*values, *more], offset, limit)


def memories_by_id(store: Store, run: int, ids: Sequence[int]) -> dict[int, Memory]:
    """The memories of some ids, in the order asked for; ids that are no memories are left out."""
    table = table_of(Memory)
    query, values = union(
        spans(store, run),
        table.select,
        table.name,
        "id IN (SELECT value FROM json_each(?))",
        [json.dumps(list(ids))],
    )
    found = {memory.id: memory for memory in read_rows(store, table, query, values)}
    return {one: found[one] for one in ids if one in found}


def citing(store: Store, run: int, memory_id: int, before: int | None = None) -> tuple[Memory, ...]:
    """The memories that rest on a memory, oldest first."""
    table = table_of(Memory)
    query, values = union(
        spans(store, run, before=before, after_id=memory_id),
        table.select,
        table.name,
        "evidence <> '[]' AND ? IN (SELECT value FROM json_each(evidence))",
        [memory_id],
    )
    return tuple(read_rows(store, table, f"{query} ORDER BY id", values))


def _filters(
    agent: AgentId | None, kinds: Sequence[MemoryKind], least_importance: int
) -> tuple[str, list[object]]:
    where, values = ["importance >= ?"], [least_importance]
    conditions: list[str] = [*where]
    arguments: list[object] = [*values]
    if agent is not None:
        conditions.append("agent = ?")
        arguments.append(agent)
    if kinds:
        conditions.append(f"kind IN ({', '.join('?' * len(kinds))})")
        arguments += kinds
    return " AND ".join(conditions), arguments


def _words(store: Store, run: int, agent: AgentId | None, query: str) -> tuple[str, list[object]]:
    scopes = [scope(number, agent or "") for number, _ in lineage(store, run)]
    words, values = condition(query, scopes)
    if not words:
        return "", []
    if not store.read_only:
        with store.write() as db:
            index_memories(db)
        return words, values
    rest, more = unindexed_condition(query)
    return f"({words} OR {rest})", [*values, *more]


def _page(
    store: Store, parts: Sequence[Span], where: str, values: Sequence[object], offset: int, limit: int
) -> Page[Memory]:
    table = table_of(Memory)
    ids, arguments = union(parts, "id", table.name, where, values)
    ((total,),) = store.select(f"SELECT count(*) FROM ({ids})", arguments)
    query, arguments = union(parts, table.select, table.name, where, values)
    rows = read_rows(
        store,
        table,
        f"{query} ORDER BY id DESC LIMIT ? OFFSET ?",
        [*arguments, max(limit, 0), max(offset, 0)],
    )
    return Page(items=tuple(rows), total=total)
