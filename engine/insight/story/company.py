"""The pairs of agents who were in one room on a day, with the rooms and the minutes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.insight.turning.lived_day import LivedDay, Pair
from engine.moments.moment import Moment
from engine.records import AgentId, Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Two agents who were together on a day.

    `rooms` are the minutes in each room, the longest first; `talks` the ids of their talks, in order.
    """

    one: AgentId
    other: AgentId
    rooms: Mapping[Path, int]
    talks: tuple[int, ...]

    @property
    def minutes(self) -> int:
        """Return the number of minutes they were in one room, awake."""
        return sum(self.rooms.values())


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A time that an agent spent awake in a room, in minutes."""

    start: int
    end: int
    agent: int


def company(moment: Moment, day: int) -> tuple[Company, ...]:
    """Return the pairs of agents that were together on a day up to a moment, in the order of the scenario."""
    lived = LivedDay(moment, day)
    people = {agent: n for n, agent in enumerate(lived.people)}
    together: dict[Pair, dict[Path, int]] = defaultdict(lambda: defaultdict(int))
    for room, stretches in _by_room(lived, people).items():
        for one, other, minutes in _overlaps(stretches):
            together[lived.people[one], lived.people[other]][room] += minutes
    talked = _talks(lived, people)
    pairs = sorted({*together, *talked}, key=lambda pair: (people[pair[0]], people[pair[1]]))
    return tuple(
        Company(one=one, other=other, rooms=_longest(together[one, other]), talks=tuple(talked[one, other]))
        for one, other in pairs
    )


def _by_room(day: LivedDay, people: Mapping[AgentId, int]) -> Mapping[Path, list[_Stretch]]:
    rooms: dict[Path, list[_Stretch]] = defaultdict(list)
    for agent, rows in day.presences.items():
        for row, after in zip(rows, (*rows[1:], None), strict=True):
            start, end = max(row.minute, day.begins), after.minute if after is not None else day.until
            if row.inside and not row.asleep and end > start:
                rooms[row.room].append(_Stretch(start, end, people[agent]))
    return rooms


def _overlaps(stretches: Sequence[_Stretch]) -> Iterator[tuple[int, int, int]]:
    """Yield the pairs of agents who were in the room at the same time, and for how many minutes."""
    ordered = sorted(stretches, key=lambda each: (each.start, each.end, each.agent))
    for n, first in enumerate(ordered):
        for second in ordered[n + 1 :]:
            if second.start >= first.end:
                break
            if first.agent != second.agent:
                pair = sorted((first.agent, second.agent))
                yield pair[0], pair[1], min(first.end, second.end) - second.start


def _talks(day: LivedDay, people: Mapping[AgentId, int]) -> Mapping[Pair, list[int]]:
    talked: dict[Pair, list[int]] = defaultdict(list)
    for talk in day.talks:
        members = sorted((one for one in talk.members if one in people), key=people.__getitem__)
        for n, one in enumerate(members):
            for other in members[n + 1 :]:
                talked[one, other].append(talk.id)
    return talked


def _longest(rooms: Mapping[Path, int]) -> dict[Path, int]:
    return dict(sorted(rooms.items(), key=lambda each: (-each[1], each[0])))
