"""Preview a first day by rehearsal: what an agent knows as it begins, and how it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.clock import DAY
from engine.insight.examples import rehearsed
from engine.interventions import Intervention
from engine.interventions.hand import intervene
from engine.interventions.intervention import Signature
from engine.records import AgentId, Conversation, LogEntry, Path, Presence, Scenario
from engine.rehearsal import Rehearsal
from engine.running.awaiting import finish
from engine.running.town_events import TownEvents
from engine.simulation.day import Commit, Taken, live
from engine.simulation.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Acquaintance:
    """A person that the agent knows as the day begins, with the kind and closeness of the relation."""

    agent: AgentId
    name: str
    kind: str
    closeness: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """A part of the day spent at one activity in one room, and with whom the agent talked in it."""

    start: int
    end: int
    room: Path
    doing: str
    talks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDay:
    """An agent's knowledge as day 1 begins, and the course of the day.

    `among` is the number of agents it was rehearsed with: in a large town, only those nearest.
    """

    places: tuple[str, ...]
    people: tuple[Acquaintance, ...]
    memories: tuple[str, ...]
    spent: tuple[Spent, ...]
    among: int


def first_day(scenario: Scenario, agent: AgentId) -> FirstDay:
    """Rehearse an agent's first day in memory, free and unsaved. The same town gives the same day."""
    state = rehearsed(scenario, agent, Rehearsal())
    mind, town = state.minds[agent], state.town
    known = {path.partition("/")[0] for path in mind.known}
    people = tuple(
        Acquaintance(agent=other, name=town.cast.names[other], kind=row.kind, closeness=row.closeness)
        for other, row in mind.relations.items()
        if other in town.cast.names
    )
    memories = tuple(one.text for one in mind.stream.of_kind("seed"))
    rows: list[Presence | Conversation] = []

    def note(landed: Sequence[Taken]) -> None:
        for _, made in landed:
            rows.extend(_of(agent, made.entries))

    finish(_lived(state, note))
    return FirstDay(
        places=tuple(name for name in town.world.places if name in known),
        people=people,
        memories=memories,
        spent=tuple(_spent(rows, agent, town.cast.names)),
        among=len(state.minds),
    )


async def _lived(state: State, note: Commit) -> None:
    """Live the first day with the events of the town."""
    made: Counter[int] = Counter()  # rows of the author by minute

    async def act(minute: int, what: Intervention, by: Signature) -> None:
        _, rows = await intervene(state, what, by, at=minute, first=made[minute])
        made[minute] += len(rows.entries) + 1

    events, reached = TownEvents(lambda: state, act), 0
    while reached < DAY:
        due = events.next(reached)
        reached = await live(state, DAY if due is None else min(DAY, due), note)
        await events.keep(reached)


def _of(agent: AgentId, rows: Iterable[LogEntry]) -> Iterator[Presence | Conversation]:
    for row in rows:
        talks = isinstance(row, Conversation) and agent in row.members
        if isinstance(row, Presence | Conversation) and (talks or _is_whose(row, agent)):
            yield row


def _is_whose(row: Presence | Conversation, agent: AgentId) -> bool:
    return isinstance(row, Presence) and row.agent == agent


def _spent(
    rows: Sequence[Presence | Conversation], agent: AgentId, names: Mapping[AgentId, str]
) -> Iterator[Spent]:
    """Yield the parts of a day in order. An activity that goes on is one part; walking is left out."""
    here = sorted((row for row in rows if isinstance(row, Presence)), key=lambda row: row.id)
    talks = [row for row in rows if isinstance(row, Conversation)]
    start = 0
    for row, then in zip(here, [*here[1:], None], strict=True):
        end = min(DAY, then.minute if then is not None else DAY)
        goes_on = then is not None and (then.room, then.doing, then.inside) == (
            row.room,
            row.doing,
            row.inside,
        )
        start = start or row.minute
        if goes_on:
            continue
        if row.inside and not row.asleep and end > start:
            met = [one for one in talks if start <= one.minute < end and one.room == row.room]
            others = dict.fromkeys(names[who] for one in met for who in one.members if who != agent)
            yield Spent(start=start, end=end, room=row.room, doing=row.doing, talks=tuple(others))
        start = 0
