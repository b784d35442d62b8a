"""The rows of a cassette, checked against its town.

Every row has the right form, names only people and things of the town, lies within ten years, and refers to
memories that exist: code that reads the log of a run may rely on that.
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
from engine.errors import BadInput, NotFound, worded
from engine.practices.conduct import KINDS
from engine.records import (
    Call,
    Conversation,
    Discovery,
    Event,
    Intention,
    Intervened,
    Joined,
    Knows,
    Line,
    LogEntry,
    Memory,
    Recall,
    Relation,
    Scenario,
    ThingState,
    Turn,
    is_visitor,
    visitor_name,
)
from engine.row_ids import MOST_ID, minute_of, width_for, width_of
from engine.scenario.allowed_files import is_scenario_file, persona_file
from engine.scenario.meaning.amending import amended
from engine.scenario.newcomer import with_newcomer
from engine.simulation.joining import amendment_of
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
    {(Turn, "agent"), (Event, "actor"), (ThingState, "by"), (Discovery, "by"), (Knows, "by")}
)
_MAY_VISIT = frozenset(
    {
        (Event, "actor"),
        (Line, "speaker"),
        (Relation, "other"),
        (Discovery, "by"),
        (Knows, "by"),
        (Conversation, "ended_by"),
    }
)
_LONGEST_VISITOR = 60
_KINDS = {table.name: kind for kind, table in TABLES.items()}
_KEY = re.compile("[0-9a-f]{64}")


def is_key(text: object) -> TypeGuard[str]:
    """Return whether a value can be the key of a question."""
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def is_answer(text: object) -> TypeGuard[str]:
    """Return whether a value can be an answer: empty, or a JSON object."""
    try:
        return isinstance(text, str) and (not text or isinstance(json.loads(text), dict))
    except (ValueError, RecursionError):
        return False


class Rows:
    """Builds log rows from a cassette's lines, and rejects names that the town does not have."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._agents = frozenset(persona.id for persona in scenario.personas)
        self._width = width_for(len(self._agents))
        self._rooms = self._things = frozenset({""})
        self._know()
        self._done: dict[int, Intervened] = {}  # what authors did so far
        self._whose: dict[int, str] = {}  # the agent of every memory so far

    def row(self, fields: Mapping[str, Any]) -> LogEntry:
        """Return the row of a line. Raises BadInput if it has a fault."""
        if fields["type"] not in _KINDS:
            raise BadInput(
                worded(
                    "this cassette has an invalid row: {fields!r} is not a row type; ask for a new copy",
                    fields=fields["type"][:40],
                )
            )
        try:
            entry: LogEntry = _adapter(fields["type"]).validate_json(json.dumps(fields), strict=True)
        except (ValidationError, RecursionError) as error:
            raise BadInput(
                worded(
                    "in this cassette, a row of type {fields} cannot be read ({fault}); ask for a new copy",
                    fields=fields["type"],
                    fault=_fault(error),
                )
            ) from error
        values = {field.name: getattr(entry, field.name) for field in dataclasses.fields(entry)}
        _check_numbers(values.items())
        self._check_minutes(entry)
        if isinstance(entry, Joined):
            self._join(entry)
        if isinstance(entry, Intervened):
            self._amend(entry)
        self._check_names(entry, values)
        self._check_memories(entry)
        if isinstance(entry, Intention):
            strange = {entry.kind, entry.forbids or entry.kind}.difference(KINDS)
            if strange:
                raise BadInput(
                    worded(
                        "this cassette has an invalid row: {min!r} is not a kind of intention; ask for a "
                        "new copy",
                        min=min(strange)[:40],
                    )
                )
        if isinstance(entry, Call) and not (is_key(entry.key) and is_answer(entry.answer)):
            raise BadInput(worded("this cassette has a call with no valid key or answer; ask for a new copy"))
        return entry

    def _join(self, entry: Joined) -> None:
        """Accept an agent who has joined the town in the rows that follow."""
        if entry.agent in self._agents:
            raise BadInput(
                worded(
                    "in this cassette, {agent!r} joins the town but already lives in it; ask for a new copy",
                    agent=entry.agent[:80],
                )
            )
        if not is_scenario_file(persona_file(entry.agent)):
            raise BadInput(
                worded(
                    "in this cassette, {agent!r} is not a valid persona id; ask for a new copy",
                    agent=entry.agent[:80],
                )
            )
        if width_for(len(self._agents) + 1) is not self._width:
            raise BadInput(
                worded(
                    "in this cassette, more people join the town than its log supports; ask for a new copy"
                )
            )
        self._scenario = with_newcomer(self._scenario, entry.agent, entry.persona)
        self._agents |= {entry.agent}

    def _amend(self, entry: Intervened) -> None:
        """Apply an author's addition or renaming in the town to the rows that follow."""
        self._done[entry.id] = entry
        try:
            made = amendment_of(entry, self._done)
            if made is not None:
                self._scenario = amended(self._scenario, made.about, made.field, made.value)
        except (KeyError, NotFound) as error:
            what = str(error)[:80]
            raise BadInput(
                worded(
                    "in this cassette, an intervention changes something that does not exist "
                    "({error}); ask for a new copy",
                    error=what,
                )
            ) from error
        self._know()

    def _know(self) -> None:
        """Add the rooms and objects of the town; removed ones stay known, since they existed before."""
        rooms = [room for place in self._scenario.places for room in place.rooms]
        self._rooms |= {room.path for room in rooms}
        self._things |= {thing.path for room in rooms for thing in room.things}

    def _check_minutes(self, entry: LogEntry) -> None:
        if width_of(entry.id) is not self._width:
            raise BadInput(
                worded(
                    "in this cassette, the id of row {id} belongs to a town with a different number of "
                    "people; ask for a new copy",
                    id=entry.id,
                )
            )
        if not 0 <= minute_of(entry.id) <= MOST_MINUTE:
            raise BadInput(
                worded(
                    "in this cassette, the time of row {id} is outside the ten years that a run can "
                    "cover; ask for a new copy",
                    id=entry.id,
                )
            )
        if getattr(entry, "next", 0) > minute_of(entry.id) + _AHEAD:
            raise BadInput(
                worded(
                    "in this cassette, a presence row sets a person's next turn more than two weeks ahead; "
                    "ask for a new copy"
                )
            )

    def _check_names(self, entry: LogEntry, values: Mapping[str, Any]) -> None:
        for name in _AGENT:
            nobody = not values.get(name) and ((type(entry), name) in _NOBODY or name == "ended_by")
            known = values.get(name) in self._agents or (
                (type(entry), name) in _MAY_VISIT and _is_visitor(values[name])
            )
            if name in values and not nobody and not known:
                raise _unknown(entry, values[name])
        named = (agent for name in _AGENTS for agent in values.get(name, ()))
        listed = [agent for agent in named if not _is_visitor(agent)]
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
        """Check that agents only recall or tell memories of their own."""
        if isinstance(entry, Memory):
            self._whose[entry.id] = entry.agent
        led_to = [item.memory for item in entry.items] if isinstance(entry, Recall) else []
        led_to += [entry.tells] if isinstance(entry, Line) and entry.tells else []
        led_to += [entry.memory] if isinstance(entry, Knows) else []
        whose = entry.speaker if isinstance(entry, Line) else getattr(entry, "agent", "")
        for memory in led_to:
            if self._whose.get(memory) != whose:
                raise BadInput(
                    worded(
                        "in this cassette, {whose!r} recalls or passes on memory {memory}, which "
                        "is not their own; ask for a new copy",
                        whose=whose,
                        memory=memory,
                    )
                )


def _is_visitor(agent: str) -> bool:
    """Return whether an agent id is a visitor's, with a valid name."""
    name = visitor_name(agent)
    return is_visitor(agent) and 0 < len(name) <= _LONGEST_VISITOR and name == " ".join(name.split())


def _unknown(entry: LogEntry, name: object) -> BadInput:
    kind = TABLES[type(entry)].name
    return BadInput(
        worded(
            "in this cassette, a row of type {kind} names {name!r}, which is not in the town; ask "
            "for a new copy",
            kind=kind,
            name=str(name)[:80],
        )
    )


def _fault(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return worded("it is nested too deeply")
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


def _check_numbers(fields: Iterable[tuple[str, Any]]) -> None:
    """Check that every number is within the range its field allows."""
    for name, value in fields:
        low, high = _BOUNDS.get(name, (-MOST_ID, MOST_ID))
        for number in _numbers(value):
            if not low <= number <= high:  # of what is no number, neither holds
                raise BadInput(
                    worded(
                        "in this cassette, {name} is {number}, which is out of range; ask for a new copy",
                        name=name,
                        number=str(number)[:40],
                    )
                )


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
