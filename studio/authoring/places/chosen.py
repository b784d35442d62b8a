"""The chosen part of the world, shared by the tree, the map, the form and the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.api.scenarios import WORLD_FILE
from engine.api.writing.edits import FieldPath, line_of
from engine.records import Place, Scenario
from studio import session
from studio.authoring.editor.way import want_line

Parts = dict[str, FieldPath]
"""The way in the file to every part of the world, by how it is called: `place/room/object`."""


def parts_of(scenario: Scenario) -> Parts:
    """Return the paths of all places, rooms and objects of a world by label, in the order of the file."""
    return {called: path for place in scenario.places for called, path in _parts(place)}


def chosen_part(name: str, parts: Parts) -> str:
    """Return the chosen part: a part of the place whose form is shown, or that place, else the first."""
    place, part = session.recalled(f"place-{name}", ""), session.recalled(f"part-{name}", "")
    if part in parts and parts[part][0] == place:
        return part
    return place if place in parts else next(iter(parts), "")


def choose_part(name: str, called: str, path: FieldPath) -> None:
    """Choose a part of the world; the form shows its place, and the text goes to its line."""
    session.remember(f"place-{name}", str(path[0]))
    session.remember(f"part-{name}", called)
    text = session.workspace().scenarios.drafts.files(name).get(WORLD_FILE, "")
    if line := line_of(text, path):
        want_line(name, WORLD_FILE, line, quiet=True)


def called(path: FieldPath) -> str:
    """Return the label of the part at a path of the file."""
    keys = [str(part) for part in path]
    if len(keys) > 2 and keys[1] in ("rooms", "objects"):
        del keys[1]
    return "/".join(keys)


def _parts(place: Place) -> Iterator[tuple[str, FieldPath]]:
    yield place.name, (place.name,)
    for room in place.rooms:
        alone = room.path == place.name
        way: Sequence[str] = (place.name, "objects") if alone else (place.name, "rooms", room.name)
        if not alone:
            yield room.path, tuple(way)
        for thing in room.things:
            yield thing.path, (*way, thing.name)
