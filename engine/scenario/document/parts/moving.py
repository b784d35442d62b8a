"""Moves a room to another place, or an object to another room, and copies a part of the world."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import BadInput, worded
from engine.language.names.suggesting import shown
from engine.scenario.allowed_files import WORLD
from engine.scenario.document.parts.laying import free_point
from engine.scenario.document.renaming import renamed_path
from engine.scenario.document.splices import put, remove
from engine.scenario.document.spots import (
    above,
    cut,
    end_of,
    is_flow,
    line_end,
    node_at,
    on_own_lines,
    root_of,
)
from engine.scenario.document.values import Said, said, said_at, said_in, with_removed, with_set
from engine.scenario.reading.nodes import Path, Table

_OF_A_ROOM = frozenset({"about", "capacity"})


def moved_part(files: Mapping[str, str], path: Path, into: Path) -> Mapping[str, str | None]:
    """Return the files that change when the part at a path of the world moves into another table: a room into
    another place, with all references to it, or an object into another room.
    """
    text = files.get(WORLD, "")
    world = said_in(text, WORLD)
    if said_at(world, path[:-1]) is None or path[-1] not in _keys(said_at(world, path[:-1])):
        raise BadInput(
            worded(
                "{world} has no entry at {map}; check the current version and try again",
                world=WORLD,
                map=shown(" / ".join(map(str, path))),
            )
        )
    if into not in goals(world, path):
        raise BadInput(
            worded(
                "{path} cannot be moved there; move a room into a place, or an object into a room",
                path=shown(str(path[-1])),
            )
        )
    if path[-1] in _keys(said_at(world, into)):
        raise BadInput(
            worded("{path} already exists there; rename one of them first", path=shown(str(path[-1])))
        )
    moved = _text_moved(text, path, into)
    wanted = with_set(with_removed(world, path), (*into, path[-1]), said_at(world, path))
    if said_in(moved, WORLD) != wanted:
        raise BadInput(
            worded(
                "{path} cannot be moved without affecting the text around it; move it in the text",
                path=shown(str(path[-1])),
            )
        )
    changed = dict(files) | {WORLD: moved}
    if len(path) == 3 and path[1] == "rooms":
        old, new = f"{path[0]}/{path[2]}", f"{into[0]}/{path[2]}"
        changed |= {file: str(one) for file, one in renamed_path(changed, old, new).items()}
    return {file: one for file, one in changed.items() if one != files.get(file)}


def goals(world: Said, path: Path) -> Sequence[Path]:
    """Return the tables of the world into which the part at a path can move: the rooms of other places for a
    room, other rooms for an object.
    """
    places = world if isinstance(world, Mapping) else {}
    here = tuple(path[:-1])
    if len(path) == 3 and path[1] == "rooms":
        open_to = [name for name in places if said_at(world, (name, "rooms")) or not _alone(world, name)]
        found: list[Path] = [(name, "rooms") for name in open_to]
    elif len(path) in (3, 4):
        found = [goal for name in places for goal in _floors(world, name)]
    else:
        found = []
    return [goal for goal in found if goal != here]


def second(world: Said, path: Path) -> tuple[Path, Said]:
    """Return the path and content of a copy of the part at a path, with a new name. A copied place gets a
    free point on the map.
    """
    there = said_at(world, path)
    around = _keys(said_at(world, path[:-1]))
    number = 2
    while f"{path[-1]} {number}" in around:
        number += 1
    name = f"{path[-1]} {number}"
    if len(path) == 1 and isinstance(there, Mapping) and "map" in there:
        there = {**there, "map": free_point(world, name)}
    return (*path[:-1], name), there


def _keys(table: Said) -> Sequence[str]:
    return list(table) if isinstance(table, Mapping) else []


def _alone(world: Said, place: str) -> bool:
    """Return whether a place has objects of its own, so that it can have no rooms."""
    return bool(_keys(said_at(world, (place, "objects"))))


def _floors(world: Said, place: str) -> Sequence[Path]:
    rooms = _keys(said_at(world, (place, "rooms")))
    return [(place, "rooms", room) for room in rooms] or [(place, "objects")]


def _text_moved(text: str, path: Path, into: Path) -> str:
    """Return the text of the world with a part moved, together with its comments if it stands on lines of its
    own both here and there.
    """
    value = said_at(said(root_of(text)), path)
    root = root_of(text)
    here, there = node_at(root, path[:-1]), node_at(root, into)
    if not (_is_block(text, here) and _is_block(text, there)):
        return put(remove(text, path), (*into, str(path[-1])), value)
    assert isinstance(here, Table)
    key = here.keys[str(path[-1])]
    start, end = above(text, key.start), line_end(text, end_of(text, here.values[str(path[-1])]))
    lines = text[start:end].split("\n")
    without = _remarks_gone(text, remove(text, path), start, key.start)
    goal = node_at(root_of(without), into)
    if not isinstance(goal, Table) or not goal.keys:
        return put(without, (*into, str(path[-1])), value)
    last, first = list(goal.values.values())[-1], next(iter(goal.keys.values()))
    shift = first.col - key.col
    at_end = line_end(without, end_of(without, last))
    return cut(without, at_end, at_end, "\n" + "\n".join(_shifted(line, shift) for line in lines))


def _remarks_gone(text: str, without: str, start: int, key: int) -> str:
    """Return a text, from which a part was removed, without the comments above that part; they move along."""
    line = text.rfind("\n", 0, key) + 1
    return cut(without, start, line, "") if start < line else without


def _is_block(text: str, node: object) -> bool:
    if not isinstance(node, Table) or not node.keys or is_flow(text, node):
        return False
    return on_own_lines(text, [key.start for key in node.keys.values()])


def _shifted(line: str, by: int) -> str:
    if not line.strip():
        return line
    return " " * by + line if by >= 0 else line[min(-by, len(line) - len(line.lstrip())) :]
