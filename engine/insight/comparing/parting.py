"""The first moment at which two runs differ, and which agents the difference has reached since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.errors import worded
from engine.insight.gist import gist
from engine.moments.moment import Moment
from engine.prompts.questions import PROMPTS
from engine.records import AgentId, Call, LogEntry
from engine.row_ids import minute_of
from engine.store.log.apart import TurnApart, turns_apart
from engine.store.log.inspect import find_row, rows_of_turn

_AIMS = {question.name: question.aim for question in PROMPTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """The first turn that differs.

    `agent` is the agent of the turn ("" for an author's intervention). `one` and `other` are its first rows
    that differ, None where a run has no such row.
    """

    minute: int
    agent: AgentId
    one: LogEntry | None
    other: LogEntry | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """How far a difference has reached an agent.

    `since` is the first minute that differs (None if none does), `turns` the number of its turns that differ
    in each run.
    """

    agent: AgentId
    since: int | None
    turns: tuple[int, int]


def parting(one: Moment, other: Moment) -> Parting | None:
    """Return the first difference between two runs before a moment; None if there is none."""
    turns = sorted([*_apart(one, other), *_apart(other, one)], key=lambda turn: turn.id)
    if not turns:
        return None
    first = turns[0]
    mine, theirs = (_rows(run, first.id) for run in (one, other))
    here, there = _first_apart(mine, theirs)
    return Parting(minute=minute_of(first.id), agent=first.agent, one=here, other=there)


def parting_words(row: LogEntry | None, names: Mapping[AgentId, str] = MappingProxyType({})) -> str:
    """Return a differing row of a run in words, with agents called by their `names`."""
    if row is None:
        return worded("no such entry")
    if isinstance(row, Call):
        return worded(
            "the model is asked something different (to {aim}) but answers the same",
            aim=_AIMS.get(row.purpose, row.purpose),
        )
    return gist(row, names)


def reached(one: Moment, other: Moment) -> tuple[Reached, ...]:
    """Return for each agent, in the order of the cast, since when a difference has reached it."""
    mine, theirs = _by_agent(_apart(one, other)), _by_agent(_apart(other, one))
    people = dict.fromkeys((*one.town.cast.personas, *other.town.cast.personas))
    return tuple(_reached(agent, mine.get(agent, ()), theirs.get(agent, ())) for agent in people)


def _reached(agent: AgentId, mine: Sequence[TurnApart], theirs: Sequence[TurnApart]) -> Reached:
    first = min((turn.id for turn in (*mine[:1], *theirs[:1])), default=None)
    since = None if first is None else minute_of(first)
    return Reached(agent=agent, since=since, turns=(len(mine), len(theirs)))


def _apart(one: Moment, other: Moment) -> tuple[TurnApart, ...]:
    asked = ("turns apart", one.row.number, other.row.number, one.before)
    return one.store.unchanged(
        asked, lambda: turns_apart(one.store, one.row.number, other.row.number, before=one.before)
    )


def _by_agent(turns: Sequence[TurnApart]) -> Mapping[AgentId, Sequence[TurnApart]]:
    found: dict[AgentId, list[TurnApart]] = {}
    for turn in turns:
        found.setdefault(turn.agent, []).append(turn)
    return found


def _rows(moment: Moment, turn: int) -> Mapping[int, LogEntry]:
    """Return the rows that a turn made, by id; empty if the run has no such turn."""
    if find_row(moment.store, moment.row.number, turn) is None:
        return {}
    return {row.id: row for row in rows_of_turn(moment.store, moment.row.number, turn)[1:]}


def _first_apart(
    mine: Mapping[int, LogEntry], theirs: Mapping[int, LogEntry]
) -> tuple[LogEntry | None, LogEntry | None]:
    """Return the first pair of rows that differ; model calls count only if nothing else differs."""
    apart = sorted(one for one in {*mine, *theirs} if mine.get(one) != theirs.get(one))
    shown = [one for one in apart if "call" not in _kinds(mine.get(one), theirs.get(one))] or apart
    first = shown[0] if shown else 0
    return mine.get(first), theirs.get(first)


def _kinds(*rows: LogEntry | None) -> set[str]:
    return {type(row).__name__.lower() for row in rows if row is not None}
