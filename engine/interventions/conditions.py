"""Conditions on a town's state, as an author writes them, and their evaluation.

    isabel at Quay
    tomas with isabel and stove is burning
    yuna knows party
    daily 12:00
    tomas at Quay and after day 2 12:00 and from 18:00 to 20:00

A condition is one clause or several, joined by `and`; all of them must hold at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from engine.clock import DAY, clock_words, moment_words, parse_clock, parse_moment
from engine.errors import BadInput, worded
from engine.records import AgentId, Path

if TYPE_CHECKING:
    from engine.simulation.state import State

Verb = Literal["at", "with", "knows", "is", "daily", "after", "before", "from"]

LOOKS = 10  # minutes from one look at the town to the next
_CLAUSE = re.compile(r"(?P<who>.+?) (?P<verb>at|with|knows|is) (?P<what>.+)", re.IGNORECASE)
_DAILY = re.compile(r"daily(?: at)? (?P<what>.+)", re.IGNORECASE)
_TIMES = re.compile(r"(?P<verb>after|before) (?P<what>.+)", re.IGNORECASE)
_HOURS = re.compile(r"from (?P<begins>.+?) to (?P<ends>.+)", re.IGNORECASE)
_HOW = (
    '"AGENT at PLACE", "AGENT with AGENT", "AGENT knows FACT", "OBJECT is STATE", "daily HH:MM", '
    '"after MOMENT", "before MOMENT", "from HH:MM to HH:MM"'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause of a condition: the agent or object it is about (`who`), and what must hold."""

    verb: Verb
    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.who} {self.verb} {self.what}" if self.who else f"{self.verb} {self.what}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Naming:
    """Functions that resolve names; each raises NotFound for an unknown name."""

    agent: Callable[[str], AgentId]
    place: Callable[[str], str]
    thing: Callable[[str], Path]
    fact: Callable[[str], str]


Condition = tuple[Clause, ...]


def condition(text: str, naming: Naming) -> Condition:
    """Return the condition in a text. Raises BadInput if it has none, NotFound for an unknown name."""
    parts = [part.strip() for part in re.split(r"\s+and\s+", " ".join(text.split()), flags=re.IGNORECASE)]
    if not any(parts):
        raise BadInput(
            worded("a rule needs a condition; use one or more of: {how}, joined by `and`", how=_HOW)
        )
    return tuple(_clause(part, naming) for part in parts)


def words(clauses: Condition) -> str:
    """Return a condition as an author would write it."""
    return " and ".join(map(str, clauses))


def _clause(text: str, naming: Naming) -> Clause:
    if daily := _DAILY.fullmatch(text):
        return Clause(verb="daily", who="", what=clock_words(parse_clock(daily["what"])))
    found = _CLAUSE.fullmatch(text)
    if found is None:
        return _of_time(text)
    who, what = found["who"].strip(), found["what"].strip()
    match found["verb"].lower():
        case "at":
            return Clause(verb="at", who=naming.agent(who), what=naming.place(what))
        case "with":
            return Clause(verb="with", who=naming.agent(who), what=naming.agent(what))
        case "knows":
            return Clause(verb="knows", who=naming.agent(who), what=naming.fact(what))
    return Clause(verb="is", who=naming.thing(who), what=what)


def _of_time(text: str) -> Clause:
    """Return the clause for a start, an end, or hours of the day. Raises BadInput if the text has none."""
    if times := _TIMES.fullmatch(text):
        verb: Verb = "after" if times["verb"].lower() == "after" else "before"
        return Clause(verb=verb, who="", what=moment_words(parse_moment(times["what"])))
    if hours := _HOURS.fullmatch(text):
        begins, ends = (clock_words(parse_clock(hours[name])) for name in ("begins", "ends"))
        if begins == ends:
            raise BadInput(
                worded(
                    "{text!r:.80} starts and ends at the same time; remove it, or use two different times",
                    text=text,
                )
            )
        return Clause(verb="from", who="", what=f"{begins} to {ends}")
    raise BadInput(worded("{text!r:.80} is not a valid condition; use one of: {how}", text=text, how=_HOW))


def holds(clauses: Iterable[Clause], state: State, minute: int) -> bool:
    """Return whether all clauses hold before a minute that all agents have reached."""
    return all(_HOLDS[clause.verb](clause, state, minute) for clause in clauses)


def _at(clause: Clause, state: State, minute: int) -> bool:
    room = _room_of(state, clause.who)
    where = state.town.world.former.now(clause.what, 0) or clause.what
    return bool(room) and where in (room, state.town.world.place_of[room].name)


def _with(clause: Clause, state: State, minute: int) -> bool:
    room = _room_of(state, clause.who)
    return bool(room) and room == _room_of(state, clause.what)


def _room_of(state: State, agent: AgentId) -> Path:
    """Return the room that an agent is inside of; empty if it is in none."""
    mind = state.minds.get(agent)  # somebody may be yet to come
    presence = mind.presence if mind is not None else None
    return presence.room if presence is not None and presence.inside else ""


def _knows(clause: Clause, state: State, minute: int) -> bool:
    fact = next(fact for fact in state.town.scenario.facts if fact.id == clause.what)
    mind = state.minds.get(clause.who)
    return clause.who in fact.known_by or (mind is not None and mind.knows(fact.id))


def _is(clause: Clause, state: State, minute: int) -> bool:
    thing = state.town.world.former.now(clause.who, 0) or clause.who
    if thing not in state.town.world.things:
        return False  # it is gone
    change = state.rooms[thing.rpartition("/")[0]].changes[thing][-1:]
    now = change[0].state if change else state.town.world.things[thing].state
    return now.casefold() == clause.what.casefold()


def _daily(clause: Clause, state: State, minute: int) -> bool:
    return 0 <= (minute - parse_clock(clause.what)) % DAY < LOOKS


def _after(clause: Clause, state: State, minute: int) -> bool:
    return minute >= parse_moment(clause.what)


def _before(clause: Clause, state: State, minute: int) -> bool:
    return minute < parse_moment(clause.what)


def _from(clause: Clause, state: State, minute: int) -> bool:
    begins, ends = map(parse_clock, clause.what.split(" to "))
    return (minute - begins) % DAY < (ends - begins) % DAY


_HOLDS: Mapping[Verb, Callable[[Clause, State, int], bool]] = MappingProxyType(
    {
        "at": _at,
        "with": _with,
        "knows": _knows,
        "is": _is,
        "daily": _daily,
        "after": _after,
        "before": _before,
        "from": _from,
    }
)
