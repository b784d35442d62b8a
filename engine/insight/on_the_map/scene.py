"""A scene: a town as the map draws it, its places and everybody in them."""

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
    """A place and where the author put it; a place without rooms is drawn as open ground."""

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
    """Somebody on the map. `room` is a room's or a place's id; walking, it is where they are going, having
    `left` at one minute to be there (`arrives`) at another. `talk` is the id of the talk they are in, and
    `speech` what they said in it last, at the minute `said_at`.
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
    """Who was where from a minute on, and which places were closed, until the next frame of the day."""

    minute: int
    agents: tuple[MapAgent, ...]
    closed: tuple[str, ...] = ()


@dataclass(frozen=True)
class MapLine:
    """A line of a talk, by its id, and from when until when it is the last that its speaker said in there."""

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
        """Return as much of it as had happened before a minute."""
        lines = (replace(line, until=min(line.until, minute)) for line in self.lines if line.minute < minute)
        return MapDay(tuple(frame for frame in self.frames if frame.minute < minute), tuple(lines))


def described(data: MapData) -> str:
    """Return the map in words: the moment, then each place that somebody is in, then who is on the way."""
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
    """Refuse a town in which somebody is nowhere."""
    rooms = {room for place in places for room in room_ids(place)}
    for agent in agents:
        for room in (agent.room, agent.from_room):
            if room not in rooms and (room or room is agent.room):
                raise ValueError(
                    f"{agent.id!r} is in {room!r}, which is neither a place nor a room of this town"
                )


def room_ids(place: MapPlace) -> tuple[str, ...]:
    """Return the ids by which an agent can be said to be in this place."""
    return (place.id, *(room.id for room in place.rooms))
