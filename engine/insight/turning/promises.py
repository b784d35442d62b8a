"""Promises: what agents had agreed to come to, and whether they came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.clock import clock_words
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_point import TurningPoint
from engine.records import AgentId, Memory, Path, Presence

GRACE = 45  # minutes, for which who is late may still come
_EARLY = 15
_WEIGHT = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What an agent had agreed to come to, and with whom.

    `rooms` are the rooms that count, and `instead` is the agent's presence if it did not come.
    """

    memory: Memory
    agent: AgentId
    others: tuple[AgentId, ...]
    when: int
    rooms: frozenset[Path]
    instead: Presence | None = None

    @property
    def is_kept(self) -> bool:
        """Return whether the agent came."""
        return self.instead is None

    @property
    def is_next_door(self) -> bool:
        """Return whether the agent was in another room of the right building."""
        there = self.instead.room.partition("/")[0] if self.instead is not None else ""
        return any(room.partition("/")[0] == there for room in self.rooms)


def promises(day: LivedDay) -> tuple[Promise, ...]:
    """Return the promises of a day that were kept or broken by then, in the order in which they were due."""
    talks = day.by_id(sorted({one for memory in day.due for one in memory.evidence}))
    found: dict[tuple[AgentId, int, str], Promise] = {}
    for memory in day.due:
        when = memory.when or 0
        key = (memory.agent, when, memory.place.partition("/")[0])
        if (
            when + GRACE <= day.until
            and memory.id not in day.called_off
            and memory.minute < when
            and key not in found
        ):
            found[key] = _promise(day, memory, when, talks)
    return tuple(one for one in found.values() if one.others)  # to do a thing by oneself is no promise


def broken_promises(day: LivedDay) -> Iterator[TurningPoint]:
    """Yield the turning points for promises that were not kept."""
    for one in promises(day):
        if one.instead is not None:
            yield TurningPoint(
                turn="promise_broken",
                minute=one.when,
                weight=_WEIGHT + min(9, len(one.others)),
                ids=(one.memory.id, one.instead.id),
                who=(one.agent, *one.others),
                values={
                    "who": (one.agent,),
                    "others": one.others,
                    "promise": one.memory.text,
                    "clock": clock_words(one.when),
                    "place": one.instead.room,
                    "room": one.instead.room if one.is_next_door else "",
                    "doing": one.instead.doing,
                },
            )


def _promise(day: LivedDay, memory: Memory, when: int, talks: Mapping[int, Memory]) -> Promise:
    # What only the agent itself or a whisper means it to come to was agreed with nobody.
    about = (
        other for one in memory.evidence if _is_of_a_talk(day, talks.get(one)) for other in talks[one].about
    )
    others = tuple(dict.fromkeys(other for other in about if other != memory.agent))
    rooms = day.rooms_meant(memory.place, memory.text)
    came = day.came_to(memory.agent, rooms, when - _EARLY, when + GRACE)
    instead = None if came else day.at(memory.agent, when + GRACE // 3)
    return Promise(memory=memory, agent=memory.agent, others=others, when=when, rooms=rooms, instead=instead)


def _is_of_a_talk(day: LivedDay, memory: Memory | None) -> bool:
    """Return whether a memory sums up a talk: what is only meant, or heard in a line, was not agreed."""
    return memory is not None and memory.kind == "talk" and day.hearsay.line(memory.source) is None
