"""Looking into a run: any row by its id, and the lists that the studio's pages show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.errors import NotFound
from engine.records import AgentId, Conversation, Event, Line, LogEntry, Path, Recall, Turn
from engine.row_ids import AUTHOR, stamp
from engine.store.answers.outcomes import only
from engine.store.file.connection import Store
from engine.store.log.entries import TABLES, table_of
from engine.store.log.lineage import Span, spans, union
from engine.store.log.memories import Page
from engine.store.log.rows import R, read_log, read_rows
from engine.store.texts import text_of

_BY_NAME = MappingProxyType({table.name: table for table in TABLES.values()})


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRow:
    """A call as a list shows it: without its texts, whose lengths in characters it tells."""

    id: int
    agent: AgentId
    purpose: str
    model: str
    prompt_length: int
    answer_length: int
    tokens_in: int
    tokens_out: int
    seconds: float
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTexts:
    """The prompt of a call as the model read it, and the raw answer."""

    prompt: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTotal:
    """What the calls of one purpose come to; lengths in characters."""

    purpose: str
    calls: int
    prompt_length: int
    answer_length: int
    tokens_in: int
    tokens_out: int
    seconds: float


def find_row(store: Store, run: int, row_id: int) -> LogEntry | None:
    """Return the row of an id, whatever its kind; None when the run has no such row."""
    query, values = union(spans(store, run), "run, kind", "stamp", "id = ?", [row_id])
    found = store.select(query, values)
    if not found:
        return None
    number, name = found[0]
    part = Span(number, row_id, row_id + 1)
    rows: list[LogEntry] = _rows(store, name, [part])
    return rows[0] if rows else None


def rows_of_turn(store: Store, run: int, turn_id: int) -> tuple[LogEntry, ...]:
    """Return a turn and everything it made, in the order of their ids; NotFound when there is no such
    turn.
    """
    turn = next(read_log(store, run, Turn, where={"id": turn_id}), None)
    if turn is None:
        raise NotFound(f"there is no turn {turn_id!r} in run {run!r}")
    parts = spans(store, run, after=turn.minute - 1, before=turn.minute + 1)
    mine = f"id IN (SELECT id FROM stamp WHERE run = {{}} AND turn = {int(turn_id)})"
    rows: list[LogEntry] = []
    for part in parts:
        for name in _BY_NAME:
            rows += _rows(store, name, [part], mine.format(part.run))
    return tuple(sorted(rows, key=lambda row: row.id))


def made_in(store: Store, run: int, turn: Turn, kind: type[R]) -> tuple[R, ...]:
    """Return the rows of one kind that a turn made, in the order of their ids."""
    table = table_of(kind)
    rows: list[R] = []
    for part in spans(store, run, after=turn.minute - 1, before=turn.minute + 1):
        mine = "id IN (SELECT id FROM stamp WHERE run = ? AND id >= ? AND id < ? AND turn = ?)"
        query, values = union(
            [part], table.select, table.name, mine, [part.run, part.low, part.high, turn.id]
        )  # fmt: skip
        rows += read_rows(store, table, query, values)
    return tuple(sorted(rows, key=lambda row: row.id))


def author_turns(store: Store, run: int, minute: int) -> tuple[Turn, ...]:
    """Return what the author did at a minute, before anybody's turn in it."""
    first, last = stamp(minute, AUTHOR), stamp(minute, AUTHOR + 1) - 1
    found = read_log(store, run, Turn, after_id=first - 1, before_id=last + 1, where={"agent": ""})
    return tuple(found)


def turn_of(store: Store, run: int, row_id: int) -> Turn | None:
    """Return the turn that made a row; None when the run has no such row."""
    query, values = union(spans(store, run), "turn", "stamp", "id = ?", [row_id])
    found = store.select(query, values)
    return next(read_log(store, run, Turn, where={"id": found[0][0]}), None) if found else None


def call_page(
    store: Store,
    run: int,
    *,
    agent: AgentId | None = None,
    purpose: str | None = None,
    how: str | None = None,
    before: int | None = None,
    offset: int = 0,
    limit: int = 50,
) -> Page[CallRow]:
    """Return the calls of a run, newest first: of one agent, for one purpose, or that went one way, where
    given.
    """
    where, values = _equal({"agent": agent, "purpose": purpose})
    parts = spans(store, run, before=before)
    query, arguments = union(parts, "id, agent, purpose, model, key, prompt, answer", "call", where, values)
    if how is not None:
        query, more = only(query, run, how)
        arguments += more
    ((total,),) = store.select(f"SELECT count(*) FROM ({query})", arguments)
    rows = store.select(
        f"""
        SELECT c.id, c.agent, c.purpose, c.model, p.size, a.size,
               ifnull(j.tokens_in, 0), ifnull(j.tokens_out, 0), ifnull(j.seconds, 0.0), c.key
        FROM ({query} ORDER BY id DESC LIMIT ? OFFSET ?) c
             JOIN text p ON p.hash = c.prompt JOIN text a ON a.hash = c.answer
             LEFT JOIN journal j ON j.key = c.key
        ORDER BY c.id DESC
        """,
        [*arguments, max(limit, 0), max(offset, 0)],
    )
    names = CallRow.__slots__
    return Page(items=tuple(CallRow(**dict(zip(names, row, strict=True))) for row in rows), total=total)


def call_totals(
    store: Store, run: int, *, agent: AgentId | None = None, before: int | None = None
) -> tuple[CallTotal, ...]:
    """Return what the calls of each purpose come to, the most frequent first."""
    where, values = _equal({"agent": agent})
    query, arguments = union(
        spans(store, run, before=before), "purpose, key, prompt, answer", "call", where, values
    )
    rows = store.select(
        f"""
        SELECT c.purpose, count(*), sum(p.size), sum(a.size),
               sum(ifnull(j.tokens_in, 0)), sum(ifnull(j.tokens_out, 0)), sum(ifnull(j.seconds, 0.0))
        FROM ({query}) c JOIN text p ON p.hash = c.prompt JOIN text a ON a.hash = c.answer
             LEFT JOIN journal j ON j.key = c.key
        GROUP BY c.purpose ORDER BY count(*) DESC, c.purpose
        """,
        arguments,
    )
    names = CallTotal.__slots__
    return tuple(CallTotal(**dict(zip(names, row, strict=True))) for row in rows)


def call_texts(store: Store, run: int, call_id: int) -> CallTexts:
    """Return what was asked and answered in a call; NotFound when the run has no such call."""
    query, values = union(spans(store, run), "prompt, answer", "call", "id = ?", [call_id])
    rows = store.select(
        f"""
        SELECT p.hash, p.body, a.hash, a.body FROM ({query}) c
        JOIN text p ON p.hash = c.prompt JOIN text a ON a.hash = c.answer
        """,
        values,
    )
    if not rows:
        raise NotFound(f"there is no call {call_id!r} in run {run!r}")
    prompt, asked, answer, said = rows[0]
    return CallTexts(prompt=text_of(store, prompt, asked), answer=text_of(store, answer, said))


def models_of(store: Store, run: int) -> tuple[str, ...]:
    """Return the ids of the models that answered in a run, that of the first call first."""
    query, values = union(spans(store, run), "id, model", "call")
    rows = store.select(f"SELECT model FROM ({query}) GROUP BY model ORDER BY min(id)", values)
    return tuple(model for (model,) in rows)


def prompt_at(store: Store, run: int, agent: AgentId, minute: int, purpose: str) -> str:
    """Return what an agent was asked first at a minute for a purpose; nothing when it was asked nothing
    then.
    """
    query, values = union(
        spans(store, run), "id, prompt", "call", "agent = ? AND purpose = ? AND id BETWEEN ? AND ?",
        [agent, purpose, stamp(minute, 0), stamp(minute + 1, 0) - 1],
    )  # fmt: skip
    rows = store.select(
        f"SELECT p.hash, p.body FROM ({query}) c JOIN text p ON p.hash = c.prompt ORDER BY c.id LIMIT 1",
        values,
    )
    return text_of(store, *rows[0]) if rows else ""


def call_filters(store: Store, run: int) -> tuple[tuple[AgentId, ...], tuple[str, ...]]:
    """Return the agents and the purposes that the calls of a run can be filtered by."""
    query, values = union(spans(store, run), "agent, purpose", "call")
    rows = store.select(f"SELECT DISTINCT agent, purpose FROM ({query})", values)
    return tuple(sorted({agent for agent, _ in rows})), tuple(sorted({purpose for _, purpose in rows}))


def events_page(
    store: Store,
    run: int,
    *,
    before: int | None = None,
    after: int | None = None,
    agent: AgentId | None = None,
    concerning: AgentId | None = None,
    room: Path | None = None,
    place: str | None = None,
    offset: int = 0,
    limit: int = 50,
) -> Page[Event]:
    """Return what happened between two minutes (exclusive), newest first, as far as it is wanted: by one
    agent, or by or with one; in one room, or in one place.
    """
    where, values = _equal({"actor": agent, "room": room})
    conditions = [where] if where else []
    if concerning is not None:
        conditions.append("(actor = ? OR ? IN (SELECT value FROM json_each(about)))")
        values += [concerning, concerning]
    if place is not None:
        conditions.append("(room = ? OR substr(room, 1, ?) = ?)")
        values += [place, len(place) + 1, f"{place}/"]
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
    return Page(items=tuple(rows), total=_count(store, parts, table.name, where, values))


def conversations(
    store: Store,
    run: int,
    *,
    before: int | None = None,
    after: int | None = None,
    agent: AgentId | None = None,
) -> tuple[Conversation, ...]:
    """Return the conversations between two minutes (exclusive), oldest first; with one member where given."""
    table = table_of(Conversation)
    where, values = ("", []) if agent is None else ("? IN (SELECT value FROM json_each(members))", [agent])
    parts = spans(store, run, before=before, after=after)
    query, arguments = union(parts, table.select, table.name, where, values)
    return tuple(read_rows(store, table, f"{query} ORDER BY id", arguments))


def lines_of(store: Store, run: int, conversation: int) -> tuple[Line, ...]:
    """Return what was said in a conversation, in order."""
    return tuple(read_log(store, run, Line, where={"conversation": conversation}))


def recalls(
    store: Store, run: int, agent: AgentId, *, before: int | None = None, limit: int | None = None
) -> tuple[Recall, ...]:
    """Return what an agent looked up in its memory, newest first."""
    return tuple(read_log(store, run, Recall, agent=agent, before=before, newest_first=True, limit=limit))


def counts(store: Store, run: int, before: int | None = None) -> dict[str, int]:
    """Return how many rows of each kind (`turn`, `event`, `memory`, …) a run's lineage has before a
    minute.
    """
    parts = spans(store, run, before=before)
    return {name: _count(store, parts, name, "", ()) for name in _BY_NAME}


def _rows(store: Store, name: str, parts: Sequence[Span], where: str = "") -> list[LogEntry]:
    table = _BY_NAME[name]
    query, values = union(parts, table.select, name, where)
    return list(read_rows(store, table, query, values))


def _equal(wanted: Mapping[str, object | None]) -> tuple[str, list[object]]:
    given = {column: value for column, value in wanted.items() if value is not None}
    return " AND ".join(f"{column} = ?" for column in given), list(given.values())


def _count(store: Store, parts: Sequence[Span], table: str, where: str, values: Sequence[object]) -> int:
    query, arguments = union(parts, "id", table, where, values)
    ((total,),) = store.select(f"SELECT count(*) FROM ({query})", arguments)
    return int(total)
