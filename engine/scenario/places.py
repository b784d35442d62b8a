"""The rooms of a world, and how an author's name of a place is resolved."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.clock import DAY
from engine.errors import worded
from engine.language.names.suggesting import did_you_mean, nearest, shown
from engine.records import Hours
from engine.scenario.reading.schema import PersonaPart, WorldPart

Point = tuple[float, float]
"""Minutes on foot from the west and from the north."""


def gazetteer(world: WorldPart) -> Gazetteer:
    """Build the index of a world's places, rooms and objects."""
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
    """Index of places with their rooms, rooms with their places and order, and the paths of all objects."""

    rooms_of: dict[str, tuple[str, ...]] = field(default_factory=dict)
    place_of: dict[str, str] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)
    things: set[str] = field(default_factory=set)

    def room(self, said: str) -> str | None:
        """Return the room for a name, or None; a place stands for its first room."""
        rooms = self.rooms(said)
        return rooms[0] if rooms else None

    def rooms(self, said: str) -> tuple[str, ...]:
        """Return all rooms for a name; a place stands for all of its rooms."""
        path = tidy(said)
        if path in self.rooms_of:
            return self.rooms_of[path]
        return (path,) if path in self.place_of else ()

    def near(self, said: str) -> str | None:
        """Return the room or place that an unknown name probably means, or None."""
        path = tidy(said)
        if path in self.things:
            return path.rpartition("/")[0]
        place = path.partition("/")[0]
        if place in self.rooms_of:
            return nearest(path, self.rooms_of[place])
        return nearest(path, [*self.rooms_of, *self.place_of])

    def remedy(self, said: str) -> tuple[str, str, str]:
        """Return code, message and remedy for a name that is not a room."""
        path = tidy(said)
        if path in self.things:
            room = path.rpartition("/")[0]
            message = worded("{name} is an object, not a room", name=shown(said))
            return "TW305", message, worded("write {value}", value=shown(room))
        place = path.partition("/")[0]
        if place in self.rooms_of:
            rooms = self.rooms_of[place]
            near = nearest(path, rooms) or rooms[0]
            room = path[len(place) + 1 :]
            message = worded("{place} has no room {room}", place=shown(place), room=shown(room))
            return "TW304", message, worded("did you mean {near}?", near=shown(near))
        known = [*self.rooms_of, *self.place_of]
        some = ", ".join(list(self.rooms_of)[:6])
        return (
            "TW304",
            worded("unknown place {place}", place=shown(said)),
            did_you_mean(path, known, worded("use a place such as {some}, …", some=some)),
        )


@lru_cache(maxsize=16_384)
def tidy(said: str) -> str:
    """Return a path without spaces around its slashes."""
    return "/".join(part.strip() for part in said.split("/"))


def is_open(hours: Hours | None, minute: int) -> bool:
    """Return whether a place with these hours is open at a minute of any day; without hours it always is."""
    return hours is None or hours.covers(minute)


def after_midnight(start: int, wake: int, sleep: int) -> int:
    """Return the minute of a routine line; after midnight, for those who are up that late, it counts on past
    24:00.
    """
    return start + DAY if start < wake and start + DAY <= sleep else start


def sleep_minute(wake: int, sleep: int) -> int:
    """Return the bedtime, counted on past midnight if it is before the hour of waking."""
    return sleep + DAY if sleep < wake else sleep


def positions(given: Mapping[str, Point | None]) -> Mapping[str, Point]:
    """Return a point of the map for every place. Places without one are put around the middle of the others,
    as far apart as signs on a map of that size need. If no place has a point, or very many have none, they
    are put in rows two minutes apart, away from the rest.
    """
    taken = [point for point in given.values() if point is not None]
    missing = len(given) - len(taken)
    rows = _rows(missing, set(taken)) if not taken or missing > _MOST_LAID else iter(())
    found: dict[str, Point] = {}
    for place, point in given.items():
        if point is None:
            point = next(rows, None) or _clear_of(taken)
            taken.append(point)
        found[place] = point
    return found


def _rows(count: int, taken: Collection[Point]) -> Iterator[Point]:
    columns = max(4, int((count * 1.5) ** 0.5) + 1)
    step = min(2.0, 96.0 / (columns + 1 + len(taken) // columns))
    for cell in range(count + len(taken)):
        point = round(1 + cell % columns * step, 3), round(1 + cell // columns * step, 3)
        if point not in taken:
            yield point


def _clear_of(taken: Sequence[Point]) -> Point:
    """Return the first point of a spiral around the middle that is clear of the taken points; closer to them
    if the map is too full.
    """
    xs, ys = zip(*taken, strict=True)
    middle = sum(xs) / len(xs), sum(ys) / len(ys)
    apart = max(_APART, _OF_THE_TOWN * max(max(xs) - min(xs), max(ys) - min(ys)))
    while apart > _CLOSEST:
        near = _by_square(taken, apart)
        for number in range(_TRIED):
            far, turn = apart / 3 * math.sqrt(number), number * _TURN
            x, y = middle[0] + far * math.cos(turn), middle[1] + far * math.sin(turn)
            point = round(x * 2) / 2, round(y * 2) / 2
            on_map = all(0 <= part <= _MOST for part in point)
            if on_map and all(math.dist(point, other) >= apart for other in near(point)):
                return point
        apart /= 2
    return middle


def _by_square(points: Iterable[Point], side: float) -> Callable[[Point], Iterator[Point]]:
    """Build a function that yields the points that may be closer to a given point than `side`."""
    squares: dict[tuple[int, int], list[Point]] = {}
    for x, y in points:
        squares.setdefault((int(x // side), int(y // side)), []).append((x, y))

    def near(point: Point) -> Iterator[Point]:
        column, row = int(point[0] // side), int(point[1] // side)
        for square in itertools.product(range(column - 1, column + 2), range(row - 1, row + 2)):
            yield from squares.get(square, ())

    return near


_MOST_LAID = 100  # places without a point, from which on they stand in rows: to look for room takes a while
_APART = 3.0  # minutes on foot between a place and its nearest neighbour, at least
_OF_THE_TOWN = 0.15  # of what the town measures: a sign and its name on a map of all of it
_CLOSEST = 0.2
_TRIED = 4_000
_MOST = 100.0
_TURN = math.pi * (3 - math.sqrt(5))  # by which points on a spiral never come to lie in a row


def private_homes(days: Iterable[tuple[str, str, Sequence[str]]]) -> set[str]:
    """Return the homes that only residents enter, given everybody's home, workplace and usual places. A
    station or school whose keeper lives in it is open to all who have something to do there.
    """
    days = tuple(days)
    worked_in = {work for _, work, _ in days if work}
    visited = {place for home, work, places in days for place in (work, *places) if place and place != home}
    return {home for home, _, _ in days if home} - (worked_in & visited)


def days_out(people: Iterable[PersonaPart], index: Gazetteer) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the home, the workplace and the usual places of people, as written."""
    for part in people:
        home, work, *places = (
            index.place_of.get(index.room(said) or "", "") if said else ""
            for said in (part.home, part.work, *(line.place for line in part.day.routine))
        )
        yield home, work, places
