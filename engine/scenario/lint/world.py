"""What a world tree may get wrong: names, hours, states, positions."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz

from engine.language.suggesting import shown
from engine.scenario.problems import Problem
from engine.scenario.reading.check import Source
from engine.scenario.reading.schema import PlacePart, RoomPart, ThingPart, WorldPart, one_line

MOST_PLACES = 2_000
MOST_ROOMS = 4_000

_MOST_NAME = 80
_ROOM_KEYS = ("about", "capacity")


def lint_world(world: Source[WorldPart]) -> Iterator[Problem]:
    """Yield every problem of meaning in world.yaml."""
    if world.part is None:
        return
    if is_too_large(world.part):
        many = f"{len(world.part.root):,} places"
        remedy = f"keep to {MOST_PLACES:,} places with {MOST_ROOMS:,} rooms"
        yield world.note("TW313", many, remedy)
        return
    if not world.part.root and not world.problems:
        yield world.note("TW301", "the town has no places", "add a place")
    yield from _names(world, world.part.root, ())
    yield from _points(world, world.part)
    for name, place in world.part.root.items():
        yield from _place(world, name, place)


def is_too_large(part: WorldPart) -> bool:
    """Return whether a world has more places or rooms than a town can be lived in with."""
    rooms = sum(len(place.rooms) for place in part.root.values())
    return len(part.root) > MOST_PLACES or rooms > MOST_ROOMS


def alike(text: str) -> str:
    """Return a name as a reader hears it: without case, spacing or the way its accents are encoded."""
    return one_line(unicodedata.normalize("NFKC", text)).casefold()


def _names(world: Source[WorldPart], names: Iterable[str], path: tuple[str, ...]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name in names:
        if not name or name != one_line(name) or "/" in name or "@" in name or len(name) > _MOST_NAME:
            bad = f"{shown(name)} cannot be a name"
            remedy = f"use at most {_MOST_NAME} characters on one line, without / and @ or spaces around it"
            yield world.note("TW302", bad, remedy, *path, name, key=True)
        if (other := seen.setdefault(alike(name), name)) != name:
            same = f"{shown(name)} and {shown(other)} sound the same"
            yield world.note("TW303", same, "rename one of them", *path, name, key=True)


def _points(world: Source[WorldPart], part: WorldPart) -> Iterator[Problem]:
    seen: dict[tuple[float, float], str] = {}
    for name, place in part.root.items():
        if place.map is None:
            continue
        other = seen.setdefault((place.map.x, place.map.y), name)
        if other != name:
            same = f"{shown(name)} lies at the same point as {shown(other)}"
            yield world.note("TW310", same, "move one of them", name, "map", warning=True)


def _place(world: Source[WorldPart], name: str, place: PlacePart) -> Iterator[Problem]:
    if place.open is not None and place.open.opens % 1440 == place.open.closes:
        never = f"{shown(name)} opens and closes at the same minute"
        yield world.note("TW306", never, "leave `open` out for a place that never closes", name, "open")
    if place.rooms and (place.objects or place.capacity is not None):
        own = "objects" if place.objects else "capacity"
        both = f"{shown(name)} has rooms, and `{own}` beside them"
        yield world.note("TW307", both, f"move `{own}` into one of its rooms", name, own, key=True)
    yield from _names(world, place.objects, (name, "objects"))
    yield from _names(world, place.rooms, (name, "rooms"))
    for thing, said in place.objects.items():
        yield from _thing(world, said, (name, "objects", thing))
    for room, inside in place.rooms.items():
        yield from _room(world, inside, (name, "rooms", room))


def _room(world: Source[WorldPart], room: RoomPart, path: tuple[str, ...]) -> Iterator[Problem]:
    yield from _names(world, room.things, path)
    for name, thing in room.things.items():
        near = next((key for key in _ROOM_KEYS if fuzz.ratio(name.casefold(), key) >= 80), None)
        if near is not None:
            message = f"{shown(name)} is taken for an object"
            remedy = f"did you mean the key {near!r}?"
            yield world.note("TW311", message, remedy, *path, name, key=True, warning=True)
        yield from _thing(world, thing, (*path, name))


def _thing(world: Source[WorldPart], thing: ThingPart, path: tuple[str, ...]) -> Iterator[Problem]:
    listed = ", ".join(shown(state) for state in thing.states[:8]) or shown(thing.state)
    seen: set[str] = set()
    for i, state in enumerate(thing.states):
        if state in seen:
            twice = f"state {shown(state)} is given twice"
            yield world.note("TW312", twice, "keep one", *path, "states", i, warning=True)
        seen.add(state)
    if thing.state and thing.states and thing.state not in seen:
        message = f"the first state {shown(thing.state)} is not among the states"
        yield world.note("TW308", message, f"states are: {listed}", *path, "state")
    for state in thing.urgent:
        if state not in seen and (thing.states or state != thing.state):
            message = f"the urgent state {shown(state)} is not among the states"
            yield world.note("TW309", message, f"states are: {listed}", *path, "urgent", state, key=True)
