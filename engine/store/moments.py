"""How a town stands at a moment: the last row of each kind at or before it, over the run's lineage."""

from __future__ import annotations

from engine.clock import DAY, minute_at
from engine.records import AgentId, Path, Presence, Relation, Sighting, Step, ThingState
from engine.store.connection import Store
from engine.store.entries import table_of
from engine.store.lineage import spans, union
from engine.store.log import R, read_rows


def presences(store: Store, run: int, before: int | None = None) -> dict[AgentId, Presence]:
    """Where everybody is: the last presence of each agent made before a minute."""
    return {row.agent: row for row in _last(store, run, Presence, ("agent",), before)}


def town_clock(store: Store, run: int, before: int | None = None) -> int:
    """The town's clock: the smallest next turn of anybody; 0 for a run nobody lives in yet."""
    return min((row.next for row in presences(store, run, before).values()), default=0)


def thing_states(store: Store, run: int, before: int | None = None) -> dict[Path, ThingState]:
    """The state of each thing whose state was ever changed."""
    return {row.thing: row for row in _last(store, run, ThingState, ("thing",), before)}


def relations(
    store: Store, run: int, before: int | None = None, *, agent: AgentId | None = None
) -> dict[tuple[AgentId, AgentId], Relation]:
    """How agents stand to each other: the last relation of each (agent, other)."""
    rows = _last(store, run, Relation, ("agent", "other"), before, agent)
    return {(row.agent, row.other): row for row in rows}


def sightings(
    store: Store, run: int, before: int | None = None, *, agent: AgentId | None = None
) -> dict[tuple[AgentId, Path], Sighting]:
    """What agents know of the world: the last sighting of each (agent, path)."""
    rows = _last(store, run, Sighting, ("agent", "path"), before, agent)
    return {(row.agent, row.path): row for row in rows}


def plan_rows(store: Store, run: int, agent: AgentId, day: int, before: int | None = None) -> list[Step]:
    """All rows of an agent's plan that touch a day, in the order they were made."""
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
