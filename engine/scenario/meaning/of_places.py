"""Differences between two worlds: places, rooms and objects that were added, removed, moved or changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.clock import DAY, clock_words
from engine.errors import one_by_one, worded
from engine.records import Hours, Path, Place, Room, Scenario, Thing
from engine.scenario.meaning.difference import Difference, Of, changed, listed


@dataclass(frozen=True, slots=True)
class Moves:
    """The paths in the later world of the earlier world's rooms and objects, by their earlier paths."""

    paths: Mapping[Path, Path]

    def now(self, path: Path) -> Path:
        """Return the later path of an earlier one."""
        return self.paths.get(path, path)


def moves(before: Scenario, after: Scenario) -> Moves:
    """Find the parts that were renamed or moved: a removed part is matched with the only added part that is
    alike in all other respects.
    """
    names = _renamed_places(before, after)
    paths = {room.path: _under(room.path, names) for place in before.places for room in place.rooms}
    paths |= names
    rooms_now = {room.path: room for place in after.places for room in place.rooms}
    rooms_then = {room.path: room for place in before.places for room in place.rooms}
    paths |= _matched(
        {path: room for path, room in rooms_then.items() if paths[path] not in rooms_now},
        {path: room for path, room in rooms_now.items() if path not in set(paths.values())},
    )
    things_now = _things(after)
    own = {path: _under(path, paths) for path in _things(before)}
    paths |= own
    paths |= _matched(
        {path: thing for path, thing in _things(before).items() if own[path] not in things_now},
        {path: thing for path, thing in things_now.items() if path not in set(own.values())},
    )
    return Moves(paths)


def of_places(before: Scenario, after: Scenario, moved: Moves) -> Iterator[Difference]:
    """Yield the differences in the world, a place at a time."""
    then = {moved.now(place.name): place for place in before.places}
    now = {place.name: place for place in after.places}
    for name, place in then.items():
        if name not in now:
            yield _part("removed", "place", place.name)
    for name, place in now.items():
        old = then.get(name)
        if old is None:
            yield _part("added", "place", name)
            continue
        if old.name != name:
            yield Difference(
                how="renamed", of="place", about=name, before=old.name, after=name,
                words=worded("renamed {what} to {name}", what=old.name, name=name),
            )  # fmt: skip
        yield from changed("place", name, name, _fields_of_place(old, place))
    yield from _rooms(before, after, moved)
    yield from _objects(before, after, moved)


def hours_words(hours: Hours | None) -> str:
    """Return hours as `10:00–11:00`, or the words for never closed."""
    if hours is None:
        return worded("all day")
    closes = "24:00" if hours.closes == DAY else clock_words(hours.closes)
    return f"{clock_words(hours.opens)}–{closes}"


def _fields_of_place(old: Place, new: Place) -> Iterable[tuple[str, str, str]]:
    yield worded("open"), hours_words(old.open), hours_words(new.open)
    yield worded("on the map"), f"{old.x:g}, {old.y:g}", f"{new.x:g}, {new.y:g}"
    yield worded("emoji"), old.emoji, new.emoji
    yield "known", known_to(private=old.private), known_to(private=new.private)
    if not _alone(old) or not _alone(new):  # of a place that is one room, the room says it
        yield "about", old.about, new.about


def known_to(*, private: bool) -> str:
    """Return in words who knows a place."""
    return worded("only people who belong there") if private else worded("everyone")


def _rooms(before: Scenario, after: Scenario, moved: Moves) -> Iterator[Difference]:
    places_then = {moved.now(place.name) for place in before.places}
    places_now = {place.name for place in after.places}
    then = {moved.now(room.path): room for place in before.places for room in place.rooms}
    now = {room.path: room for place in after.places for room in place.rooms}
    for path, room in then.items():
        if path not in now and moved.now(room.path.partition("/")[0]) in places_now and "/" in path:
            yield _part("removed", "room", room.path)
    for path, room in now.items():
        old = then.get(path)
        if old is None:
            if path.partition("/")[0] in places_then and "/" in path:
                yield _part("added", "room", path)
            continue
        yield from _elsewhere("room", old.path, path, moved)
        fields = [
            ("about", old.about, room.about),
            (worded("capacity"), _many(old), _many(room)),
        ]
        yield from changed("room" if "/" in path else "place", path, path, fields)


def _objects(before: Scenario, after: Scenario, moved: Moves) -> Iterator[Difference]:
    rooms_then = {moved.now(room.path) for place in before.places for room in place.rooms}
    rooms_now = {room.path for place in after.places for room in place.rooms}
    then = {moved.now(path): (path, thing) for path, thing in _things(before).items()}
    now = _things(after)
    for path, (old_path, _) in then.items():
        if path not in now and moved.now(old_path.rpartition("/")[0]) in rooms_now:
            yield _part("removed", "object", old_path)
    for path, thing in now.items():
        if path not in then:
            if path.rpartition("/")[0] in rooms_then:
                yield _part("added", "object", path)
            continue
        old_path, old = then[path]
        yield from _elsewhere("object", old_path, path, moved)
        yield from changed("object", path, path, _fields_of_thing(old, thing))


def _fields_of_thing(old: Thing, new: Thing) -> Iterable[tuple[str, str, str]]:
    yield "state at first", old.state, new.state
    yield worded("states"), listed(old.states), listed(new.states)
    yield worded("urgent states"), _urgent(old), _urgent(new)
    yield "about", old.about, new.about


def _urgent(thing: Thing) -> str:
    return one_by_one(
        [
            worded("when {state}: {remedy}", state=state, remedy=remedy)
            for state, remedy in thing.urgent.items()
        ]
    )


def _many(room: Room) -> str:
    return worded("up to {most}", most=room.capacity) if room.capacity else worded("no limit")


def _elsewhere(of: Of, old: Path, new: Path, moved: Moves) -> Iterator[Difference]:
    """Yield the difference of a part that moved or was renamed; none if only its place was renamed."""
    above, name = old.rpartition("/")[::2]
    here, called = new.rpartition("/")[::2]
    if moved.now(above) != here and above:
        yield Difference(
            how="moved",
            of=of,
            about=new,
            before=old,
            after=new,
            words=worded("moved {name} from {above} to {here}", name=name, above=above, here=here),
        )
    elif name != called and above:
        yield Difference(
            how="renamed",
            of=of,
            about=new,
            before=old,
            after=new,
            words=worded("renamed {what} to {name}", what=old, name=called),
        )


def _part(how: str, of: Of, path: Path) -> Difference:
    is_new = how == "added"
    return Difference(
        how="added" if is_new else "removed",
        of=of,
        about=path,
        before="" if is_new else path,
        after=path if is_new else "",
        words=_came_or_went(of, path, is_new=is_new),
    )


def _came_or_went(of: Of, path: Path, *, is_new: bool) -> str:
    if of == "place":
        return (
            worded("place added: {path}", path=path) if is_new else worded("place removed: {path}", path=path)
        )
    if of == "room":
        return (
            worded("room added: {path}", path=path) if is_new else worded("room removed: {path}", path=path)
        )
    return (
        worded("object added: {path}", path=path) if is_new else worded("object removed: {path}", path=path)
    )


def _alone(place: Place) -> bool:
    return len(place.rooms) == 1 and place.rooms[0].path == place.name


def _things(scenario: Scenario) -> dict[Path, Thing]:
    rooms = (room for place in scenario.places for room in place.rooms)
    return {thing.path: thing for room in rooms for thing in room.things}


def _renamed_places(before: Scenario, after: Scenario) -> dict[str, str]:
    then, now = ({place.name: place for place in one.places} for one in (before, after))
    gone = {name: _without_names(place) for name, place in then.items() if name not in now}
    came = {name: _without_names(place) for name, place in now.items() if name not in then}
    found = {name: [other for other, like in came.items() if like == place] for name, place in gone.items()}
    return {name: others[0] for name, others in found.items() if len(others) == 1}


def _without_names(place: Place) -> Place:
    rooms = tuple(replace(_bare(room), name="" if _alone(place) else room.name) for room in place.rooms)
    return replace(place, name="", rooms=rooms)


def _bare(room: Room) -> Room:
    return replace(room, path="", things=tuple(_bare_thing(thing) for thing in room.things))


def _bare_thing(thing: Thing) -> Thing:
    return replace(thing, path="")


def _matched(gone: Mapping[Path, Room | Thing], came: Mapping[Path, Room | Thing]) -> dict[Path, Path]:
    """Match removed parts with added ones: the only one of that name, or the only one beside it that is alike
    in all but the name.
    """
    found: dict[Path, Path] = {}
    free = dict(came)
    for path, part in gone.items():
        same_name = [other for other, new in free.items() if new.name == part.name]
        beside = [
            other for other, new in free.items()
            if other.rpartition("/")[0] == path.rpartition("/")[0] and _alike(part, new) and _says_more(part)
        ]  # fmt: skip
        for others in (same_name, beside):
            if len(others) == 1:
                found[path] = others[0]
                del free[others[0]]
                break
    return found


def _alike(one: Room | Thing, other: Room | Thing) -> bool:
    bare = [_bare(part) if isinstance(part, Room) else _bare_thing(part) for part in (one, other)]
    return replace(bare[0], name="") == replace(bare[1], name="")


def _says_more(part: Room | Thing) -> bool:
    """Return whether a part has more than a name by which it can be recognised."""
    return bool(part.about or (part.things if isinstance(part, Room) else part.state))


def _under(path: Path, names: Mapping[Path, Path]) -> Path:
    """Return a path with the latest name of the part that contains it."""
    above = path.rpartition("/")[0]
    while above:
        if above in names:
            return names[above] + path[len(above) :]
        above = above.rpartition("/")[0]
    return names.get(path, path)
