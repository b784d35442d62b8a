"""A room as it stands: who is inside or at its door, what happened there, what state its things are in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter

from engine.records import AgentId, Event, LogEntry, Path, Presence, Room, ThingState

_KEPT = 400


class RoomState:
    """The part of the town that an agent in the room may read. Built from log rows by `apply`."""

    def __init__(self, room: Room, order: Mapping[AgentId, int]) -> None:
        self.path = room.path
        self.room = room
        self.states: dict[Path, str] = {thing.path: thing.state for thing in room.things}
        self.changed: dict[Path, int] = {}
        self.events: list[Event] = []
        self._order = order
        self._here: dict[AgentId, Presence] = {}

    def apply(self, entry: LogEntry) -> None:
        """Take in one row that concerns this room."""
        match entry:
            case Event():
                self.events.append(entry)
                if len(self.events) > 2 * _KEPT:
                    del self.events[:-_KEPT]
            case ThingState():
                self.states[entry.thing] = entry.state
                self.changed[entry.thing] = entry.id
            case Presence():
                self._here[entry.agent] = entry
            case _:
                pass

    def inside(self) -> tuple[AgentId, ...]:
        """Who is in the room, in the order of their numbers."""
        return self._sorted(agent for agent, presence in self._here.items() if presence.inside)

    def at_door(self) -> tuple[AgentId, ...]:
        """Who waits in front of it."""
        return self._sorted(agent for agent, presence in self._here.items() if not presence.inside)

    def presence(self, agent: AgentId) -> Presence:
        """How somebody is here; KeyError when they are not."""
        return self._here[agent]

    def doing(self, agent: AgentId) -> str:
        """What somebody here is seen doing; nothing when they are not here."""
        presence = self._here.get(agent)
        return presence.doing if presence and presence.inside else ""

    def is_free(self, agent: AgentId, now: int) -> bool:
        """Whether somebody here can be spoken to: awake, inside, and not in a conversation."""
        presence = self._here.get(agent)
        if presence is None or not presence.inside or presence.asleep:
            return False
        return not (presence.reason == "talked" and presence.next > now)

    def since(self, row_id: int) -> Iterator[Event]:
        """What happened here after a row, oldest first."""
        yield from self.events[bisect_right(self.events, row_id, key=attrgetter("id")) :]

    def latest(self, actor: AgentId) -> Event | None:
        """The last thing somebody was seen doing here."""
        for event in reversed(self.events):
            if event.actor == actor:
                return event
        return None

    def leave(self, agent: AgentId) -> None:
        """Forget somebody whose presence is now elsewhere."""
        self._here.pop(agent, None)

    def _sorted(self, agents: Iterable[AgentId]) -> tuple[AgentId, ...]:
        return tuple(sorted(agents, key=self._order.__getitem__))


def is_walking(presence: Presence) -> bool:
    """Whether somebody is on the way to the room of their next turn, and so in no room at all."""
    return not presence.inside and bool(presence.origin)
