"""Summarize a row of the log in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.clock import clock_words
from engine.errors import with_commas, worded
from engine.records import (
    AgentId,
    Call,
    Conversation,
    Diary,
    Discovery,
    Event,
    Intention,
    Intervened,
    Joined,
    Knows,
    Line,
    Lock,
    LogEntry,
    Memory,
    Presence,
    Recall,
    Relation,
    Retraction,
    Sighting,
    Status,
    Step,
    ThingState,
    Turn,
)

_Called = Callable[[AgentId], str]


def gist(row: LogEntry, names: Mapping[AgentId, str] = MappingProxyType({})) -> str:
    """Return the content of a row on one line.

    Agents are called by `names` if given there, else by their ids.
    """

    def called(agent: AgentId) -> str:
        return names.get(agent, agent)

    said = _GISTS[type(row)](row, called)
    in_a_line = " ".join(said.split())
    return said if said == in_a_line else in_a_line  # what is a line already knows how it was worded


def _step(row: Step, called: _Called) -> str:
    times = worded("{start} to {end}", start=clock_words(row.start), end=clock_words(row.end))
    return with_commas(filter(None, (times, row.room, row.activity or worded("nothing planned"))))


def _presence(row: Presence, called: _Called) -> str:
    who = called(row.agent)
    if not row.inside and row.origin:
        return worded("{who} on the way to {room}", who=who, room=row.room)
    until = clock_words(row.next)
    there = (
        worded("{who} in {room}, until {until}", who=who, room=row.room, until=until)
        if row.inside
        else worded("{who} at the door of {room}, until {until}", who=who, room=row.room, until=until)
    )
    return worded("{there}: {doing}", there=there, doing=row.doing) if row.doing else there


def _intervened(row: Intervened, called: _Called) -> str:
    asked = ", ".join(map(called, row.asked.values()))
    return f"{row.who}: {row.verb} {asked}{row.why and f' ({row.why})'}"


def _relation(row: Relation, called: _Called) -> str:
    return f"{called(row.agent)} to {called(row.other)}: {row.note or row.kind}, {row.closeness:+.2f}"


def _status(row: Status, called: _Called) -> str:
    return f"{called(row.agent)}: {row.name} {row.value:g}{row.because and f' ({row.because})'}"


def _lock(row: Lock, called: _Called) -> str:
    what = f"says {row.text!r}" if row.text else "has a relationship"
    state = "locked" if row.held else "said" if row.said else "no longer locked"
    return f"{called(row.agent)} {what} to {', '.join(map(called, row.others))}: {state}"


def _sighting(row: Sighting, called: _Called) -> str:
    saw = worded("{who} saw {path}", who=called(row.agent), path=row.path)
    return worded("{saw}: {state}", saw=saw, state=row.state) if row.state else saw


_GISTS: Mapping[type[LogEntry], Callable[[Any, _Called], str]] = MappingProxyType(
    {
        Turn: lambda row, called: f"{called(row.agent) or 'the author'} in {row.room}: {row.reason}",
        Event: lambda row, called: row.text,
        Memory: lambda row, called: row.text,
        Recall: lambda row, called: f"{row.purpose}: {row.query}",
        Step: _step,
        Conversation: lambda row, called: (
            row.summary or worded("{people} talked", people=with_commas(map(called, row.members)))
        ),
        Line: lambda row, called: f"{called(row.speaker)}: {row.text}",
        Knows: lambda row, called: worded(
            "{who} knows the fact {fact!r}", who=called(row.agent), fact=row.fact
        ),
        ThingState: lambda row, called: f"{row.thing}: {row.state}",
        Relation: lambda row, called: (
            f"{called(row.agent)} to {called(row.other)}: {row.note or row.kind}, {row.closeness:+.2f}"
        ),
        Sighting: lambda row, called: _sighting(row, called),
        Discovery: lambda row, called: f"{called(row.agent)} learned about {row.room} ({row.way})",
        Presence: _presence,
        Diary: lambda row, called: row.text,
        Intention: lambda row, called: f"{called(row.agent)} intends to {row.deed} ({row.kind}, {row.state})",
        Intervened: _intervened,
        Joined: lambda row, called: worded("{who} moved to the town", who=called(row.agent)),
        Retraction: lambda row, called: f"{row.row} {'no longer counts' if row.hidden else 'counts again'}",
        Lock: _lock,
        Status: lambda row, called: (
            f"{called(row.agent)}: {row.name} {row.value:g}{row.because and f' ({row.because})'}"
        ),
        Call: lambda row, called: f"{row.purpose}, answered by {row.model}",
    }
)
