"""The timeline of a day: where each agent was, from when until when, and its activities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.clock import DAY
from engine.insight.turning.lived_day import LivedDay
from engine.moments.moment import Moment
from engine.records import AgentId, Path, Presence


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """A stretch of an agent's day in one place, or (`on_the_way`) between two.

    `start` and `end` are minutes since 00:00 of day 1, `rooms` and `doing` the rooms and activities in
    order, and `id` the row with which it begins.
    """

    id: int
    agent: AgentId
    place: str
    rooms: tuple[Path, ...]
    start: int
    end: int
    doing: tuple[str, ...] = ()
    asleep: bool = False
    on_the_way: bool = False


def timeline(moment: Moment, day: int) -> tuple[Stay, ...]:
    """Return the stays of all agents on a day up to a moment, agent by agent, each in order."""
    lived = LivedDay(moment, day)
    return tuple(stay for agent in lived.people for stay in _stays(lived, agent))


def _stays(day: LivedDay, agent: AgentId) -> Iterator[Stay]:
    """Yield the stays of one agent; presences of the same kind in the same place are joined."""
    rows = day.presences[agent]
    run: list[Presence] = []
    for row, after in zip(rows, (*rows[1:], None), strict=True):
        run.append(row)
        if after is None or _kind(after) != _kind(row):
            stay = _stay(day, run, after)
            if stay.end > stay.start:
                yield stay
            run = []


def _kind(row: Presence) -> tuple[str, bool, bool]:
    """Return the place of a presence, whether the agent is asleep, and whether it is on the way there."""
    place = row.room.partition("/")[0]
    return place, row.asleep, not row.inside and row.origin.partition("/")[0] not in ("", place)


def _stay(day: LivedDay, run: list[Presence], after: Presence | None) -> Stay:
    first, (place, asleep, on_the_way) = run[0], _kind(run[0])
    ends = after.minute if after is not None else day.until
    return Stay(
        id=first.id,
        agent=first.agent,
        place=place,
        rooms=tuple(dict.fromkeys(row.room for row in run)),
        start=max(first.minute, day.begins),
        end=min(ends, day.begins + DAY),
        doing=tuple(dict.fromkeys(row.doing for row in run if row.doing and row.reason != "talked")),
        asleep=asleep,
        on_the_way=on_the_way,
    )
