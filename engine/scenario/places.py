"""Which rooms a world has, and what an author means by the name of a place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine.clock import DAY
from engine.language.suggesting import did_you_mean, nearest, shown
from engine.records import Hours
from engine.scenario.reading.schema import WorldPart


def gazetteer(world: WorldPart) -> Gazetteer:
    """Return the index of a world's places, rooms and objects."""
    index = Gazetteer()
    for place, said in world.root.items():
        paths = [f"{place}/{room}" for room in said.rooms] or [place]
        index.rooms_of[place] = tuple(paths)
        index.place_of.update(dict.fromkeys(paths, place))
        for path in paths:
            index.order.setdefault(path, len(index.order))
        index.things.update(f"{place}/{thing}" for thing in said.objects)
        for room, inside in said.rooms.items():
            index.things.update(f"{place}/{room}/{thing}" for thing in inside.things)
    return index


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Places with their rooms, rooms with their places and in their order, and the paths of all objects."""

    rooms_of: dict[str, tuple[str, ...]] = field(default_factory=dict)
    place_of: dict[str, str] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)
    things: set[str] = field(default_factory=set)

    def room(self, said: str) -> str | None:
        """Return the room meant: a place stands for its first room. None when there is no such place or
        room.
        """
        rooms = self.rooms(said)
        return rooms[0] if rooms else None

    def rooms(self, said: str) -> tuple[str, ...]:
        """Return all rooms meant: a place stands for all of its rooms."""
        path = tidy(said)
        if path in self.rooms_of:
            return self.rooms_of[path]
        return (path,) if path in self.place_of else ()

    def remedy(self, said: str) -> tuple[str, str, str]:
        """Code, message and remedy for a name that is no room."""
        path = tidy(said)
        if path in self.things:
            room = path.rpartition("/")[0]
            return "TW305", f"{shown(said)} is an object, not a room", f"write {shown(room)}"
        place = path.partition("/")[0]
        if place in self.rooms_of:
            rooms = self.rooms_of[place]
            near = nearest(path, rooms) or rooms[0]
            message = f"{shown(place)} has no room {shown(path[len(place) + 1 :])}"
            return "TW304", message, f"did you mean {shown(near)}?"
        known = [*self.rooms_of, *self.place_of]
        some = ", ".join(list(self.rooms_of)[:6])
        return "TW304", f"unknown place {shown(said)}", did_you_mean(path, known, f"places are: {some}, …")


@lru_cache(maxsize=16_384)
def tidy(said: str) -> str:
    """Return a path without spaces around its slashes."""
    return "/".join(part.strip() for part in said.split("/"))


def is_open(hours: Hours | None, minute: int) -> bool:
    """Return whether a place with these hours is open at a minute of any day; without hours it always is."""
    return hours is None or hours.covers(minute)


def after_midnight(start: int, wake: int, sleep: int) -> int:
    """Return the minute of a routine line, counted on past midnight for those who are up that late."""
    return start + DAY if start < wake and start + DAY <= sleep else start


def sleep_minute(wake: int, sleep: int) -> int:
    """Bedtime, counted on past midnight when it lies before waking."""
    return sleep + DAY if sleep < wake else sleep


def positions(given: Mapping[str, tuple[float, float] | None]) -> Mapping[str, tuple[float, float]]:
    """Return a point of the map for every place; those without one stand in rows two minutes apart, off the
    rest.
    """
    taken = {point for point in given.values() if point is not None}
    missing = sum(point is None for point in given.values())
    columns = max(4, int((missing * 1.5) ** 0.5) + 1)
    step = min(2.0, 96.0 / (columns + len(taken) // columns + 1))
    found: dict[str, tuple[float, float]] = {}
    cell = 0
    for place, point in given.items():
        while point is None:
            free = (round(1 + cell % columns * step, 3), round(1 + cell // columns * step, 3))
            cell += 1
            if free not in taken:
                taken.add(free)
                point = free
        found[place] = point
    return found
