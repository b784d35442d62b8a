"""A maze: a town's map in tiles, in the layers of the original Smallville, sized from the town."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.records import Path, Place, Room

TILES = 6  # to a minute's walk, as in the original: ten seconds a tile
MOST_SIDE, MOST_TILES = 400, 200_000  # of a maze that can be taken in again
_MARGIN = 4  # tiles around what lies furthest
_BLOCKED, _FIRST = 32_125, 32_134  # the ids of the original: of what blocks, and of its world
_AROUND = 40  # tiles from its middle within which a place finds room

Tile = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Maze:
    """The size of a map in tiles, and the room and object of each tile."""

    width: int
    height: int
    rooms: Mapping[Tile, Path]
    things: Mapping[Tile, Path]

    def tile(self, room: Path) -> Tile:
        """Return the first tile of a room."""
        return next(tile for tile, path in self.rooms.items() if path == room)


def middle(place: Place) -> Tile:
    """Return the tile in the middle of a place."""
    return round(place.x * TILES), round(place.y * TILES)


def maze_of(places: Sequence[Place]) -> Maze | None:
    """Build the maze of a town, or return None if it would be too large to be imported again. A place lies
    around its point, with a tile for each object at least, as far as its neighbours leave room.
    """
    middles = [middle(place) for place in places]
    width = max((x for x, _ in middles), default=0) + 1 + _MARGIN
    height = max((y for _, y in middles), default=0) + 1 + _MARGIN
    if width > MOST_SIDE or height > MOST_SIDE or width * height > MOST_TILES:
        return None
    taken: set[Tile] = set(middles)
    rooms: dict[Tile, Path] = {}
    things: dict[Tile, Path] = {}
    for place in places:
        wanted = [max(1, len(room.things)) for room in place.rooms]
        at = middle(place)
        begun = [at] if at not in rooms else []  # else another lies there
        found = _ground(at, begun, sum(wanted), taken, (width, height))
        if len(found) < sum(wanted):
            return None
        taken |= set(found)
        found.sort(key=lambda tile: (tile[1], tile[0]))  # so that a room lies together
        for room, many in zip(place.rooms, wanted, strict=True):
            own, found = found[:many], found[many:]
            rooms |= dict.fromkeys(own, room.path)
            things |= {tile: one.path for tile, one in zip(own, room.things, strict=False)}
        rooms |= dict.fromkeys(found, place.rooms[-1].path)  # what keeps the middle in the middle
    return Maze(width, height, rooms, things)


def _ground(at: Tile, begun: list[Tile], many: int, taken: set[Tile], size: Tile) -> list[Tile]:
    """Return `many` free tiles around a tile, in opposite pairs, so that it is their middle; from one side
    only where the map ends or neighbours are.
    """
    found = list(begun)
    alone: list[Tile] = []
    for across, down in _around():
        if len(found) >= many:
            return found
        pair = [(at[0] + across, at[1] + down), (at[0] - across, at[1] - down)]
        free = [one for one in pair if one not in taken and 0 <= one[0] < size[0] and 0 <= one[1] < size[1]]
        if len(free) == 2:
            found += free
        else:
            alone += free
    return [*found, *alone][: max(many, len(found))]


def _around() -> Iterator[Tile]:
    """Yield one of each two opposite steps, the shortest first."""
    steps = [
        (across, down)
        for across in range(-_AROUND, _AROUND + 1)
        for down in range(_AROUND + 1)
        if (down > 0 or across > 0)
    ]
    yield from sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, step))


def files_of(
    maze: Maze, world: str, places: Sequence[Place], parts: Callable[[Path], tuple[str, str]],
    part: Callable[[str], str], homes: Iterable[Path],
) -> Iterator[tuple[str, bytes]]:  # fmt: skip
    """Yield the files of a maze, by their paths in its folder; `parts` gives a room's sector and arena,
    `part` the name of an object there, and people start in their `homes`.
    """
    ids = iter(range(_FIRST, _FIRST + 1_000_000))
    whole = next(ids)
    rooms = [room for place in places for room in place.rooms]
    sectors = {sector: next(ids) for sector in dict.fromkeys(parts(room.path)[0] for room in rooms)}
    arenas = {room.path: next(ids) for room in rooms}
    named = dict.fromkeys(part(thing.name) for room in rooms for thing in room.things)
    objects = {name: next(ids) for name in named}
    spawns = {home: next(ids) for home in dict.fromkeys(homes)}
    meta = {
        "world_name": "the ville", "maze_width": maze.width, "maze_height": maze.height, "sq_tile_size": 32,
        "special_constraint": "",
    }  # fmt: skip
    yield "maze_meta_info.json", json.dumps(meta).encode()
    yield "special_blocks/world_blocks.csv", _rows([(whole, world)])
    yield "special_blocks/sector_blocks.csv", _rows((id_, world, name) for name, id_ in sectors.items())
    yield (
        "special_blocks/arena_blocks.csv",
        _rows((arenas[room.path], world, *parts(room.path)) for room in rooms),
    )
    yield (
        "special_blocks/game_object_blocks.csv",
        _rows((id_, world, "<all>", name) for name, id_ in objects.items()),
    )
    yield (
        "special_blocks/spawning_location_blocks.csv",
        _rows((id_, world, *parts(home), "sp-A") for home, id_ in spawns.items()),
    )
    begins = {maze.tile(home): id_ for home, id_ in spawns.items()}
    kinds = _names(rooms, part)
    layers: Mapping[str, Callable[[Tile], int]] = {
        "collision": lambda tile: _BLOCKED if tile not in maze.rooms and _is_edge(tile, maze) else 0,
        "sector": lambda tile: sectors[parts(maze.rooms[tile])[0]] if tile in maze.rooms else 0,
        "arena": lambda tile: arenas[maze.rooms[tile]] if tile in maze.rooms else 0,
        "game_object": lambda tile: objects[kinds[maze.things[tile]]] if tile in maze.things else 0,
        "spawning_location": lambda tile: begins.get(tile, 0),
    }
    tiles = [(x, y) for y in range(maze.height) for x in range(maze.width)]
    for name, id_of in layers.items():
        yield f"maze/{name}_maze.csv", ", ".join(str(id_of(tile)) for tile in tiles).encode()


def _names(rooms: Sequence[Room], part: Callable[[str], str]) -> Mapping[Path, str]:
    return {thing.path: part(thing.name) for room in rooms for thing in room.things}


def _is_edge(tile: Tile, maze: Maze) -> bool:
    return tile[0] in (0, maze.width - 1) or tile[1] in (0, maze.height - 1)


def _rows(rows: Iterable[tuple[object, ...]]) -> bytes:
    return "".join(", ".join(map(str, row)) + "\n" for row in rows).encode()
