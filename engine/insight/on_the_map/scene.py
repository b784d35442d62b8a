"""A town as the map draws it: its places and the agents in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.clock import clock_words, day_of


@dataclass(frozen=True)
class MapRoom:
    """A room inside a place."""

    id: str
    name: str


@dataclass(frozen=True)
class MapPlace:
    """A place and its position on the map. A place without rooms is drawn as open ground."""

    id: str
    name: str
    emoji: str
    x: float
    y: float
    open: bool = True
    rooms: tuple[MapRoom, ...] = ()
    private: bool = False


@dataclass(frozen=True)
class MapAgent:
    """An agent on the map.

    `room` is the id of a room or place; while walking it is the destination, `left` the minute of departure
    and `arrives` that of arrival. `talk` is the id of the talk it is in, and `speech` its last line there,
    said at the minute `said_at`.
    """

    id: str
    name: str
    emoji: str
    colour: int
    room: str
    walking: bool = False
    from_room: str = ""
    act_emoji: str = ""
    doing: str = ""
    left: int = 0
    arrives: int = 0
    speech: str = ""
    talk: int = 0
    said_at: int = 0


@dataclass(frozen=True)
class MapData:
    """The town at one minute."""

    places: tuple[MapPlace, ...]
    agents: tuple[MapAgent, ...]
    minute: int
    title: str = ""


@dataclass(frozen=True)
class MapFrame:
    """The position of each agent, and the closed places, from a minute until the next frame of the day."""

    minute: int
    agents: tuple[MapAgent, ...]
    closed: tuple[str, ...] = ()


@dataclass(frozen=True)
class MapLine:
    """A line of a talk, and the minutes from which and until which it is its speaker's last line."""

    id: int
    minute: int
    until: int
    speaker: str
    talk: int
    text: str


@dataclass(frozen=True)
class MapDay:
    """A day as the map replays it."""

    frames: tuple[MapFrame, ...] = ()
    lines: tuple[MapLine, ...] = ()

    def before(self, minute: int) -> MapDay:
        """Return the part of the day before a minute."""
        lines = (replace(line, until=min(line.until, minute)) for line in self.lines if line.minute < minute)
        return MapDay(tuple(frame for frame in self.frames if frame.minute < minute), tuple(lines))


def described(data: MapData) -> str:
    """Describe the map in words: the moment, the agents in each place, then those on the way."""
    when = f"day {day_of(data.minute)} at {clock_words(data.minute)}"
    parts = [f"{data.title or 'The town'} on {when}."]
    homes = {room: place for place in data.places for room in room_ids(place)}
    for place in data.places:
        here = [agent.name for agent in data.agents if homes[agent.room] is place and not agent.walking]
        if here:
            parts.append(f"{place.name}{'' if place.open else ' (closed)'}: {', '.join(here)}.")
    parts += [
        f"{agent.name} is on the way to {homes[agent.room].name}." for agent in data.agents if agent.walking
    ]
    return " ".join(parts)


def check_rooms(places: Iterable[MapPlace], agents: Iterable[MapAgent]) -> None:
    """Raise ValueError if an agent is in a room that the places do not have."""
    rooms = {room for place in places for room in room_ids(place)}
    for agent in agents:
        for room in (agent.room, agent.from_room):
            if room not in rooms and (room or room is agent.room):
                raise ValueError(
                    f"{agent.id!r} is in {room!r}, which is neither a place nor a room of this town"
                )


def room_ids(place: MapPlace) -> tuple[str, ...]:
    """Return the ids of a place and of its rooms."""
    return (place.id, *(room.id for room in place.rooms))
