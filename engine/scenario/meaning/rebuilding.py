"""Rooms and objects added to a lived town, parts removed from it, and new paths."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace

from engine.errors import BadInput, NotFound, worded
from engine.language.names.suggesting import did_you_mean, shown
from engine.records import Path, Persona, Place, Room, Scenario, Thing
from engine.scenario.allowed_files import WORLD
from engine.scenario.build import built_place
from engine.scenario.lint.world import MOST_ROOMS, alike, lint_world
from engine.scenario.problems import problems_said
from engine.scenario.reading.check import check_file
from engine.scenario.reading.schema import WorldPart
from engine.scenario.write import dumped, room_said, thing_said
from engine.world.former import is_in

NOTHING_SAID = "{}"  # of a room or an object of which only the name is known


def said_of_room(scenario: Scenario, path: Path) -> str:
    """Return the content of a room as the world file writes it; "" if there is no such room."""
    room = next((one for place in scenario.places for one in place.rooms if one.path == path), None)
    return _said(room_said(room)) if room is not None and "/" in path else ""


def said_of_thing(scenario: Scenario, path: Path) -> str:
    """Return the content of an object as the world file writes it; "" if there is no such object."""
    thing = next((one for one in _things(scenario) if one.path == path), None)
    return _said(thing_said(thing)) if thing is not None else ""


def with_room(scenario: Scenario, path: Path, value: str) -> Scenario:
    """Return a scenario with a room added at the end of its place, or removed if the text is empty. The first
    room of a place without rooms takes over its content; the last room leaves its content to the place.
    Raises BadInput if the text is invalid.
    """
    name, _, room = path.partition("/")
    place = _place(scenario, name)
    if not value:
        return _without_room(scenario, place, path)
    _check_free([one.name for one in place.rooms if one.path != name], room, path)
    new = _read_room(path, value)
    if sum(len(one.rooms) for one in scenario.places) >= MOST_ROOMS:
        raise BadInput(
            worded(
                "with {name}, the town would have more than {most_rooms:,} rooms; remove a room first",
                most_rooms=MOST_ROOMS,
                name=shown(path),
            )
        )
    alone = _alone(place)
    if alone is None:
        return _with_place(scenario, replace(place, rooms=(*place.rooms, new)))
    inside = _moved_room(alone, path)
    things = (*inside.things, *(one for one in new.things if one.name not in _named(inside)))
    new = replace(new, capacity=new.capacity or inside.capacity, things=things)
    return _lived_in(_with_place(scenario, replace(place, rooms=(new,))), name, path)


def with_thing(scenario: Scenario, path: Path, value: str) -> Scenario:
    """Return a scenario with an object added at the end of its room, or removed if the text is empty. Raises
    BadInput if the text is invalid.
    """
    above, _, name = path.rpartition("/")
    room = next((one for place in scenario.places for one in place.rooms if one.path == above), None)
    if room is None:
        rooms = [one.path for place in scenario.places for one in place.rooms]
        raise NotFound(
            worded(
                "there is no room {room}; {did_you_mean}",
                room=shown(above),
                did_you_mean=did_you_mean(above, rooms, worded("see the World page for all names")),
            )
        )
    if not value:
        return _with_room(
            scenario, replace(room, things=tuple(one for one in room.things if one.path != path))
        )
    _check_free(_named(room), name, path)
    return _with_room(scenario, replace(room, things=(*room.things, _read_thing(path, value))))


def without_place(scenario: Scenario, name: str) -> Scenario:
    """Return a scenario without a place. Raises BadInput if a person uses it, or no other place is left."""
    if all(one.name == name for one in scenario.places):
        raise BadInput(
            worded(
                "{about} cannot be removed, because a town needs at least one place; add another place first",
                about=name,
            )
        )
    _check_unused(scenario, name)
    return _known_no_more(
        replace(scenario, places=tuple(one for one in scenario.places if one.name != name)), name
    )


def with_path(scenario: Scenario, path: Path, new: Path) -> Scenario:
    """Return a scenario in which a place, a room or an object has a new path, with all references to it.
    Raises BadInput if it cannot have that path.
    """
    new = new.strip()
    if new.count("/") != path.count("/"):
        _refuse(
            path,
            new,
            worded("a place must stay a place, a room must be in a place, and an object must be in a room"),
        )
    if "/" not in path:
        return _renamed_place(scenario, path, new)
    if any(one.path == path for one in _things(scenario)):
        return _moved_thing(scenario, path, new)
    return _moved_to(scenario, path, new)


def becomes(scenario: Scenario, path: Path, field: str, value: str) -> tuple[Path, Path] | None:
    """Return the old and new path of the part that a change of a field moves; the new path is "" if the part
    is removed. None if all paths stay.
    """
    if field == "path":
        return path, value.strip()
    name = path.partition("/")[0]
    place = next((one for one in scenario.places if one.name == name), None)
    if field == "room" and place is not None:
        rooms = [one.path for one in place.rooms]
        if value and _alone(place) is not None:
            return name, path
        if not value and rooms == [path]:
            return path, name
    return None if value or field not in ("place", "room", "object") else (path, "")


def _without_room(scenario: Scenario, place: Place, path: Path) -> Scenario:
    room = next((one for one in place.rooms if one.path == path), None)
    if room is None:
        return scenario
    if place.rooms == (room,):
        alone = replace(_moved_room(room, place.name), name=place.name, about=place.about)
        return _lived_in(_with_place(scenario, replace(place, rooms=(alone,))), path, place.name)
    _check_unused(scenario, path)
    left = tuple(one for one in place.rooms if one is not room)
    return _known_no_more(_with_place(scenario, replace(place, rooms=left)), path)


def _renamed_place(scenario: Scenario, name: str, new: str) -> Scenario:
    place = _place(scenario, name)
    _check_free([one.name for one in scenario.places if one is not place], new, new)
    _check_readable(f"{json.dumps(new, ensure_ascii=False)}: {{}}", new)
    rooms = tuple(_moved_room(room, new + room.path[len(name) :]) for room in place.rooms)
    if _alone(place) is not None:
        rooms = tuple(replace(room, name=new) for room in rooms)
    renamed = replace(place, name=new, rooms=rooms)
    places = tuple(renamed if one is place else one for one in scenario.places)
    return _lived_in(replace(scenario, places=places), name, new)


def _moved_to(scenario: Scenario, path: Path, new: Path) -> Scenario:
    place = _place(scenario, path.partition("/")[0])
    room = next((one for one in place.rooms if one.path == path), None)
    if room is None:
        raise NotFound(worded("there is no room {room!r}; write rooms as place/room", room=path))
    name, _, called = new.partition("/")
    goal = _place(scenario, name)
    _check_free([one.name for one in goal.rooms if one is not room], called, new)
    _read_room(new, NOTHING_SAID)
    moved = replace(_moved_room(room, new), name=called)
    if goal is place:
        rooms = tuple(moved if one is room else one for one in place.rooms)
        return _lived_in(_with_place(scenario, replace(place, rooms=rooms)), path, new)
    if _alone(goal) is not None or len(place.rooms) == 1:
        _refuse(
            path,
            new,
            worded("a room cannot move into a place without rooms, and a place cannot lose its only room"),
        )
    left = tuple(one for one in place.rooms if one is not room)
    scenario = _with_place(scenario, replace(place, rooms=left))
    return _lived_in(_with_place(scenario, replace(goal, rooms=(*goal.rooms, moved))), path, new)


def _moved_thing(scenario: Scenario, path: Path, new: Path) -> Scenario:
    thing = next(one for one in _things(scenario) if one.path == path)
    text = said_of_thing(scenario, path)
    same_room = path.rpartition("/")[0] == new.rpartition("/")[0]
    if not same_room:
        return with_thing(with_thing(scenario, path, ""), new, text)
    room = next(one for place in scenario.places for one in place.rooms if thing in one.things)
    _check_free([one.name for one in room.things if one is not thing], new.rpartition("/")[2], new)
    named = _read_thing(new, text)
    return _with_room(
        scenario, replace(room, things=tuple(named if one is thing else one for one in room.things))
    )


def _said(content: object) -> str:
    if content is None:
        return NOTHING_SAID
    return dumped({"state": content} if isinstance(content, str) else content).rstrip("\n")


def _read_room(path: Path, value: str) -> Room:
    name, _, room = path.partition("/")
    part = _checked(path, [name, "rooms", room], value)
    (read,) = built_place(name, part.root[name], (0.0, 0.0), False).rooms
    return read


def _read_thing(path: Path, value: str) -> Thing:
    above, _, name = path.rpartition("/")
    part = _checked(path, ["place", "objects", name], value)
    things = built_place("place", part.root["place"], (0.0, 0.0), False).rooms[0].things
    return replace(things[0], path=f"{above}/{name}")


def _checked(path: Path, keys: list[str], value: str) -> WorldPart:
    """Parse a world with nothing but one part below some keys."""
    lines = [f"{'  ' * at}{json.dumps(key, ensure_ascii=False)}:" for at, key in enumerate(keys)]
    lines += [f"{'  ' * len(keys)}{line}" for line in value.splitlines()]
    return _check_readable("\n".join(lines), path, before=len(keys))


def _check_readable(text: str, path: Path, *, before: int = 0) -> WorldPart:
    source = check_file(text, WORLD, WorldPart)
    faults = [one for one in (*source.problems, *lint_world(source)) if one.severity == "error"]
    if source.part is None or faults or len(source.part.root) != 1:
        told = problems_said(faults, above=before)
        raise BadInput(
            worded(
                "{name} is not valid: {value}",
                name=shown(path),
                value=told or worded("write it as in world.yaml"),
            )
        )
    return source.part


def _check_free(taken: list[str], name: str, path: Path) -> None:
    if any(alike(one) == alike(name) for one in taken):
        raise BadInput(
            worded("{name} already exists; choose another name, or change its fields", name=shown(path))
        )


def _check_unused(scenario: Scenario, path: Path) -> None:
    """Raise BadInput if a person lives at, works at or usually goes to a part that is to be removed."""
    for one in scenario.personas:
        if any(is_in(where, path) for where in (one.home, one.work, *(line.place for line in one.routine))):
            raise BadInput(
                worded(
                    "{about} cannot be removed: {name} lives or works there, or goes there on a "
                    "usual day; change their home, work or usual day first",
                    about=path,
                    name=one.name,
                )
            )


def _refuse(path: Path, new: Path, why: str) -> None:
    raise BadInput(
        worded("{path} cannot be changed to {new}: {why}", path=shown(path), new=shown(new), why=why)
    )


def _known_no_more(scenario: Scenario, path: Path) -> Scenario:
    """Return a scenario in which nobody knows a removed place from the start."""
    return _with_people(
        scenario, lambda one: replace(one, knows=tuple(room for room in one.knows if not is_in(room, path)))
    )


def _lived_in(scenario: Scenario, path: Path, new: Path) -> Scenario:
    """Return a scenario whose people live, work and go by a new path instead of the old one."""

    def now(room: Path) -> Path:
        return new + room[len(path) :] if is_in(room, path) else room

    return _with_people(
        scenario,
        lambda one: replace(
            one,
            home=now(one.home),
            work=now(one.work),
            knows=tuple(map(now, one.knows)),
            routine=tuple(replace(line, place=now(line.place)) for line in one.routine),
        ),
    )


def _with_people(scenario: Scenario, change: Callable[[Persona], Persona]) -> Scenario:
    """Return a scenario with its people changed; an unchanged persona stays the same object."""
    changed = (change(one) for one in scenario.personas)
    same = tuple(old if old == new else new for old, new in zip(scenario.personas, changed, strict=True))
    return replace(scenario, personas=same)


def _place(scenario: Scenario, name: str) -> Place:
    found = next((one for one in scenario.places if one.name == name), None)
    if found is None:
        names = [one.name for one in scenario.places]
        raise NotFound(
            worded(
                "there is no place {said}; {did_you_mean}",
                said=shown(name),
                did_you_mean=did_you_mean(name, names, worded("see the World page for all names")),
            )
        )
    return found


def _with_place(scenario: Scenario, place: Place) -> Scenario:
    places = tuple(place if one.name == place.name else one for one in scenario.places)
    return replace(scenario, places=places)


def _with_room(scenario: Scenario, room: Room) -> Scenario:
    place = _place(scenario, room.path.partition("/")[0])
    rooms = tuple(room if one.path == room.path else one for one in place.rooms)
    return _with_place(scenario, replace(place, rooms=rooms))


def _moved_room(room: Room, path: Path) -> Room:
    things = tuple(replace(one, path=f"{path}/{one.name}") for one in room.things)
    return replace(room, path=path, things=things)


def _alone(place: Place) -> Room | None:
    """Return the room that a place without rooms is itself, or None."""
    return place.rooms[0] if len(place.rooms) == 1 and place.rooms[0].path == place.name else None


def _named(room: Room) -> list[str]:
    return [one.name for one in room.things]


def _things(scenario: Scenario) -> Iterator[Thing]:
    for place in scenario.places:
        for room in place.rooms:
            yield from room.things
