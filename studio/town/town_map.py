"""The town as a picture that moves: who is where, on the way, at what, saying what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

import streamlit as st

from studio.basics.assets import mount

MINUTES_A_DAY = 24 * 60


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
    """Somebody on the map. `room` is a room's or a place's id; walking, it is where they are going."""

    id: str
    name: str
    emoji: str
    colour: int
    room: str
    walking: bool = False
    from_room: str = ""
    act_emoji: str = ""
    doing: str = ""
    speech: str = ""


@dataclass(frozen=True)
class MapData:
    """The town at one minute."""

    places: tuple[MapPlace, ...]
    agents: tuple[MapAgent, ...]
    minute: int
    title: str = ""


@dataclass(frozen=True)
class MapFrame:
    """One moment of a day to be replayed: who was where, and which places were closed."""

    minute: int
    agents: tuple[MapAgent, ...]
    closed: tuple[str, ...] = ()


@dataclass(frozen=True)
class MapPick:
    """What was clicked, or chosen with Enter, just now."""

    kind: Literal["agent", "place"]
    id: str


def town_map(
    data: MapData,
    *,
    key: str,
    height: int = 620,
    around: int = 0,
    alt: str = "",
    frames: Sequence[MapFrame] = (),
) -> MapPick | None:
    """Draw the town and return what was picked in this very run, if anything.

    `alt` is what a screen reader says of the picture; left out, it is told from the data. With `frames` the
    map gets a play button and a slider and replays them in the browser, without a rerun; who follows the map
    of this `key` in the browser is told the minute. `around` is what stands above and below the picture: in a
    lower window the picture gives way, so that all of it can be seen.
    """
    told = changes(frames)
    check_rooms(data.places, (*data.agents, *(agent for _, changed in told for agent in changed)))
    if not data.places:
        st.info("This town has no place yet. Add one to its world, and the map draws it.")
        return None
    sent = {
        "scene": data,
        "alt": alt or described(data),
        "height": height,
        "around": around,
        "name": key,
        **replay(told),
    }
    result = mount("town_map", sent, key=key, on_pick_change=nothing)
    return picked(result.get("pick"), data)


def changes(frames: Iterable[MapFrame]) -> list[tuple[MapFrame, list[MapAgent]]]:
    """Return the frames, each with those about whom anything has changed since the frame before."""
    told: list[tuple[MapFrame, list[MapAgent]]] = []
    before: Sequence[MapAgent | None] = ()
    for frame in frames:
        pairs = zip_longest(frame.agents, before[: len(frame.agents)])
        told.append((frame, [agent for agent, old in pairs if agent is not old and agent != old]))
        before = frame.agents
    return told


def replay(told: Iterable[tuple[MapFrame, Iterable[MapAgent]]]) -> dict[str, Any]:
    """Return frames with their changes for the browser: what never changes about somebody once, and per
    frame only the rest.
    """
    roster: dict[str, tuple[str, str, int]] = {}
    rows: list[tuple[int, Sequence[str], Sequence[tuple[object, ...]]]] = []
    for frame, changed in told:
        roster.update((agent.id, (agent.name, agent.emoji, agent.colour)) for agent in changed)
        agents = [(a.id, a.room, a.walking, a.from_room, a.act_emoji, a.doing, a.speech) for a in changed]
        rows.append((frame.minute, frame.closed, agents))
    return {"roster": roster, "frames": rows}


def described(data: MapData) -> str:
    """Return the map in words: the moment, then each place that somebody is in, then who is on the way."""
    day, minute = divmod(data.minute, MINUTES_A_DAY)
    parts = [f"{data.title or 'The town'} on day {day + 1} at {minute // 60:02}:{minute % 60:02}."]
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


def picked(said: object, data: MapData) -> MapPick | None:
    """Return the browser's pick, if it names an agent or a place of this town."""
    match said:
        case {"kind": "agent", "id": str(chosen)} if any(agent.id == chosen for agent in data.agents):
            return MapPick("agent", chosen)
        case {"kind": "place", "id": str(chosen)} if any(place.id == chosen for place in data.places):
            return MapPick("place", chosen)
    return None


def nothing() -> None:
    """Do nothing: Streamlit reports only values that have a callback; the page reads them from the result."""
