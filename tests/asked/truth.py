"""What happened in a run up to a minute, by its rows: where each was, who talked, what is held.

Nothing here reads what the rehearsal model says or how it understands a question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.clock import DAY, day_of, minute_at
from engine.records import (
    Conversation,
    Intention,
    Memory,
    Persona,
    Presence,
    Relation,
    Scenario,
    Step,
)

EARLY, LASTS = 20, 150  # minutes around the hour of an occasion in which who is there is at it
STAYED = 3  # minutes after which one was somewhere


@dataclass(frozen=True)
class Stay:
    """A time that somebody spent at a place with one thing to do."""

    first: int
    last: int
    room: str
    doing: str

    @property
    def place(self):
        return self.room.partition("/")[0]


@dataclass(frozen=True)
class Occasion:
    """Something given at an hour."""

    what: str
    host: str
    place: str
    when: int


def _is_of_meeting(row: Memory) -> bool:
    """Return whether a memory is of somebody seen, or of a line said and heard; hearsay is neither."""
    return row.kind == "observation" or (row.kind == "talk" and "“" in row.text)


class Truth:
    """The rows of a moment."""

    def __init__(self, moment):
        self.log = moment.log
        self.now: int = moment.minute
        self.scenario: Scenario = moment.log.town.scenario

    @property
    def chinese(self):
        return self.scenario.language == "zh"

    @property
    def people(self) -> tuple[Persona, ...]:
        return self.scenario.personas

    def name(self, agent):
        return self.scenario.persona(agent).name

    def called(self, agent):
        return self.log.town.cast.personas[agent].called or self._short(agent)

    def _short(self, agent):
        return self.log.town.phrases.short_name(self.name(agent))

    def names_of(self, agent):
        """Return every name by which an answer may call somebody."""
        name = self.name(agent)
        given = {name[1:]} if self.chinese and len(name) > 2 else set()
        return {name, self._short(agent), self.called(agent), *given}

    @cached_property
    def _presences(self):
        found: dict[str, list[Presence]] = {}
        for row in self.log.rows(Presence):
            found.setdefault(row.agent, []).append(row)
        return found

    def stays(self, agent) -> list[Stay]:
        """Return where somebody was, awake and inside, in order."""
        rows = self._presences.get(agent, [])
        ends = [*(row.minute for row in rows[1:]), self.now]
        return [
            Stay(row.minute, end, row.room, row.doing)
            for row, end in zip(rows, ends, strict=True)
            if row.inside and end > row.minute and not row.asleep
        ]

    def where(self, agent, minute):
        """Return the rooms where somebody may be said to have been at a minute, with the way there."""
        near = range(minute - 6, minute + 7)
        return {
            stay.room for stay in self.stays(agent) if any(stay.first <= each < stay.last for each in near)
        }

    def at_place(self, agent, place, first, last):
        return (
            sum(
                max(0, min(stay.last, last) - max(stay.first, first))
                for stay in self.stays(agent)
                if stay.place == place.partition("/")[0]
            )
            >= STAYED
        )

    def attended(self, agent, occasion):
        return self.at_place(agent, occasion.place, occasion.when - EARLY, occasion.when + LASTS)

    def met_at(self, agent, other, occasion):
        """Return whether somebody has a row of having seen or talked to another at an occasion."""
        return any(
            _is_of_meeting(row)
            and other in row.about
            and row.place.partition("/")[0] == occasion.place.partition("/")[0]
            and occasion.when - EARLY <= row.minute <= occasion.when + LASTS
            for row in self.memories(agent)
        )

    @cached_property
    def talks(self) -> list[Conversation]:
        return list(self.log.rows(Conversation))

    def talks_of(self, agent, other=None, first=0, last=10**9):
        return [
            talk
            for talk in self.talks
            if agent in talk.members
            and (other is None or other in talk.members)
            and first <= talk.minute < last
        ]

    @cached_property
    def _memories(self):
        found: dict[str, list[Memory]] = {}
        for row in self.log.rows(Memory):
            found.setdefault(row.agent, []).append(row)
        return found

    def memories(self, agent) -> list[Memory]:
        return self._memories.get(agent, [])

    def saw(self, agent, other, first, last):
        return any(
            _is_of_meeting(row) and other in row.about and first <= row.minute < last
            for row in self.memories(agent)
        )

    def holds(self, agent, words: Iterable[str]):
        """Return whether a memory of somebody, but no quoted line, or its story holds one of some words."""
        texts = [row.text.lower() for row in self.memories(agent) if "“" not in row.text] + [
            text.lower()
            for text in (*self.scenario.persona(agent).seed, self.scenario.persona(agent).currently)
        ]
        return any(word.lower() in text for text in texts for word in words)

    @cached_property
    def occasions(self) -> list[Occasion]:
        rows = {row.first: row for row in self.log.rows(Intention) if row.kind == "occasion"}
        return [
            Occasion(row.what, row.agent, row.place, row.when)
            for row in rows.values()
            if row.when is not None and row.place and row.state not in ("failed", "dropped")
        ]

    def engaged(self, agent, first, last) -> list[Memory]:
        """Return what somebody is bound to between two minutes, by its memories and intentions."""
        open_now = {row.first: row for row in self.log.rows(Intention, where={"agent": agent})}
        bound = {
            row.memory
            for row in open_now.values()
            if row.is_open
            and row.when is not None
            and (row.until is None or row.kind not in ("deed", "errand", "request"))
            and first <= row.when < last
            and row.kind != "habit"
        }
        return [row for row in self.memories(agent) if row.id in bound]

    def planned(self, agent, first, last) -> list[str]:
        """Return what somebody's plan or routine has between two minutes."""
        steps = [
            row.activity
            for row in self.log.rows(Step, where={"agent": agent})
            if row.activity and row.start < last and row.end > first and row.level != "day"
        ]
        usual, items = [], self.scenario.persona(agent).routine
        for item, after in zip(items, [*items[1:], None], strict=True):
            ends = after.start if after is not None else DAY
            day = minute_at(day_of(first), 0)
            if day + item.start < last and day + ends > first:
                usual.append(item.activity)
        return [*steps, *usual]

    def closeness(self, agent, other):
        rows = [row for row in self.log.rows(Relation, where={"agent": agent}) if row.other == other]
        return rows[-1].closeness if rows else None

    def housemates(self, agent):
        home = self.scenario.persona(agent).home.partition("/")[0]
        return {one.id for one in self.people if one.id != agent and one.home.partition("/")[0] == home}

    def place_names(self, room):
        """Return the names of a room and of its place."""
        for place in self.scenario.places:
            if place.name == room.partition("/")[0]:
                inner = [one.name for one in place.rooms if one.path == room]
                return {place.name, *inner}
        return {room}
