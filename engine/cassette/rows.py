"""Rows: what a cassette says happened, checked against the town it says it happened in."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from engine.errors import BadInput
from engine.records import Call, LogEntry, Scenario
from engine.stamps import MOST_ID
from engine.store.entries import TABLES

_AGENT = ("agent", "actor", "other", "speaker", "by", "ended_by")
_AGENTS = ("members", "hearers", "about")
_ROOM = ("room", "origin", "place")
_BOUNDS = {"importance": (0, 10), "closeness": (-1, 1), "depth": (0, 1_000), "calls": (0, 1_000_000)}
_KINDS = {table.name: kind for kind, table in TABLES.items()}


class Rows:
    """Makes log rows of what a cassette says, and lets nothing pass that the town does not have."""

    def __init__(self, scenario: Scenario) -> None:
        rooms = [room for place in scenario.places for room in place.rooms]
        self._agents = frozenset({"", *(persona.id for persona in scenario.personas)})
        self._rooms = frozenset({"", *(room.path for room in rooms)})
        self._things = frozenset({"", *(thing.path for room in rooms for thing in room.things)})

    def row(self, fields: Mapping[str, Any]) -> LogEntry:
        """The row of a line; BadInput says what is wrong with it."""
        if fields["type"] not in _KINDS:
            raise BadInput(f"there are no rows of the type {fields['type'][:40]!r}")
        _check_numbers(fields)
        self._check_names(fields)
        try:
            entry = _adapter(fields["type"]).validate_python(fields)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise BadInput(f"a {fields['type']} cannot be read ({where}: {first['msg']})") from error
        if isinstance(entry, Call) and len(entry.key) != 64:
            raise BadInput("a call has no proper key")
        return entry

    def _check_names(self, fields: Mapping[str, Any]) -> None:
        agents = [fields.get(name, "") for name in _AGENT]
        agents += [agent for name in _AGENTS for agent in fields.get(name) or ()]
        rooms = [fields.get(name, "") for name in _ROOM]
        known = ((agents, self._agents), (rooms, self._rooms), ([fields.get("thing", "")], self._things))
        for names, there in known:
            for name in names:
                if not isinstance(name, str) or name not in there:
                    raise _unknown(fields, name)
        path = fields.get("path", "")
        if path not in self._rooms and path not in self._things:
            raise _unknown(fields, path)


def _unknown(fields: Mapping[str, Any], name: object) -> BadInput:
    return BadInput(f"a {fields['type']} names {str(name)[:80]!r}, which the town does not have")


def _check_numbers(value: object, name: str = "") -> None:
    """Every number within what a row can hold and means."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _check_numbers(inner, key)
    elif isinstance(value, list):
        for inner in value:
            _check_numbers(inner, name)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        low, high = _BOUNDS.get(name, (-MOST_ID, MOST_ID))
        if not math.isfinite(value) or not low <= value <= high:
            raise BadInput(f"{name or 'a number'} is {value}, which is out of bounds")


@cache
def _adapter(table: str) -> TypeAdapter[LogEntry]:
    adapter: TypeAdapter[Any] = TypeAdapter(_KINDS[table])
    return adapter
