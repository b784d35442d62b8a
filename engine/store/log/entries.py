"""Converts each record of the log to a row of its table, and a row back to the record."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from engine.records import (
    Call,
    Conversation,
    Diary,
    Discovery,
    Entry,
    Event,
    Intention,
    Intervened,
    Joined,
    Knows,
    Line,
    Lock,
    Memory,
    Presence,
    Recall,
    Recalled,
    Relation,
    Retraction,
    Sighting,
    Status,
    Step,
    ThingState,
    Turn,
)

E = TypeVar("E", bound=Entry)
L = TypeVar("L", int, str)
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Table(Generic[E]):
    """The table of one kind of record: its name, its columns in order, and the conversions.

    `select` is the list of columns for a query; `insert` adds a row, with the run's number first.
    """

    kind: type[E]
    name: str
    columns: tuple[str, ...]
    select: str
    insert: str
    get: Callable[[Any], tuple[Any, ...]]
    packed: tuple[tuple[int, _Convert], ...]
    unpacked: tuple[tuple[int, _Convert], ...]

    def row(self, entry: Entry) -> Sequence[Any]:
        """Convert a record to a row, in the order of the columns."""
        if not self.packed:
            return self.get(entry)
        values = list(self.get(entry))
        for index, pack in self.packed:
            values[index] = pack(values[index])
        return values

    def record(self, row: Sequence[Any]) -> E:
        """Convert a row to a record."""
        values = list(row)
        for index, unpack in self.unpacked:
            values[index] = unpack(values[index])
        return self.kind(**dict(zip(self.columns, values, strict=True)))


def table_of(kind: type[E]) -> Table[E]:
    """Return the table of a kind of record."""
    return typing.cast("Table[E]", TABLES[kind])


def _pack_words(values: tuple[str, ...]) -> str:
    return _JSON.encode(values) if values else "[]"


def _pack_ids(values: tuple[int, ...]) -> str:
    return f"[{','.join(map(str, values))}]"


def id_list(text: str) -> tuple[int, ...]:
    """Parse a stored list of ids. Raises ValueError if it is malformed."""
    return _unpack_list(text, int)


def _unpack_list(text: str, kind: type[L]) -> tuple[L, ...]:
    if text == "[]":
        return ()
    values = json.loads(text)
    if not isinstance(values, list) or any(type(value) is not kind for value in values):
        raise ValueError(f"{text[:40]!r} is not a valid list")
    return tuple(values)


@lru_cache(maxsize=4_096)  # the same few people stand in most lists
def _unpack_words(text: str) -> tuple[str, ...]:
    return _unpack_list(text, str)


def _pack_texts(texts: Mapping[str, str]) -> str:
    return _JSON.encode(dict(sorted(texts.items())))


def _unpack_texts(text: str) -> Mapping[str, str]:
    texts = json.loads(text)
    if not isinstance(texts, dict) or any(type(value) is not str for value in texts.values()):
        raise ValueError(f"{text[:40]!r} is not a valid mapping of names to texts")
    return texts


def _pack_recalled(items: tuple[Recalled, ...]) -> str:
    # Written out, as JSON writes whole numbers and floats: a day packs tens of thousands of them.
    rows = (
        f"[{one.memory},{one.score!r},{one.recency!r},{one.importance!r},{one.relevance!r}]" for one in items
    )
    return f"[{','.join(rows)}]"


def _unpack_recalled(text: str) -> tuple[Recalled, ...]:
    return tuple(
        Recalled(memory=memory, score=score, recency=recency, importance=importance, relevance=relevance)
        for memory, score, recency, importance, relevance in json.loads(text)
    )


def _pack_float(value: float) -> float:
    return float(value) + 0.0  # SQLite keeps no negative zero; the digest must not see one either


_CONVERSIONS: Mapping[Any, tuple[_Convert | None, _Convert | None]] = MappingProxyType(
    {
        bool: (int, bool),
        float: (_pack_float, None),
        Mapping[str, str]: (_pack_texts, _unpack_texts),
        tuple[str, ...]: (_pack_words, _unpack_words),
        tuple[int, ...]: (_pack_ids, id_list),
        tuple[Recalled, ...]: (_pack_recalled, _unpack_recalled),
    }
)


def _table(kind: type[E], name: str) -> Table[E]:
    hints = typing.get_type_hints(kind)
    columns = tuple(field.name for field in fields(kind))
    found = [(index, _CONVERSIONS.get(hints[column], (None, None))) for index, column in enumerate(columns)]
    select = ", ".join(f'"{column}"' for column in columns)
    marks = ", ".join("?" * (len(columns) + 1))
    return Table(
        kind=kind,
        name=name,
        columns=columns,
        select=select,
        insert=f"INSERT INTO {name} (run, {select}) VALUES ({marks})",
        get=attrgetter(*columns),
        packed=tuple((index, pack) for index, (pack, _) in found if pack),
        unpacked=tuple((index, unpack) for index, (_, unpack) in found if unpack),
    )


TABLES: Mapping[type[Entry], Table[Any]] = MappingProxyType(
    {
        Turn: _table(Turn, "turn"),
        Event: _table(Event, "event"),
        Memory: _table(Memory, "memory"),
        Recall: _table(Recall, "recall"),
        Step: _table(Step, "step"),
        Conversation: _table(Conversation, "conversation"),
        Line: _table(Line, "line"),
        Knows: _table(Knows, "knows"),
        ThingState: _table(ThingState, "thing_state"),
        Relation: _table(Relation, "relation"),
        Sighting: _table(Sighting, "sighting"),
        Discovery: _table(Discovery, "discovery"),
        Presence: _table(Presence, "presence"),
        Diary: _table(Diary, "diary"),
        Intention: _table(Intention, "intention"),
        Intervened: _table(Intervened, "intervened"),
        Retraction: _table(Retraction, "retraction"),
        Status: _table(Status, "status"),
        Lock: _table(Lock, "lock"),
        Joined: _table(Joined, "joined"),
        Call: _table(Call, "call"),
    }
)

AGENT_COLUMN: Mapping[type[Entry], str] = MappingProxyType(
    {
        **{kind: "agent" for kind, table in TABLES.items() if "agent" in table.columns},
        Event: "actor",
        Line: "speaker",
        ThingState: "by",
    }
)
"""The column that says whose row it is; a conversation has members instead."""
