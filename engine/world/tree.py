"""The tree of places: the rooms, the distances between them, and who may enter."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.clock import DAY
from engine.records import AgentId, Path, Persona, Place, Room, Scenario, Thing, TownEvent
from engine.world.former import Former
from engine.world.place_names import PlaceNames

_NEXT_TO = 2.0  # minutes between places of which one notices what happens in the other
_IN_SIGHT = 1.0  # minutes from the straight way: what lies no further aside is seen by who walks there


class _PlaceOf(dict[Path, Place]):
    """The places by the paths of their rooms; a lookup also finds the place of a removed room."""

    def __init__(self, former: Former, places: Iterable[tuple[Path, Place]]) -> None:
        super().__init__(places)
        self._former = former

    def __missing__(self, path: Path) -> Place:
        place = self._former.place(path)
        if place is None:
            raise KeyError(path)
        return place


class _Rooms(dict[Path, Room]):
    """The rooms by their paths; a lookup also finds a removed room."""

    def __init__(self, former: Former, rooms: Iterable[tuple[Path, Room]]) -> None:
        super().__init__(rooms)
        self._former = former

    def __missing__(self, path: Path) -> Room:
        place = self._former.place(path)
        for room in place.rooms if place is not None else ():
            if room.path == path:
                return room
        raise KeyError(path)


class World:
    """A scenario's places as agents meet them, with their former names.

    A world does not change; what changes is in the log.
    """

    def __init__(self, scenario: Scenario, former: Former | None = None) -> None:
        self.former = former or Former()
        self.places: dict[str, Place] = {place.name: place for place in scenario.places}
        self.rooms: dict[Path, Room] = _Rooms(self.former, (
            (room.path, room) for place in scenario.places for room in place.rooms
        ))  # fmt: skip
        self.things: dict[Path, Thing] = {
            thing.path: thing for room in self.rooms.values() for thing in room.things
        }
        self.place_of: dict[Path, Place] = _PlaceOf(self.former, (
            (room.path, place) for place in scenario.places for room in place.rooms
        ))  # fmt: skip
        self.alarming: frozenset[str] = frozenset(
            place.name
            for place in scenario.places
            if any(one.urgent for room in place.rooms for one in room.things)
        )
        self.index: dict[Path, int] = {path: i for i, path in enumerate(self.rooms)}
        self.walks: NDArray[np.int64] = _walks(scenario.places)
        self._keepers = _keepers(self, scenario.personas)
        self._closings = _closings(self, scenario.events)
        self._in_order = tuple(self.places.values())
        self._at = np.array([(place.x, place.y) for place in self._in_order], dtype=np.float64).reshape(-1, 2)
        self._near = _near(self._in_order, self._at)
        self._called = {name: self.places[name] for name in self.places} | {
            name: self.places[now] for name, now in self.former.names().items() if name not in self.places
        }
        self._names = PlaceNames(self._called)

    def lived_in_by(self, personas: Iterable[Persona]) -> World:
        """Return the same world with other people who live and work in it."""
        world = copy.copy(self)
        world._keepers = _keepers(self, personas)
        return world

    def walk(self, origin: Path, goal: Path) -> int:
        """Return the minutes of walking from room to room; 0 inside one room, at least 1 otherwise."""
        return self.walks.item(self.index[origin], self.index[goal])

    def entry(self, path: Path) -> Path:
        """Return the room that a path of a place, room or object leads to.

        Raises KeyError for an unknown path.
        """
        if path in self.rooms:
            return path
        if path in self.things:
            return path.rpartition("/")[0]
        return self.places[path].rooms[0].path

    def named(self, text: str) -> tuple[Place, ...]:
        """Return the places named in a text, in its order, each once."""
        named = dict.fromkeys(self._called[name].name for name in self._names.named(text))
        return tuple(self.places[name] for name in named)

    @property
    def called(self) -> Mapping[str, Place]:
        """Return the places by their present and former names."""
        return self._called

    def along(self, origin: Path, goal: Path) -> list[Place]:
        """Return the places visible on the way from room to room, in the order in which they are passed."""
        start, end = self.place_of[origin], self.place_of[goal]
        found = []
        for place in self._about(start, end):
            share, aside = _beside(place, start, end)
            if aside <= _IN_SIGHT:
                found.append((share, place))
        return [place for _, place in sorted(found, key=lambda each: each[0])]

    def _about(self, start: Place, end: Place) -> list[Place]:
        """Return the places around a way, including all visible ones; a quick filter for large towns."""
        (left, right), (low, high) = sorted((start.x, end.x)), sorted((start.y, end.y))
        x, y = self._at[:, 0], self._at[:, 1]
        across = (x >= left - _IN_SIGHT) & (x <= right + _IN_SIGHT)
        inside = across & (y >= low - _IN_SIGHT) & (y <= high + _IN_SIGHT)
        return [self._in_order[at] for at in np.flatnonzero(inside).tolist()]

    def near(self, room: Path) -> tuple[Place, ...]:
        """Return the places where noise or smoke from a room is noticed: its own, and those next to it."""
        return self._near[self.place_of[room].name]

    def belongs(self, agent: AgentId, room: Path) -> bool:
        """Return whether an agent lives or works in the place of a room, and so has a key to it."""
        return agent in self._keepers[self.place_of[room].name]

    def keepers(self, room: Path) -> frozenset[AgentId]:
        """Return the ids of those who live or work in the place of a room."""
        return self._keepers[self.place_of[room].name]

    def is_whole(self, room: Path, text: str) -> bool:
        """Return whether a text about a room means its whole place.

        That is so if the room is the entry of its place and the text does not name the room itself.
        """
        of, _, name = room.rpartition("/")
        return self.place_of[room].rooms[0].path == room and not (of and name.lower() in text.lower())

    def is_open(self, room: Path, minute: int) -> bool:
        """Return whether the place of a room is open at a minute.

        A place without hours is open unless an event closes it.
        """
        hours = self.place_of[room].open
        return (hours is None or hours.covers(minute)) and self.closed_until(room, minute) is None

    def closed_until(self, room: Path, minute: int) -> int | None:
        """Return the minute until which an event keeps the place of a room closed; None if none does."""
        closings = self._closings_of(room)
        return max((event.ends for event in closings if event.is_under_way(minute)), default=None)

    def closings_known(self, room: Path, agent: AgentId, minute: int) -> tuple[tuple[int, int], ...]:
        """Return the closings of a room's place that an agent knows of and that are not over at a minute.

        They are pairs of a first and a last minute, the earliest first.
        """
        known = (event for event in self._closings_of(room) if event.is_known_by(agent))
        return tuple(sorted((event.begins, event.ends) for event in known if event.ends > minute))

    def _closings_of(self, room: Path) -> Sequence[TownEvent]:
        return self._closings.get(self.place_of[room].name, ())

    def closes_after(self, room: Path, minute: int) -> int | None:
        """Return the next minute at which an open place closes; None if it never does, or is closed now."""
        hours = self.place_of[room].open
        if not self.is_open(room, minute):
            return None
        closes = [event.begins for event in self._closings_of(room) if event.begins > minute]
        if hours is not None:
            closes.append(minute + ((hours.closes - minute % DAY) % DAY or DAY))
        return min(closes, default=None)

    def urgent(self, thing: Path, state: str) -> str:
        """Return the remedy that an object's state calls for; empty if none."""
        return self.things[thing].urgent.get(state, "")


def _closings(world: World, events: Sequence[TownEvent]) -> Mapping[str, list[TownEvent]]:
    """Return the events that close places, by the names of the places."""
    closings: dict[str, list[TownEvent]] = {}
    for event in events:
        room = world.former.now(event.place, 0) or event.place
        if event.kind == "closing" and room in world.rooms:
            closings.setdefault(world.place_of[room].name, []).append(event)
    return closings


def _walks(places: Sequence[Place]) -> NDArray[np.int64]:
    """Return the minutes between all rooms, a square matrix.

    They are straight lines rounded up, which keeps them a metric (no detour is shorter).
    """
    between = np.ones((len(places), len(places)), dtype=np.int64)
    for (a, one), (b, other) in combinations(enumerate(places), 2):
        between[a, b] = between[b, a] = max(1, math.ceil(math.dist((one.x, one.y), (other.x, other.y))))
    at = np.repeat(np.arange(len(places)), [len(place.rooms) for place in places])
    walks = between[np.ix_(at, at)]
    np.fill_diagonal(walks, 0)
    return walks


def _near(places: Sequence[Place], at: NDArray[np.float64]) -> dict[str, tuple[Place, ...]]:
    """Return for each place those within a minute of it, itself first."""
    near: dict[str, tuple[Place, ...]] = {}
    for place, away in zip(places, at, strict=True):
        close: list[int] = np.flatnonzero(((at - away) ** 2).sum(axis=1) <= _NEXT_TO**2).tolist()
        near[place.name] = (place, *(places[index] for index in close if places[index] is not place))
    return near


def _beside(place: Place, start: Place, end: Place) -> tuple[float, float]:
    """Return the share (0 to 1) of a straight way at which it is nearest to a place, and that distance."""
    along = (end.x - start.x, end.y - start.y)
    to = (place.x - start.x, place.y - start.y)
    length = along[0] ** 2 + along[1] ** 2
    share = min(1.0, max(0.0, (along[0] * to[0] + along[1] * to[1]) / length)) if length else 0.0
    return share, math.hypot(to[0] - share * along[0], to[1] - share * along[1])


def _keepers(world: World, personas: Iterable[Persona]) -> dict[str, frozenset[AgentId]]:
    keepers: dict[str, set[AgentId]] = {name: set() for name in world.places}
    for persona in personas:
        for path in (persona.home, persona.work):
            if path:
                keepers[world.place_of[world.entry(path)].name].add(persona.id)
    return {name: frozenset(ids) for name, ids in keepers.items()}
