"""A room as it stood before a row of the log: who was inside or at its door, what happened, how its things
were.
"""

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

    While a conversation is going on, others in the room may take later turns; whoever reads the room
    therefore says up to which row.
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
        """Take in one row that concerns this room; a presence elsewhere says that its agent has left."""
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
        """Return whether an event has not been taken back."""
        return event.id not in self._withdrawn

    def before(self, row_id: int) -> RoomView:
        """Return the room as it stood before a row."""
        return RoomView(self, row_id)


@dataclass(frozen=True, slots=True)
class RoomView:
    """What an agent in the room can read of it: everything before a row, and nothing after."""

    state: RoomState
    limit: int

    @property
    def path(self) -> Path:
        """Return which room it is."""
        return self.state.path

    @property
    def room(self) -> Room:
        """Return the room as the author made it."""
        return self.state.room

    def inside(self) -> tuple[AgentId, ...]:
        """Return who is in the room, in the order of their numbers."""
        return self._sorted(row.agent for row in self._here() if row.inside)

    def at_door(self) -> tuple[AgentId, ...]:
        """Return who waits in front of it."""
        return self._sorted(row.agent for row in self._here() if not row.inside and not row.origin)

    def waiting(self) -> tuple[Presence, ...]:
        """Return how those at the door stand there, in the order of their numbers."""
        return tuple(self._kept(agent) for agent in self.at_door())

    def present(self) -> tuple[Presence, ...]:
        """Return how those inside are there, in the order of their numbers."""
        return tuple(self._kept(agent) for agent in self.inside())

    def presence(self, agent: AgentId) -> Presence | None:
        """Return how somebody is here; None when they are not."""
        row = _last(self.state.presences.get(agent, ()), self.limit)
        return row if row is not None and row.room == self.path else None

    def doing(self, agent: AgentId) -> str:
        """Return what somebody here is seen doing; nothing when they are not here."""
        presence = self.presence(agent)
        if presence is None or not presence.inside:
            return ""
        talk = self._talk(agent, presence)
        return talk.text if talk else presence.doing

    def is_free(self, agent: AgentId) -> bool:
        """Return whether somebody here can be spoken to: awake, inside, and not in a conversation.

        A conversation lasts until its members have taken their next turn: of two at one minute, the lower
        agent number comes first.
        """
        presence = self.presence(agent)
        if presence is None or not presence.inside or presence.asleep or presence.reason == "talked":
            return False
        return self._talk(agent, presence) is None

    def since(self, row_id: int) -> Iterator[Event]:
        """Yield what happened here after a row, oldest first."""
        events = self.state.events
        found = events[bisect_right(events, row_id, key=_ID) : bisect_left(events, self.limit, key=_ID)]
        yield from filter(self.state.counts, found)

    def latest(self, actor: AgentId) -> Event | None:
        """Return the last thing somebody was seen doing here."""
        return next((event for event in self._backwards() if event.actor == actor), None)

    def thing_state(self, thing: Path) -> str:
        """Return how an object here is."""
        change = self.change(thing)
        if change is not None:
            return change.state
        return next(one.state for one in self.room.things if one.path == thing)

    def change(self, thing: Path) -> ThingState | None:
        """Return the last change of an object here; None when it is as the author made it."""
        return _last(self.state.changes[thing], self.limit)

    def _talk(self, agent: AgentId, presence: Presence) -> Event | None:
        """Return the conversation somebody is in whose end nobody knows yet."""
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
    """Return whether somebody is on the way to the room of their next turn, and so in no room at all."""
    return not presence.inside and bool(presence.origin)


def _keep(rows: list[R], row: R) -> None:
    insort(rows, row, key=_ID)
    if len(rows) > 2 * _CHANGES_KEPT:
        del rows[:-_CHANGES_KEPT]


def _last(rows: Sequence[R], limit: int) -> R | None:
    at = bisect_left(rows, limit, key=_ID)
    return rows[at - 1] if at else None
