"""Rows: what a cassette says happened, checked against the town it says it happened in.

Every row is of its form, names nobody and nothing that the town does not have, lies within ten years, and
leads to memories that are there: whatever reads the log of a run may rely on that.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeGuard

from pydantic import TypeAdapter, ValidationError

from engine.clock import DAY
from engine.errors import BadInput
from engine.practices.conduct import KINDS
from engine.records import (
    Call,
    Discovery,
    Event,
    Intention,
    Line,
    LogEntry,
    Memory,
    Recall,
    Scenario,
    ThingState,
    Turn,
)
from engine.row_ids import MOST_ID, minute_of, width_for, width_of
from engine.store.log.entries import TABLES

MOST_MINUTE = 3_650 * DAY
_AHEAD = 14 * DAY  # how far beyond its own minute a row may set somebody's next turn
_MINUTES = frozenset({"next", "start", "end", "until", "said_at"})
_BOUNDS: Mapping[str, tuple[float, float]] = {
    **{name: (0, MOST_MINUTE) for name in _MINUTES},
    "importance": (0, 10),
    "closeness": (-1, 1),
    "depth": (0, 1_000),
    "calls": (0, 1_000_000),
    "day": (1, 3_650),
    "when": (0, 10_000 * DAY),
}
_AGENT = ("agent", "actor", "other", "speaker", "by", "ended_by")
_AGENTS = ("members", "hearers", "about")
_ROOM = ("room", "origin", "place")
_NOBODY = frozenset(  # where the author, or nobody, may stand
    {(Turn, "agent"), (Event, "actor"), (ThingState, "by"), (Discovery, "by")}
)
_KINDS = {table.name: kind for kind, table in TABLES.items()}
_KEY = re.compile("[0-9a-f]{64}")


def is_key(text: object) -> TypeGuard[str]:
    """Return whether this can be the key of a question."""
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def is_answer(text: object) -> TypeGuard[str]:
    """Return whether this can be an answer: nothing, or an object."""
    try:
        return isinstance(text, str) and (not text or isinstance(json.loads(text), dict))
    except (ValueError, RecursionError):
        return False


class Rows:
    """Makes log rows of what a cassette says, and lets nothing pass that the town does not have."""

    def __init__(self, scenario: Scenario) -> None:
        rooms = [room for place in scenario.places for room in place.rooms]
        self._agents = frozenset(persona.id for persona in scenario.personas)
        self._width = width_for(len(self._agents))
        self._rooms = frozenset({"", *(room.path for room in rooms)})
        self._things = frozenset({"", *(thing.path for room in rooms for thing in room.things)})
        self._whose: dict[int, str] = {}  # the agent of every memory so far

    def row(self, fields: Mapping[str, Any]) -> LogEntry:
        """Return the row of a line; BadInput says what is wrong with it."""
        if fields["type"] not in _KINDS:
            raise BadInput(f"there are no rows of the type {fields['type'][:40]!r}")
        try:
            entry: LogEntry = _adapter(fields["type"]).validate_json(json.dumps(fields), strict=True)
        except (ValidationError, RecursionError) as error:
            raise BadInput(f"a {fields['type']} cannot be read ({_fault(error)})") from error
        values = {field.name: getattr(entry, field.name) for field in dataclasses.fields(entry)}
        _check_numbers(values.items())
        self._check_minutes(entry)
        self._check_names(entry, values)
        self._check_memories(entry)
        if isinstance(entry, Intention):
            strange = {entry.kind, entry.forbids or entry.kind}.difference(KINDS)
            if strange:
                raise BadInput(f"there is no kind of intention {min(strange)[:40]!r}")
        if isinstance(entry, Call) and not (is_key(entry.key) and is_answer(entry.answer)):
            raise BadInput("a call has no proper key or answer")
        return entry

    def _check_minutes(self, entry: LogEntry) -> None:
        if width_of(entry.id) is not self._width:
            raise BadInput(f"the row {entry.id} has the id of a town of another size")
        if not 0 <= minute_of(entry.id) <= MOST_MINUTE:
            raise BadInput(f"the row {entry.id} is of no minute within ten years")
        if getattr(entry, "next", 0) > minute_of(entry.id) + _AHEAD:
            raise BadInput("a presence sets somebody's next turn weeks ahead")

    def _check_names(self, entry: LogEntry, values: Mapping[str, Any]) -> None:
        for name in _AGENT:
            nobody = not values.get(name) and ((type(entry), name) in _NOBODY or name == "ended_by")
            if name in values and not nobody and values[name] not in self._agents:
                raise _unknown(entry, values[name])
        listed = [agent for name in _AGENTS for agent in values.get(name, ())]
        rooms = [values.get(name, "") for name in _ROOM]
        for names, there in (
            (listed, self._agents),
            (rooms, self._rooms),
            ([values.get("thing", "")], self._things),
        ):
            for name in names:
                if name not in there:
                    raise _unknown(entry, name)
        path = values.get("path", "")
        if path not in self._rooms and path not in self._things:
            raise _unknown(entry, path)

    def _check_memories(self, entry: LogEntry) -> None:
        """Whoever recalls or tells a memory has it."""
        if isinstance(entry, Memory):
            self._whose[entry.id] = entry.agent
        led_to = [item.memory for item in entry.items] if isinstance(entry, Recall) else []
        led_to += [entry.tells] if isinstance(entry, Line) and entry.tells else []
        whose = entry.speaker if isinstance(entry, Line) else getattr(entry, "agent", "")
        for memory in led_to:
            if self._whose.get(memory) != whose:
                raise BadInput(f"{whose!r} recalls or tells the memory {memory}, which is none of theirs")


def _unknown(entry: LogEntry, name: object) -> BadInput:
    kind = TABLES[type(entry)].name
    return BadInput(f"a {kind} names {str(name)[:80]!r}, which the town does not have")


def _fault(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "it is too deep"
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def _check_numbers(fields: Iterable[tuple[str, Any]]) -> None:
    """Every number within what a row can hold and means."""
    for name, value in fields:
        low, high = _BOUNDS.get(name, (-MOST_ID, MOST_ID))
        for number in _numbers(value):
            if not low <= number <= high:  # of what is no number, neither holds
                raise BadInput(f"{name} is {str(number)[:40]}, which is out of bounds")


def _numbers(value: object) -> Iterator[float]:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _numbers(getattr(value, field.name))
    elif isinstance(value, tuple):
        for inner in value:
            yield from _numbers(inner)
    elif isinstance(value, int | float):
        yield value


@cache
def _adapter(table: str) -> TypeAdapter[Any]:
    adapter: TypeAdapter[Any] = TypeAdapter(_KINDS[table])
    return adapter
