"""The rows of the log for one day up to a moment, each kind read on first use."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.clock import DAY, minute_at
from engine.insight.news.follow import follow
from engine.insight.news.going_round import going_round
from engine.insight.news.hearsay import Hearsay
from engine.insight.news.spread import News, Spread
from engine.moments.log import Log
from engine.moments.moment import Moment
from engine.practices.conduct import BROUGHT_UP
from engine.records import (
    AgentId,
    Conversation,
    Event,
    Intention,
    Line,
    Memory,
    MemoryKind,
    Path,
    Presence,
    Relation,
    ThingState,
)
from engine.store.log import moments
from engine.store.log.memories import memories_by_id, memories_due
from engine.store.log.rows import R

Pair = tuple[AgentId, AgentId]


@dataclass(frozen=True)
class LivedDay:
    """One day of a run (counted from 1), up to a moment."""

    moment: Moment
    day: int

    @property
    def begins(self) -> int:
        """Return the minute at which the day begins."""
        return minute_at(self.day, 0)

    @property
    def ends(self) -> int:
        """Return the minute at which the day ends."""
        return self.begins + DAY

    @property
    def until(self) -> int:
        """Return the minute up to which the day is read: its end, or the moment."""
        return min(self.ends, self.moment.before)

    @cached_property
    def log(self) -> Log:
        """Return the log up to `until`."""
        return replace(self.moment.log, before=self.until)

    def rows(self, of: type[R], /, **equal: object) -> Iterator[R]:
        """Return the rows of a kind that were made on the day, oldest first."""
        return self.log.rows(of, after=self.begins - 1 if self.begins else -1, where=equal)

    # ---- what happened

    @cached_property
    def events(self) -> Sequence[Event]:
        """Return the events of the day."""
        return tuple(self.rows(Event))

    @cached_property
    def talks(self) -> Sequence[Conversation]:
        """Return the conversations of the day that were over by then."""
        return tuple(talk for talk in self.rows(Conversation) if talk.until <= self.until)

    @cached_property
    def intentions(self) -> Sequence[Intention]:
        """Return the rows by which intentions changed on the day, without those of the founding."""
        return tuple(row for row in self.rows(Intention) if row.minute > 0)

    @cached_property
    def intended(self) -> Mapping[int, Intention]:
        """Return the latest row of every intention, by the id of its first."""
        return {row.first: row for row in self.log.rows(Intention)}

    @cached_property
    def brought_up(self) -> Mapping[int, Intention]:
        """Return the intentions to bring something up with those concerned, by the ids of their memories."""
        return {row.memory: row for row in self.log.rows(Intention) if row.kind in BROUGHT_UP}

    @cached_property
    def thing_states(self) -> Sequence[ThingState]:
        """Return the rows by which objects changed on the day."""
        return tuple(self.rows(ThingState))

    # ---- where people were

    @cached_property
    def presences(self) -> Mapping[AgentId, Sequence[Presence]]:
        """Return the presences of each agent in order, beginning with the one at the start of the day."""
        before = moments.presences(self.moment.store, self.moment.row.number, max(1, self.begins))
        found: dict[AgentId, list[Presence]] = {
            agent: [before[agent]] if agent in before else [] for agent in self.people
        }
        for row in self.rows(Presence):
            found[row.agent].append(row)
        return found

    def presences_of(self, agent: AgentId) -> Sequence[Presence]:
        """Return the presences of one agent, read for it alone."""
        before = moments.presences(self.moment.store, self.moment.row.number, max(1, self.begins)).get(agent)
        return (*([before] if before is not None else ()), *self.rows(Presence, agent=agent))

    def at(self, agent: AgentId, minute: int) -> Presence | None:
        """Return the presence of an agent at a minute of the day; None if it has none by then."""
        earlier = [row for row in self.presences[agent] if row.minute <= minute]
        return earlier[-1] if earlier else None

    def rooms_meant(self, place: Path, said: str) -> frozenset[Path]:
        """Return the rooms that a text means by a place: that room, or the building if it names no room."""
        world = self.moment.town.world
        try:
            whole = world.place_of[place] if place in world.rooms else world.places[place]
        except KeyError:  # it is gone by now
            return frozenset({place})
        is_room = place in world.rooms and not world.is_whole(place, said)
        return frozenset({place} if is_room else {whole.name, *(room.path for room in whole.rooms)})

    def came_to(self, agent: AgentId, rooms: Collection[Path], first: int, last: int) -> bool:
        """Return whether an agent was in one of some rooms, or at its door, between two minutes."""
        return any(row.room in rooms for row in self.stays(agent, first, last))

    def was_in(self, agent: AgentId, rooms: Collection[Path], first: int, last: int) -> bool:
        """Return whether an agent was inside one of some rooms, awake, between two minutes."""
        here = (row for row in self.stays(agent, first, last) if row.inside and not row.asleep)
        return any(row.room in rooms for row in here)

    def stays(self, agent: AgentId, first: int, last: int) -> Iterator[Presence]:
        """Yield the presences of an agent between two minutes, without those on the way."""
        rows = self.presences[agent]
        for row, after in zip(rows, (*rows[1:], None), strict=True):
            ends = after.minute if after is not None else self.until
            if row.minute <= last and ends > first and (row.inside or not row.origin):
                yield row

    # ---- minds

    @property
    def people(self) -> Sequence[AgentId]:
        """Return the ids of all agents, in the order of the scenario."""
        return tuple(self.moment.town.cast.personas)

    def memories(self, kind: MemoryKind) -> Iterator[Memory]:
        """Yield the memories of a kind that were made on the day."""
        return self.rows(Memory, kind=kind)

    def by_id(self, ids: Sequence[int]) -> Mapping[int, Memory]:
        """Return the memories with some ids, by id."""
        return memories_by_id(self.moment.store, self.moment.row.number, ids)

    @cached_property
    def learned(self) -> Sequence[Memory]:
        """Return the memories of lines that were news to their hearers."""
        talked = self.memories("talk")
        return tuple(
            row for row in talked if row.evidence and row.importance > 1 and self.hearsay.line(row.source)
        )

    @cached_property
    def reflections(self) -> Sequence[Memory]:
        """Return the reflections of the day."""
        return tuple(self.memories("reflection"))

    @cached_property
    def due(self) -> Sequence[Memory]:
        """Return the memories of what agents had agreed to for that day, in the order in which it was due."""
        store, run, next_id = (
            self.moment.store, self.moment.row.number, self.moment.town.width.starts(self.until),
        )  # fmt: skip
        rows = memories_due(store, run, None, self.begins, self.ends, next_id, agreed=True)
        return tuple(sorted(rows, key=lambda row: (row.when or 0, row.id)))

    @cached_property
    def called_off(self) -> frozenset[int]:
        """Return the ids of those memories that were called off by a later plan that cites only them."""
        due = {memory.id for memory in self.due}
        plans = self.memories("plan") if due else ()
        return frozenset(
            row.evidence[0]
            for row in plans
            if row.when is None and len(row.evidence) == 1 and row.evidence[0] in due
        )

    @cached_property
    def agreed(self) -> Sequence[Memory]:
        """Return the memories of what agents have agreed to on the day, in the order in which it is due."""
        rows = (row for row in self.memories("plan") if row.evidence and row.place and row.when is not None)
        return tuple(sorted(rows, key=lambda row: (row.when or 0, row.id)))

    # ---- ties

    @cached_property
    def closeness_before(self) -> Mapping[Pair, float]:
        """Return the closeness of each pair of agents at the start of the day."""
        rows = moments.relations(self.moment.store, self.moment.row.number, max(1, self.begins))
        return {pair: row.closeness for pair, row in rows.items()}

    @cached_property
    def known_of(self) -> frozenset[frozenset[AgentId]]:
        """Return the pairs of agents of whom one remembered the other from the start."""
        seeds = self.log.rows(Memory, where={"kind": "seed"})
        return frozenset(frozenset((row.agent, other)) for row in seeds for other in row.about)

    @cached_property
    def relations(self) -> Sequence[Relation]:
        """Return the rows by which relations changed on the day, without those of the founding."""
        return tuple(row for row in self.rows(Relation) if row.minute > 0)

    # ---- what goes round

    @cached_property
    def hearsay(self) -> Hearsay:
        """Return the hearsay since the first day."""
        return Hearsay.of(self.moment)

    @cached_property
    def news(self) -> Sequence[News]:
        """Return the news that can be followed."""
        return going_round(self.moment, self.hearsay)

    def news_in(self, line: Line) -> News | None:
        """Return the news that a line passes on; None if it cannot be followed."""
        key = self.hearsay.key(line.tells)
        saying = {
            row.fact for rows in self.hearsay.known.values() for row in rows if row.memory == line.tells
        }
        return next((news for news in self.news if key in news.roots or news.id in saying), None)

    def spread(self, news: News) -> Spread:
        """Return the spread of a piece of news, without silences."""
        return follow(self.moment, news, self.hearsay, silences=False)
