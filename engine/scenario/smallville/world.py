"""The world of a save: from its maze if present, else from the places its people know."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from engine.errors import BadInput, worded
from engine.scenario.foreign.pack import Pack
from engine.scenario.reading.stated.fields import one_line
from engine.scenario.smallville.save import Save, as_list, plain
from engine.scenario.write import Braced

Tree = dict[str, dict[str, list[str]]]
Tile = tuple[int, int]

_MOST_MATRIX, _MOST_SIDE, _MOST_BLOCKS = 2_000_000, 400, 200_000
_MOST_NAME, _MOST_SECTORS, _MOST_ROOMS, _MOST_THINGS, _MOST_PATHS = 80, 500, 2_000, 200, 60_000
_NO_NAME = re.compile(r"[/@]+")
_TAKEN = ("about", "capacity")  # what a room says of itself, and no object may be called
_WIDEST = 96.0


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A tree of places under our names, with the paths of the save's own names, and their points on the map.

    `rooms` are our paths by sector and arena, `things` by sector, arena and object, all in lower case; `at`
    are rooms by tile.
    """

    places: Tree
    rooms: Mapping[tuple[str, str], str] = field(default_factory=dict)
    things: Mapping[tuple[str, str, str], str] = field(default_factory=dict)
    spots: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    at: Mapping[Tile, str] = field(default_factory=dict)
    from_maze: bool = False

    def room(self, address: str) -> str:
        """Return the room of an address (`world:sector:arena:object`), or ""."""
        parts = [_key(part) for part in address.split(":")[1:3]]
        return self.rooms.get((parts[0], parts[1] if len(parts) > 1 else ""), "") if parts else ""

    def thing(self, address: str) -> str:
        """Return the object of an address, or ""."""
        parts = [_key(part) for part in address.split(":")[1:4]]
        return self.things.get((parts[0], parts[1], parts[2]), "") if len(parts) == 3 else ""

    def content(self) -> Mapping[str, object]:
        """Return the content of world.yaml."""
        return {name: self._place(name, rooms) for name, rooms in self.places.items()}

    def _place(self, name: str, rooms: Mapping[str, Sequence[str]]) -> Mapping[str, object]:
        x, y = self.spots[name]
        if list(rooms) == [name]:  # a place that is one room itself
            things = dict.fromkeys(rooms[name])
            return {"map": Braced(x=x, y=y), **({"objects": things} if things else {})}
        inside: dict[str, object] = {
            room: dict.fromkeys(things) if things else None for room, things in rooms.items()
        }
        return {"map": Braced(x=x, y=y), **({"rooms": inside} if inside else {})}


def world_of(save: Save, addresses: Iterable[str]) -> World:
    """Build the world of a save. `addresses` are the homes and activities of its people: they become places
    in any case.
    """
    gathered = _Gathered()
    tiles: dict[Tile, tuple[str, str]] = {}
    folder = _matrix(save)
    if folder:
        paths, tiles = _maze(save.pack, folder)
        gathered.take(paths)
    for person in save.people:
        gathered.take(_known(save.spatial(person)))
    gathered.take(tuple(address.split(":")[1:4]) for address in addresses)
    if not gathered.tree:
        raise BadInput(
            worded(
                "this save has no places, neither in a maze nor in a spatial memory; choose a complete save"
            )
        )
    return _named(gathered.tree, tiles, bool(folder))


def known_rooms(save: Save, person: str, world: World) -> tuple[str, ...]:
    """Return the rooms that a person knows, from their spatial memory."""
    found = (world.rooms.get((_key(sector), _key(arena)), "") for sector, arena, *_ in _padded(
        _known(save.spatial(person))
    ))  # fmt: skip
    return tuple(dict.fromkeys(room for room in found if room))


# ---- the tree


def _known(tree: Mapping[str, object]) -> Iterator[tuple[str, ...]]:
    """Yield the paths of a spatial memory: below the world, sector, arena, object."""
    for sectors in tree.values():
        if not isinstance(sectors, Mapping):
            continue
        for sector, arenas in sectors.items():
            yield (sector,)
            for arena, things in arenas.items() if isinstance(arenas, Mapping) else ():
                yield sector, arena
                for thing in as_list(things):
                    if isinstance(thing, str):
                        yield sector, arena, thing


def _padded(paths: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    return ((path[0], path[1] if len(path) > 1 else "") for path in paths)


class _Gathered:
    """A tree of places being built; names spelt alike are the same place."""

    def __init__(self) -> None:
        self.tree: Tree = {}
        self._sectors: dict[str, str] = {}
        self._arenas: dict[tuple[str, str], list[str]] = {}
        self._things: set[tuple[str, str, str]] = set()
        self._left = _MOST_PATHS

    def take(self, paths: Iterable[tuple[str, ...]]) -> None:
        """Add paths of sector, arena and object, within the limits of a town."""
        for path in islice(paths, self._left):
            self._left -= 1
            sector, arena, thing = (*(_name(part) for part in path[:3]), "", "")[:3]
            if sector and (arenas := self._rooms(sector)) is not None and arena:
                self._into(arenas, sector, arena, thing)

    def _rooms(self, sector: str) -> dict[str, list[str]] | None:
        name = self._sectors.setdefault(_key(sector), sector)
        if name not in self.tree and len(self.tree) >= _MOST_SECTORS:
            return None
        return self.tree.setdefault(name, {})

    def _into(self, arenas: dict[str, list[str]], sector: str, arena: str, thing: str) -> None:
        where = (_key(sector), _key(arena))
        if where not in self._arenas and len(self._arenas) < _MOST_ROOMS:
            self._arenas[where] = arenas.setdefault(arena, [])
        things = self._arenas.get(where)
        if not thing or things is None or len(things) >= _MOST_THINGS:
            return
        own = f"{thing[:70]} (object)" if _key(thing) in _TAKEN else thing
        if (*where, _key(own)) not in self._things:
            self._things.add((*where, _key(own)))
            things.append(own)


def _name(said: str) -> str:
    return one_line(_NO_NAME.sub(" ", plain(said, _MOST_NAME)))[:_MOST_NAME].strip()


@lru_cache(maxsize=4_096)
def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", one_line(_NO_NAME.sub(" ", name))).casefold()


def _named(tree: Tree, tiles: Mapping[Tile, tuple[str, str]], from_maze: bool) -> World:
    rooms: dict[tuple[str, str], str] = {}
    things: dict[tuple[str, str, str], str] = {}
    for sector, arenas in tree.items():
        is_one = list(arenas) == [sector]
        rooms[_key(sector), ""] = f"{sector}/{next(iter(arenas))}" if arenas and not is_one else sector
        for arena, inside in arenas.items():
            path = sector if is_one else f"{sector}/{arena}"
            rooms[_key(sector), _key(arena)] = path
            for thing in inside:
                plain_name = thing.removesuffix(" (object)")
                things[_key(sector), _key(arena), _key(plain_name)] = f"{path}/{thing}"
    at = {
        tile: room
        for tile, (sector, arena) in tiles.items()
        if (room := rooms.get((_key(sector), _key(arena))))
    }
    spots = _spots(tuple(tree), at)
    return World(places=tree, rooms=rooms, things=things, spots=spots, at=at, from_maze=from_maze)


def _spots(places: Sequence[str], at: Mapping[Tile, str]) -> dict[str, tuple[float, float]]:
    """Return the point of each place, from 0 to 96: the middle of its tiles, at six tiles a minute's walk;
    else on a grid, three minutes apart.
    """
    sums: dict[str, tuple[int, int, int]] = {}
    for (x, y), room in at.items():
        place = room.split("/")[0]
        across, down, many = sums.get(place, (0, 0, 0))
        sums[place] = (across + x, down + y, many + 1)
    side = max(1, round(len(places) ** 0.5))
    step = min(3.0, _WIDEST / max(1, len(places) // side + 1))
    found: dict[str, tuple[float, float]] = {}
    taken: set[tuple[float, float]] = set()
    for number, place in enumerate(places):
        if place in sums:
            across, down, many = sums[place]
            spot = (round(min(_WIDEST, across / many / 6), 1), round(min(_WIDEST, down / many / 6), 1))
        else:
            spot = (round(number % side * step + 1, 1), round(number // side * step + 1, 1))
        while spot in taken:
            spot = _beside(*spot)
        taken.add(spot)
        found[place] = spot
    return found


def _beside(x: float, y: float) -> tuple[float, float]:
    """Return the next point: to the right, else in the row below, else at the top again."""
    right, below = round(x + 0.5, 1), round(y + 0.5, 1)
    return (right, y) if right <= _WIDEST else (0.0, below if below <= _WIDEST else 0.0)


# ---- the maze


def _matrix(save: Save) -> str:
    """Return the folder of the maze in the pack, which is outside of the save; "" if there is none."""
    name = "matrix/maze_meta_info.json"
    found = [path for path in save.pack.paths if path == name or path.endswith(f"/{name}")]
    own = [path for path in found if f"/{save.maze}/" in f"/{path}"]
    best = sorted(own or found, key=lambda path: (path.count("/"), path))
    return best[0].removesuffix("maze_meta_info.json") if best else ""


def _maze(pack: Pack, folder: str) -> tuple[list[tuple[str, ...]], dict[Tile, tuple[str, str]]]:
    """Return the paths of a maze, and the arena of each of its tiles."""
    sectors = _blocks(pack, f"{folder}special_blocks/sector_blocks.csv")
    arenas = _blocks(pack, f"{folder}special_blocks/arena_blocks.csv")
    objects = _blocks(pack, f"{folder}special_blocks/game_object_blocks.csv")
    width = _width(pack, folder)
    of_sector = _ids(pack, f"{folder}maze/sector_maze.csv")
    of_arena = _ids(pack, f"{folder}maze/arena_maze.csv")
    of_object = _ids(pack, f"{folder}maze/game_object_maze.csv")
    tiles: dict[Tile, tuple[str, str]] = {}
    seen: set[tuple[str, ...]] = set()
    for index, number in enumerate(of_sector):
        sector = sectors.get(number, "")
        if not sector:
            continue
        arena = arenas.get(of_arena[index], "") if index < len(of_arena) else ""
        thing = objects.get(of_object[index], "") if index < len(of_object) else ""
        tiles[index % width, index // width] = (sector, arena)
        seen.add((sector, arena, thing))
    return sorted(seen), tiles


def _width(pack: Pack, folder: str) -> int:
    from_meta = re.search(
        rb'"maze_width"\s*:\s*"?(\d{1,4})', pack.read(f"{folder}maze_meta_info.json", 10_000)
    )
    width = int(from_meta[1]) if from_meta else 0
    if not 1 <= width <= _MOST_SIDE:
        raise BadInput(
            worded(
                "the maze does not state a width from 1 to {most_side} tiles; set `maze_width` in "
                "maze_meta_info.json",
                most_side=_MOST_SIDE,
            )
        )
    return width


def _blocks(pack: Pack, path: str) -> dict[str, str]:
    """Return the names of blocks by id: one row each, the id first and the name last."""
    if path not in pack.paths:
        return {}
    rows = (line.split(",") for line in _text(pack, path).splitlines()[:10_000])
    return {row[0].strip(): _name(row[-1]) for row in rows if len(row) > 1}


def _ids(pack: Pack, path: str) -> list[str]:
    if path not in pack.paths:
        return []
    text = _text(pack, path)
    if text.count(",") > _MOST_BLOCKS:
        raise BadInput(
            worded(
                "the maze has more than {most_blocks:,} tiles; use a smaller maze", most_blocks=_MOST_BLOCKS
            )
        )
    return [part.strip() for part in text.replace("\n", ",").split(",")]


def _text(pack: Pack, path: str) -> str:
    return pack.read(path, _MOST_MATRIX).decode("utf-8-sig", "replace")
