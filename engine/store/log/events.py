"""The events and conversations of a run, listed and in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.display.listed import Records
from engine.records import AgentId, Conversation, Event, Line
from engine.store.file.connection import Store
from engine.store.log.entries import table_of
from engine.store.log.lineage import counted, equal, spans, union
from engine.store.log.memories import Page
from engine.store.log.rows import read_log, read_rows
from engine.world.former import Called


def events_page(
    store: Store,
    run: int,
    *,
    before: int | None = None,
    after: int | None = None,
    agent: AgentId | None = None,
    concerning: AgentId | None = None,
    room: Sequence[Called] = (),
    place: Sequence[Called] = (),
    offset: int = 0,
    limit: int = 50,
) -> Page[Event]:
    """Return the events between two minutes (exclusive), newest first. Optional filters: the actor (`agent`),
    the actor or an agent involved (`concerning`), one room or one place under all names it ever had.
    """
    where, values = equal({"actor": agent})
    conditions = [where] if where else []
    if concerning is not None:
        conditions.append("(actor = ? OR ? IN (SELECT value FROM json_each(about)))")
        values += [concerning, concerning]
    for called, path in ((room, "room = ?"), (place, "(room = ? OR substr(room, 1, ?) = ?)")):
        if called:
            conditions.append(f"({' OR '.join(_while_so_called(one, path) for one in called)})")
            values += [value for one in called for value in _values_of(one, path)]
    where = " AND ".join(conditions)
    parts = spans(store, run, before=before, after=after)
    table = table_of(Event)
    query, arguments = union(parts, table.select, table.name, where, values)
    rows = read_rows(
        store,
        table,
        f"{query} ORDER BY id DESC LIMIT ? OFFSET ?",
        [*arguments, max(limit, 0), max(offset, 0)],
    )
    return Page(items=Records.of(Event, rows), total=counted(store, parts, table.name, where, values))


def _while_so_called(one: Called, path: str) -> str:
    return f"({path} AND id >= ?{'' if one.before is None else ' AND id < ?'})"


def _values_of(one: Called, path: str) -> Iterator[object]:
    yield from (one.path,) if path.count("?") == 1 else (one.path, len(one.path) + 1, f"{one.path}/")
    yield from (one.since,) if one.before is None else (one.since, one.before)


def conversations(
    store: Store,
    run: int,
    *,
    before: int | None = None,
    after: int | None = None,
    agent: AgentId | None = None,
) -> tuple[Conversation, ...]:
    """Return the conversations between two minutes (exclusive), oldest first; only those of one member if
    given.
    """
    table = table_of(Conversation)
    where, values = ("", []) if agent is None else ("? IN (SELECT value FROM json_each(members))", [agent])
    parts = spans(store, run, before=before, after=after)
    query, arguments = union(parts, table.select, table.name, where, values)
    return tuple(read_rows(store, table, f"{query} ORDER BY id", arguments))


def lines_of(store: Store, run: int, conversation: int) -> tuple[Line, ...]:
    """Return the lines of a conversation, in order."""
    return tuple(read_log(store, run, Line, where={"conversation": conversation}))
