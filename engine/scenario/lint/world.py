"""Checks of a world tree: names, hours, states, positions."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from rapidfuzz import fuzz

from engine.errors import worded
from engine.language.names.suggesting import nearest, shown
from engine.scenario.document.edits import Add, Mend, Remove, SetField
from engine.scenario.document.mends import renamed_key, taken_away, written
from engine.scenario.document.spots import node_at
from engine.scenario.document.values import said
from engine.scenario.places import positions
from engine.scenario.problems import Problem
from engine.scenario.reading.check import Source
from engine.scenario.reading.schema import PlacePart, RoomPart, ThingPart, WorldPart
from engine.scenario.reading.stated.fields import one_line

MOST_PLACES = 2_000
MOST_ROOMS = 4_000
_MOST_MOVED = 20  # places upon others for which another point is looked for

_MOST_NAME = 80
_ROOM_KEYS = ("about", "capacity")


def lint_world(world: Source[WorldPart]) -> Iterator[Problem]:
    """Yield every problem of meaning in world.yaml."""
    if world.part is None:
        return
    if is_too_large(world.part):
        many = worded("the town has too many places or rooms ({root:,} places)", root=len(world.part.root))
        remedy = worded(
            "reduce it to at most {most_places:,} places and {most_rooms:,} rooms",
            most_places=MOST_PLACES,
            most_rooms=MOST_ROOMS,
        )
        yield world.note("TW313", many, remedy)
        return
    if not world.part.root and not world.problems:
        yield world.note("TW301", worded("the town has no places"), worded("add a place"))
    yield from _names(world, world.part.root, ())
    yield from _points(world, world.part)
    for name, place in world.part.root.items():
        yield from _place(world, name, place)


def is_too_large(part: WorldPart) -> bool:
    """Return whether a world has more places or rooms than are allowed."""
    rooms = sum(len(place.rooms) for place in part.root.values())
    return len(part.root) > MOST_PLACES or rooms > MOST_ROOMS


def alike(text: str) -> str:
    """Return a name for comparison: without differences of case, spacing or Unicode encoding."""
    return one_line(unicodedata.normalize("NFKC", text)).casefold()


def _names(world: Source[WorldPart], names: Iterable[str], path: tuple[str, ...]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name in names:
        if not name or name != one_line(name) or "/" in name or "@" in name or len(name) > _MOST_NAME:
            bad = worded("{name} is not a valid name", name=shown(name))
            remedy = worded(
                "use at most {most_name} characters on one line, without / or @ and without spaces "
                "at the start or end",
                most_name=_MOST_NAME,
            )
            fix = _plain_name(world, name, path, names)
            yield world.note("TW302", bad, remedy, *path, name, key=True, fix=fix)
        if (other := seen.setdefault(alike(name), name)) != name:
            same = worded(
                "{name} and {other} differ only in case or spacing", name=shown(name), other=shown(other)
            )
            yield world.note("TW303", same, worded("rename one of them"), *path, name, key=True)


def _plain_name(
    world: Source[WorldPart], name: str, path: tuple[str, ...], names: Iterable[str]
) -> Mend | None:
    """Build the fix for an invalid name: the name without the invalid characters, or None if that is
    taken.
    """
    plain = one_line(name.replace("/", " ").replace("@", " "))[:_MOST_NAME].strip()
    taken = {alike(other) for other in names if other != name}
    return (
        renamed_key(world.file, (*path, name), plain)
        if plain and alike(plain) not in taken - {alike(name)}
        else None
    )


def _points(world: Source[WorldPart], part: WorldPart) -> Iterator[Problem]:
    seen: dict[tuple[float, float], str] = {}
    moved = 0
    for name, place in part.root.items():
        if place.map is None:
            continue
        other = seen.setdefault((place.map.x, place.map.y), name)
        if other != name:
            same = worded(
                "{name} is at the same point on the map as {other}", name=shown(name), other=shown(other)
            )
            moved += 1
            fix = _aside(world, name, part) if moved <= _MOST_MOVED else None
            yield world.note("TW310", same, worded("move one of them"), name, "map", warning=True, fix=fix)


def _aside(world: Source[WorldPart], name: str, part: WorldPart) -> Mend:
    """Build the fix for a place upon another: a free point on the map."""
    points = {
        one: None if place.map is None else (place.map.x, place.map.y) for one, place in part.root.items()
    }
    x, y = positions({**points, name: None})[name]
    to = {axis: int(at) if at == int(at) else at for axis, at in (("x", x), ("y", y))}
    edit = SetField(file=world.file, path=(name, "map"), value=to)
    return Mend(does=worded("move {name} to a free point", name=shown(name)), edits=(edit,))


def _place(world: Source[WorldPart], name: str, place: PlacePart) -> Iterator[Problem]:
    if place.open is not None and place.open.opens % 1440 == place.open.closes:
        never = worded("{name} opens and closes at the same time", name=shown(name))
        fix = taken_away(world.file, (name, "open"), worded("keep it open at all hours"))
        remedy = worded("remove `open` if the place never closes")
        yield world.note("TW306", never, remedy, name, "open", fix=fix)
    if place.rooms and (place.objects or place.capacity is not None):
        own = worded("objects") if place.objects else worded("capacity")
        both = worded("{name} has both rooms and its own `{own}`", name=shown(name), own=own)
        into = _moved_in(world, name, place)
        yield world.note(
            "TW307",
            both,
            worded("move `{own}` into one of its rooms", own=own),
            name,
            own,
            key=True,
            fix=into,
        )
    yield from _names(world, place.objects, (name, "objects"))
    yield from _names(world, place.rooms, (name, "rooms"))
    for name_of, thing in place.objects.items():
        yield from _thing(world, thing, (name, "objects", name_of))
    for room, inside in place.rooms.items():
        yield from _room(world, inside, (name, "rooms", room))


def _room(world: Source[WorldPart], room: RoomPart, path: tuple[str, ...]) -> Iterator[Problem]:
    yield from _names(world, room.things, path)
    for name, thing in room.things.items():
        near = next((key for key in _ROOM_KEYS if fuzz.ratio(name.casefold(), key) >= 80), None)
        if near is not None:
            message = worded("{name} is read as an object", name=shown(name))
            remedy = worded("did you mean the key {near!r}?", near=near)
            fix = renamed_key(world.file, (*path, name), near) if near not in _said_keys(room) else None
            yield world.note("TW311", message, remedy, *path, name, key=True, warning=True, fix=fix)
        yield from _thing(world, thing, (*path, name))


def _moved_in(world: Source[WorldPart], name: str, place: PlacePart) -> Mend | None:
    """Build the fix for a place with both rooms and objects: the objects move into its first room, as
    written.
    """
    room, inside = next(iter(place.rooms.items()))
    spoken = said(node_at(world.whole, (name,)))
    spoken = spoken if isinstance(spoken, Mapping) else {}
    things = spoken.get("objects")
    new = dict(things) if isinstance(things, Mapping) else {}
    if place.capacity is not None:
        new["capacity"] = place.capacity
    if any(key in inside.things or (key == "capacity" and inside.capacity is not None) for key in new):
        return None
    away = (Remove(file=world.file, path=(name, key)) for key in ("objects", "capacity") if key in spoken)
    into = (
        SetField(file=world.file, path=(name, "rooms", room, key), value=value) for key, value in new.items()
    )
    return Mend(does=worded("move it into {room}", room=shown(room)), edits=(*into, *away))


def _said_keys(room: RoomPart) -> set[str]:
    return {key for key in _ROOM_KEYS if key in room.model_fields_set}


def _thing(world: Source[WorldPart], thing: ThingPart, path: tuple[str, ...]) -> Iterator[Problem]:
    listed = ", ".join(shown(state) for state in thing.states[:8]) or shown(thing.state)
    seen: set[str] = set()
    for i, state in enumerate(thing.states):
        if state in seen:
            twice = worded("the state {state} appears twice", state=shown(state))
            fix = taken_away(world.file, world.way(*path, "states", i), worded("keep one"))
            yield world.note("TW312", twice, worded("keep one"), *path, "states", i, warning=True, fix=fix)
        seen.add(state)
    if thing.state and thing.states and thing.state not in seen:
        message = worded("the initial state {state} is not one of the states", state=shown(thing.state))
        near = nearest(thing.state, thing.states)
        fix = written(world.file, (*path, "state"), near) if near else _state_added(world, path, thing.state)
        yield world.note(
            "TW308", message, worded("use one of: {listed}", listed=listed), *path, "state", fix=fix
        )
    for state in thing.urgent:
        if state not in seen and (thing.states or state != thing.state):
            message = worded("the urgent state {state} is not one of the states", state=shown(state))
            near = nearest(state, [one for one in thing.states if one not in thing.urgent])
            key = (*path, "urgent", state)
            fix = renamed_key(world.file, key, near) if near else _state_added(world, path, state)
            yield world.note(
                "TW309", message, worded("use one of: {listed}", listed=listed), *key, key=True, fix=fix
            )


def _state_added(world: Source[WorldPart], path: tuple[str, ...], state: str) -> Mend:
    """Build the fix for a state that is not in the list of states: it is added there."""
    add = Add(file=world.file, path=(*path, "states"), value=state)
    return Mend(does=worded("add {state} to the states", state=shown(state)), edits=(add,))
