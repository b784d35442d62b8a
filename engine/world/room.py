"""A room as it was before a row of the log: who was inside or at its door, its events and its objects."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TypeVar

from engine.records import AgentId, Event, LogEntry, Path, Presence, Retraction, Room, ThingState

R = TypeVar("R", Presence, ThingState)

_ID = attrgetter("id")
_EVENTS_KEPT, _CHANGES_KEPT = 400, 16


class RoomState:
    """The history of one room, built from log rows by `apply`, which may come a little out of order.

    While a conversation is going on, others in the room may take later turns. Readers of the room therefore
    say up to which row.
    """

    def __init__(self, room: Room, agent_numbers: Mapping[AgentId, int]) -> None:
        self.path = room.path
        self.room = room
        self.agent_numbers = agent_numbers
        self.events: list[Event] = []
        self.presences: dict[AgentId, list[Presence]] = {}
        self.changes: dict[Path, list[ThingState]] = {thing.path: [] for thing in room.things}
        self._withdrawn: set[int] = set()

    def apply(self, entry: LogEntry) -> None:
        """Add one row that concerns this room; a presence elsewhere means that its agent has left."""
        match entry:
            case Event():
                insort(self.events, entry, key=_ID)
                if len(self.events) > 2 * _EVENTS_KEPT:
                    del self.events[:-_EVENTS_KEPT]
            case ThingState():
                _keep(self.changes[entry.thing], entry)
            case Presence():
                _keep(self.presences.setdefault(entry.agent, []), entry)
            case Retraction():
                (self._withdrawn.add if entry.hidden else self._withdrawn.discard)(entry.row)
            case _:
                pass

    def counts(self, event: Event) -> bool:
        """Return whether an event has not been withdrawn."""
        return event.id not in self._withdrawn

    def before(self, row_id: int) -> RoomView:
        """Return the room as it was before a row."""
        return RoomView(self, row_id)


@dataclass(frozen=True, slots=True)
class RoomView:
    """The view of a room that an agent in it has: everything before a row, and nothing after."""

    state: RoomState
    limit: int

    @property
    def path(self) -> Path:
        """Return the path of the room."""
        return self.state.path

    @property
    def room(self) -> Room:
        """Return the room as the author wrote it."""
        return self.state.room

    def inside(self) -> tuple[AgentId, ...]:
        """Return the ids of the agents in the room, in the order of their numbers."""
        return self._sorted(row.agent for row in self._here() if row.inside)

    def at_door(self) -> tuple[AgentId, ...]:
        """Return the ids of the agents waiting at its door."""
        return self._sorted(row.agent for row in self._here() if not row.inside and not row.origin)

    def waiting(self) -> tuple[Presence, ...]:
        """Return the presences of the agents at its door, in the order of their numbers."""
        return tuple(self._kept(agent) for agent in self.at_door())

    def present(self) -> tuple[Presence, ...]:
        """Return the presences of the agents inside, in the order of their numbers."""
        return tuple(self._kept(agent) for agent in self.inside())

    def presence(self, agent: AgentId) -> Presence | None:
        """Return an agent's presence here; None if it is not here."""
        row = _last(self.state.presences.get(agent, ()), self.limit)
        return row if row is not None and row.room == self.path else None

    def doing(self, agent: AgentId) -> str:
        """Return an agent's visible activity; empty if it is not in the room."""
        presence = self.presence(agent)
        if presence is None or not presence.inside:
            return ""
        talk = self._talk(agent, presence)
        return talk.text if talk else presence.doing

    def is_free(self, agent: AgentId) -> bool:
        """Return whether an agent can be spoken to: awake, inside, and not in a conversation.

        A conversation lasts until its members have taken their next turn; of two at one minute, the lower
        agent number comes first.
        """
        presence = self.presence(agent)
        if presence is None or not presence.inside or presence.asleep or presence.reason == "talked":
            return False
        return self._talk(agent, presence) is None

    def since(self, row_id: int) -> Iterator[Event]:
        """Yield the events here after a row, oldest first."""
        events = self.state.events
        found = events[bisect_right(events, row_id, key=_ID) : bisect_left(events, self.limit, key=_ID)]
        yield from filter(self.state.counts, found)

    def latest(self, actor: AgentId) -> Event | None:
        """Return the latest event here of an agent; None if there is none."""
        return next((event for event in self._backwards() if event.actor == actor), None)

    def thing_state(self, thing: Path) -> str:
        """Return the state of an object here."""
        change = self.change(thing)
        if change is not None:
            return change.state
        return next(one.state for one in self.room.things if one.path == thing)

    def change(self, thing: Path) -> ThingState | None:
        """Return the last change of an object here; None if it is as the author wrote it."""
        return _last(self.state.changes[thing], self.limit)

    def _talk(self, agent: AgentId, presence: Presence) -> Event | None:
        """Return the event of a conversation that the agent is in and whose end is not known yet, or None."""
        for event in self._backwards():
            if event.id < presence.id:
                return None
            if event.kind == "talk" and agent in event.about:
                return event
        return None

    def _kept(self, agent: AgentId) -> Presence:
        presence = self.presence(agent)
        if presence is None:
            raise LookupError(f"{agent!r} is not in {self.path!r}")
        return presence

    def _here(self) -> Iterator[Presence]:
        for rows in self.state.presences.values():
            row = _last(rows, self.limit)
            if row is not None and row.room == self.path:
                yield row

    def _backwards(self) -> Iterator[Event]:
        events = self.state.events
        for at in range(bisect_left(events, self.limit, key=_ID) - 1, -1, -1):
            yield events[at]

    def _sorted(self, agents: Iterable[AgentId]) -> tuple[AgentId, ...]:
        return tuple(sorted(agents, key=self.state.agent_numbers.__getitem__))


def is_walking(presence: Presence) -> bool:
    """Return whether an agent is on the way to the room of its next turn, and so in no room."""
    return not presence.inside and bool(presence.origin)


def _keep(rows: list[R], row: R) -> None:
    insort(rows, row, key=_ID)
    if len(rows) > 2 * _CHANGES_KEPT:
        del rows[:-_CHANGES_KEPT]


def _last(rows: Sequence[R], limit: int) -> R | None:
    at = bisect_left(rows, limit, key=_ID)
    return rows[at - 1] if at else None
