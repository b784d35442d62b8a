"""The log of a run: appended a turn at a time, never changed, read over the run's lineage."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from sqlite3 import Connection
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from engine.clock import DAY, moment_words
from engine.errors import BadInput, NotFound, worded
from engine.records import Call, LogEntry, Turn
from engine.row_ids import MOST_ROWS, row_id, width_of
from engine.store.answers.journal import keep_answers
from engine.store.answers.recorded import keep_calls
from engine.store.file.checks import damaged, readable
from engine.store.file.connection import Store
from engine.store.log.entries import AGENT_COLUMN, TABLES, Table, table_of
from engine.store.log.lineage import Span, spans, union, width_in
from engine.store.searching.search import index_memories
from engine.store.texts import keep_hashed, text_hash, text_of

if TYPE_CHECKING:
    from hashlib import _Hash

R = TypeVar("R", bound=LogEntry)
Rows = Mapping[str, list[Sequence[Any]]]

_JSON = json.JSONEncoder(separators=(",", ":"))
_CHUNK = 2_000
_BATCH = 500  # memories that wait until they are made searchable together
_ALL: Mapping[str, object] = MappingProxyType({})


def append(
    store: Store,
    run: int,
    turn: Turn,
    entries: Sequence[LogEntry],
    *,
    durable: bool = False,
    journal: bool = True,
) -> Turn:
    """Append a turn and all its rows in one transaction; return the turn with its digest. The answers are
    also stored in the journal for all runs, or (`journal` false) for this run alone.

    Every id must be new to the run and belong to the turn's minute; otherwise it raises and writes nothing.
    `durable` survives even a power cut; it is used for a person's actions.
    """
    [kept] = append_all(store, run, [(turn, entries)], durable=durable, journal=journal)
    return kept


def append_all(
    store: Store,
    run: int,
    made: Iterable[tuple[Turn, Sequence[LogEntry]]],
    *,
    durable: bool = False,
    journal: bool = True,
) -> list[Turn]:
    """Append several turns as `append` does, in one transaction."""
    ready = [_ready(turn, entries) for turn, entries in made]
    with store.write(durable=durable) as db:
        for one in ready:
            _add(store, db, run, one, journal)
        if any("memory" in one.rows for one in ready):
            index_memories(db, at_least=_BATCH)
    return [one.turn for one in ready]


def read_log(
    store: Store,
    run: int,
    kind: type[R],
    *,
    before: int | None = None,
    after: int | None = None,
    before_id: int | None = None,
    after_id: int | None = None,
    agent: str | None = None,
    where: Mapping[str, object] = _ALL,
    unless: Mapping[str, object] = _ALL,
    newest_first: bool = False,
    limit: int | None = None,
) -> Iterator[R]:
    """Yield the records of one kind in a run's lineage, in the order of their ids.

    `before` and `after` are minutes, `before_id` and `after_id` ids, all exclusive. `agent` is the row's
    agent (an event's actor, a line's speaker); `where` gives values that other fields must have, `unless`
    values that they must not have.
    """
    parts = spans(store, run, before=before, after=after, before_id=before_id, after_id=after_id)
    equal = dict(where)
    if agent is not None:
        equal[AGENT_COLUMN.get(kind, "agent")] = agent
    return _stream(store, table_of(kind), parts, _Fields(equal, unless), newest_first, limit)


def read_rows(store: Store, table: Table[R], query: str, values: Sequence[object]) -> list[R]:
    """Return the records of a query that selects `table.select`, with the texts of calls filled in."""
    found = store.select(query, values)
    with readable(store.path, worded("a row of the table {table!r}", table=table.name)):
        records = [table.record(row) for row in found]
    if table.kind is Call:
        return _with_texts(store, records)
    return records


def digest_of(rows: Rows) -> str:
    """Return the hash of a turn's rows, sorted by id, so that the order of writing does not matter."""
    ordered = sorted([(row[0], name, row) for name in rows for row in rows[name]])
    return hashlib.sha256(_JSON.encode(ordered).encode()).hexdigest()


def fingerprint(store: Store, run: int, before: int | None = None) -> str:
    """Return the hash over all turns of a run's lineage before a minute. Equal logs have equal
    fingerprints.
    """
    return store.unchanged(("fingerprint", run, before), lambda: _fingerprint(store, run, before))


def _fingerprint(store: Store, run: int, before: int | None) -> str:
    """Compute the fingerprint. The hash of the complete days is cached, since all minutes of a day share
    it.
    """
    midnight = 0 if before is None else before // DAY * DAY
    if midnight <= 0:
        return _add_digests(store, hashlib.sha256(), spans(store, run, before=before)).hexdigest()
    first = width_in(store, run).starts(midnight)
    over = store.unchanged(
        ("days over", run, midnight),
        lambda: _add_digests(store, hashlib.sha256(), spans(store, run, before_id=first)),
    )
    today = spans(store, run, before=before, after_id=first - 1)
    return _add_digests(store, over.copy(), today).hexdigest()


def _add_digests(store: Store, hashed: _Hash, parts: Sequence[Span]) -> _Hash:
    """Add the digests of the turns in some spans to a hash, in order, and return it."""
    query, values = union(parts, "id, digest", "turn")
    digests = store.select(f"{query} ORDER BY id", values)
    hashed.update("".join(digest for _, digest in digests).encode())
    return hashed


def last_turn_minute(store: Store, run: int) -> int:
    """Return the minute of the latest turn of a run's lineage, or -1 if there is none."""
    return store.unchanged(("last turn", run), lambda: _last_turn_minute(store, run))


def _last_turn_minute(store: Store, run: int) -> int:
    last = next(read_log(store, run, Turn, newest_first=True, limit=1), None)
    return -1 if last is None else last.minute


def next_row(store: Store, run: int, minute: int, agent_number: int) -> int:
    """Return the first free row number of an agent at a minute."""
    first = row_id(minute, agent_number, 0, width_in(store, run))
    parts = spans(store, run, after_id=first - 1, before_id=first + MOST_ROWS + 1)
    query, values = union(parts, "id", "stamp")
    ((last,),) = store.select(f"SELECT max(id) FROM ({query})", values)
    return 0 if last is None else int(last) - first + 1


@dataclass(frozen=True, slots=True)
class _Ready:
    """A turn with its digest, and all its rows in stored form."""

    turn: Turn
    rows: Rows
    calls: Sequence[Call]
    texts: Mapping[str, str]


def _ready(turn: Turn, entries: Sequence[LogEntry]) -> _Ready:
    """Prepare a turn for storing: check its ids, compute its digest, and convert its rows."""
    _check_ids(turn, entries)
    texts: dict[str, str] = {}
    calls = [_hashed(entry, texts) for entry in entries if isinstance(entry, Call)]
    rows = _rows_of(turn, entries, calls)
    turn = replace(turn, digest=digest_of(rows))
    rows["turn"] = [table_of(Turn).row(turn)]
    return _Ready(turn, rows, calls, texts)


def _add(store: Store, db: Connection, run: int, one: _Ready, journal: bool) -> None:
    """Add one turn, inside a write transaction."""
    try:
        _count(db, run, one.turn)
        _insert(db, run, one.turn, one.rows)
    except UnicodeEncodeError as error:
        raise BadInput(
            worded(
                "the turn of {agent!r} contains text with an incomplete character; remove this character",
                agent=one.turn.agent,
            )
        ) from error
    if not one.calls:
        return
    keep_hashed(db, one.texts)
    if journal:
        keep_answers(db, one.calls, store.stamp_now())
    else:
        keep_calls(db, run, one.calls)


def _check_ids(turn: Turn, entries: Sequence[LogEntry]) -> None:
    seen = {turn.id}
    width = width_of(turn.id)
    first, last = width.begin + turn.minute * width.minute, width.starts(turn.minute + 1) - 1
    for entry in entries:
        if isinstance(entry, Turn):
            raise ValueError(f"turn {turn.id} holds another turn, {entry.id}")
        if entry.id in seen:
            raise ValueError(f"turn {turn.id} uses the id {entry.id} twice")
        if not first <= entry.id <= last:
            raise ValueError(f"row {entry.id} is not of the minute of its turn {turn.id}")
        seen.add(entry.id)


def _hashed(call: Call, texts: dict[str, str]) -> Call:
    prompt, answer = text_hash(call.prompt), text_hash(call.answer)
    texts.update({prompt: call.prompt, answer: call.answer})
    return replace(call, prompt=prompt, answer=answer)


def _rows_of(
    turn: Turn, entries: Sequence[LogEntry], calls: Sequence[Call]
) -> dict[str, list[Sequence[Any]]]:
    rows: dict[str, list[Sequence[Any]]] = defaultdict(list)
    rows["turn"] = [table_of(Turn).row(replace(turn, digest=""))]
    for entry in (*(entry for entry in entries if not isinstance(entry, Call)), *calls):
        table = TABLES[type(entry)]
        rows[table.name].append(table.row(entry))
    return rows


def _count(db: Connection, run: int, turn: Turn) -> None:
    """Increase the run's count of turns. Raises NotFound if there is no such run, ValueError if the turn is
    before the run's fork.
    """
    found = db.execute(
        "UPDATE run SET turns = turns + 1 WHERE number = ? RETURNING fork_minute", (run,)
    ).fetchall()
    if not found:
        raise NotFound(worded("there is no run number {run!r}; `townwright runs` lists all runs", run=run))
    ((fork_minute,),) = found
    if fork_minute is not None and turn.minute < fork_minute:
        raise ValueError(f"turn {turn.id} is before the fork of run {run} at {moment_words(fork_minute)}")


def _insert(db: Connection, run: int, turn: Turn, rows: Rows) -> None:
    try:
        db.executemany(
            "INSERT INTO stamp (run, id, turn, kind) VALUES (?, ?, ?, ?)",
            [(run, row[0], turn.id, name) for name in rows for row in rows[name]],
        )
    except sqlite3.IntegrityError as error:
        raise ValueError(
            f"run {run} has a row of turn {turn.id} ({turn.agent!r}, {moment_words(turn.minute)}) already"
        ) from error
    for table in TABLES.values():
        if table.name in rows:
            db.executemany(table.insert, [(run, *row) for row in rows[table.name]])


@dataclass(frozen=True, slots=True)
class _Fields:
    """The values that fields of a row must have (`equal`), and must not have (`other`)."""

    equal: Mapping[str, object]
    other: Mapping[str, object]


def _stream(
    store: Store,
    table: Table[R],
    parts: Sequence[Span],
    fields: _Fields,
    newest_first: bool,
    limit: int | None,
) -> Iterator[R]:
    unknown = sorted({*fields.equal, *fields.other} - set(table.columns))
    if unknown:
        raise ValueError(f"a {table.name} has no {unknown[0]!r}; it has {', '.join(table.columns)}")
    # Read in pieces, each to its end: an open query would keep this thread from writing meanwhile.
    for part in reversed(parts) if newest_first else parts:
        while limit is None or limit > 0:
            size = _CHUNK if limit is None else min(limit, _CHUNK)
            found = _piece(store, table, part, fields, newest_first, size)
            yield from found
            limit = None if limit is None else limit - len(found)
            if len(found) < size:
                break
            last = found[-1].id
            part = replace(part, high=last) if newest_first else replace(part, low=last + 1)


def _piece(
    store: Store, table: Table[R], part: Span, fields: _Fields, newest_first: bool, size: int
) -> list[R]:
    conditions = [
        *(f'"{column}" = ?' for column in fields.equal),
        *(f'"{column}" <> ?' for column in fields.other),
    ]
    given = [*fields.equal.values(), *fields.other.values()]
    query, values = union([part], table.select, table.name, " AND ".join(conditions), given)
    order = "DESC" if newest_first else "ASC"
    return read_rows(store, table, f"{query} ORDER BY id {order} LIMIT ?", [*values, size])


def _with_texts(store: Store, calls: Sequence[R]) -> list[R]:
    wanted = sorted({text for call in calls if isinstance(call, Call) for text in (call.prompt, call.answer)})
    rows = store.select(
        "SELECT hash, body FROM text WHERE hash IN (SELECT value FROM json_each(?))", (json.dumps(wanted),)
    )
    texts = {name: text_of(store, name, body) for name, body in rows}
    if len(texts) < len(wanted):
        raise damaged(store.path, worded("prompts or answers of model calls are missing"))
    return [
        replace(call, prompt=texts[call.prompt], answer=texts[call.answer])
        for call in calls
        if isinstance(call, Call)
    ]
