"""The state of a town at a moment: the last row of each kind before it, over the run's lineage."""

from __future__ import annotations

from engine.clock import DAY, minute_at
from engine.records import AgentId, Conversation, Path, Presence, Relation, Sighting, Step, ThingState
from engine.store.file.connection import Store
from engine.store.log.entries import table_of
from engine.store.log.lineage import spans, union
from engine.store.log.rows import R, read_rows

# An index holds each agent's presences together: two steps in it find one's last, however many there are.
_LAST_PRESENCES = """
    WITH RECURSIVE part(run, low, high) AS (VALUES {parts}),
    who(run, low, high, agent) AS (
        SELECT run, low, high, (SELECT min(agent) FROM presence WHERE run = part.run) FROM part
        UNION ALL
        SELECT run, low, high,
               (SELECT min(p.agent) FROM presence p WHERE p.run = who.run AND p.agent > who.agent)
        FROM who WHERE agent IS NOT NULL
    ),
    last(run, agent, id) AS (
        SELECT run, agent,
               (SELECT max(p.id) FROM presence p
                WHERE p.run = who.run AND p.agent = who.agent AND p.id >= low AND p.id < high)
        FROM who WHERE agent IS NOT NULL
    )
    SELECT {columns} FROM (SELECT run, max(id) AS id FROM last GROUP BY agent) l
         JOIN presence p ON p.run = l.run AND p.id = l.id
"""


def presences(store: Store, run: int, before: int | None = None) -> dict[AgentId, Presence]:
    """Return the last presence of each agent made before a minute."""
    table = table_of(Presence)
    query, values = _last_presences(store, run, before, ", ".join(f'p."{name}"' for name in table.columns))
    return {row.agent: row for row in read_rows(store, table, f"{query} ORDER BY p.id", values)}


def places_been(store: Store, run: int, *, after: int, before: int) -> list[tuple[int, AgentId, str]]:
    """Return id, agent and place of each change of place between two minutes (exclusive), in order. The place
    is "" while the agent walks.
    """
    where = (
        "CASE WHEN origin <> '' AND NOT inside THEN '' WHEN instr(room, '/') = 0 THEN room "
        "ELSE substr(room, 1, instr(room, '/') - 1) END"
    )
    query, values = union(
        spans(store, run, before=before, after=after), f"id, agent, {where} AS place", "presence"
    )
    return store.select(
        "SELECT id, agent, place FROM (SELECT *, lag(place) OVER (PARTITION BY agent ORDER BY id) AS was "
        f"FROM ({query})) WHERE was IS NOT place ORDER BY id",
        values,
    )


def town_clock(store: Store, run: int, before: int | None = None) -> int:
    """Return the town's clock: the earliest next turn of any agent, or 0 before the first turn."""
    return store.unchanged(("clock", run, before), lambda: _town_clock(store, run, before))


def _town_clock(store: Store, run: int, before: int | None) -> int:
    ((clock,),) = store.select(*_last_presences(store, run, before, "ifnull(min(p.next), 0)"))
    return int(clock)


def _last_presences(store: Store, run: int, before: int | None, columns: str) -> tuple[str, list[object]]:
    parts = [(span.run, span.low, span.high) for span in spans(store, run, before=before)] or [(0, 0, 0)]
    query = _LAST_PRESENCES.format(parts=", ".join(["(?, ?, ?)"] * len(parts)), columns=columns)
    return query, [value for part in parts for value in part]


def talks_of(store: Store, run: int, agent: AgentId, before: int | None = None) -> list[Conversation]:
    """Return the conversations an agent was in, oldest first."""
    table = table_of(Conversation)
    query, values = union(
        spans(store, run, before=before),
        table.select,
        table.name,
        "? IN (SELECT value FROM json_each(members))",
        [agent],
    )
    return read_rows(store, table, f"{query} ORDER BY id", values)


def thing_states(store: Store, run: int, before: int | None = None) -> dict[Path, ThingState]:
    """Return the state of each thing whose state was ever changed."""
    return {row.thing: row for row in _last(store, run, ThingState, ("thing",), before)}


def relations(
    store: Store, run: int, before: int | None = None, *, agent: AgentId | None = None
) -> dict[tuple[AgentId, AgentId], Relation]:
    """Return the last relation of each pair (agent, other)."""
    rows = _last(store, run, Relation, ("agent", "other"), before, agent)
    return {(row.agent, row.other): row for row in rows}


def sightings(
    store: Store, run: int, before: int | None = None, *, agent: AgentId | None = None
) -> dict[tuple[AgentId, Path], Sighting]:
    """Return the last sighting of each (agent, path): the agents' knowledge of the world."""
    rows = _last(store, run, Sighting, ("agent", "path"), before, agent)
    return {(row.agent, row.path): row for row in rows}


def plan_rows(store: Store, run: int, agent: AgentId, day: int, before: int | None = None) -> list[Step]:
    """Return all rows of an agent's plan that touch a day, in the order they were made."""
    table = table_of(Step)
    query, values = union(
        spans(store, run, before=before),
        table.select,
        table.name,
        'agent = ? AND start < ? AND "end" > ?',
        [agent, minute_at(day, DAY), minute_at(day, 0)],
    )
    return read_rows(store, table, f"{query} ORDER BY id", values)


def _last(
    store: Store,
    run: int,
    kind: type[R],
    keys: tuple[str, ...],
    before: int | None,
    agent: AgentId | None = None,
) -> list[R]:
    table = table_of(kind)
    names = ", ".join(keys)
    where, values = ("agent = ?", [agent]) if agent is not None else ("", [])
    rows, arguments = union(spans(store, run, before=before), f"run, id, {names}", table.name, where, values)
    columns = ", ".join(f't."{column}"' for column in table.columns)
    # Ids of a fork are above those of its past, so the largest id is the last word, in whichever run.
    query = f"""
        WITH last AS (SELECT run, max(id) AS id FROM ({rows}) GROUP BY {names})
        SELECT {columns} FROM last JOIN {table.name} t ON t.run = last.run AND t.id = last.id ORDER BY t.id
    """
    return read_rows(store, table, query, arguments)
