"""The gist: what a row of the log says, in a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.clock import clock_words
from engine.records import (
    Call,
    Conversation,
    Diary,
    Discovery,
    Event,
    Intention,
    Line,
    LogEntry,
    Memory,
    Presence,
    Recall,
    Relation,
    Sighting,
    Step,
    ThingState,
    Turn,
)


def gist(row: LogEntry) -> str:
    """Return what a row says, on one line; names and texts of the town stand as they are."""
    return " ".join(_GISTS[type(row)](row).split())


def _step(row: Step) -> str:
    times = f"{clock_words(row.start)} to {clock_words(row.end)}"
    return ", ".join(filter(None, (times, row.room, row.activity or "nothing planned")))


def _presence(row: Presence) -> str:
    if not row.inside and row.origin:
        return f"{row.agent} on the way to {row.room}"
    where = "in" if row.inside else "at the door of"
    doing = f": {row.doing}" if row.doing else ""
    return f"{row.agent} {where} {row.room}, until {clock_words(row.next)}{doing}"


_GISTS: Mapping[type[LogEntry], Callable[[Any], str]] = MappingProxyType(
    {
        Turn: lambda row: f"{row.agent or 'the author'} in {row.room}: {row.reason}",
        Event: lambda row: row.text,
        Memory: lambda row: row.text,
        Recall: lambda row: f"{row.purpose}: {row.query}",
        Step: _step,
        Conversation: lambda row: row.summary or f"{', '.join(row.members)} talked",
        Line: lambda row: f"{row.speaker}: {row.text}",
        ThingState: lambda row: f"{row.thing}: {row.state}",
        Relation: lambda row: f"{row.agent} to {row.other}: {row.note or row.kind}, {row.closeness:+.2f}",
        Sighting: lambda row: f"{row.agent} saw {row.path}{row.state and f': {row.state}'}",
        Discovery: lambda row: f"{row.agent} came to know {row.room} ({row.way})",
        Presence: _presence,
        Diary: lambda row: row.text,
        Intention: lambda row: f"{row.agent} means to {row.deed} ({row.kind}, {row.state})",
        Call: lambda row: f"{row.purpose}, asked of {row.model}",
    }
)
