"""Places added to a lived town, written as in `world.yaml`; and the positions of places."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from engine.errors import BadInput, worded
from engine.language.names.suggesting import shown
from engine.records import Place, Scenario
from engine.scenario.allowed_files import WORLD
from engine.scenario.build import built_place
from engine.scenario.document.parts.laying import laid_out
from engine.scenario.document.values import Said
from engine.scenario.lint.world import MOST_ROOMS, alike, lint_world
from engine.scenario.meaning.rebuilding import without_place
from engine.scenario.problems import problems_said
from engine.scenario.reading.check import check_file
from engine.scenario.reading.schema import WorldPart
from engine.scenario.write import dumped, place_said

_POINT = re.compile(r"\s*(\d{1,3}(?:\.\d{1,4})?)\s*,\s*(\d{1,3}(?:\.\d{1,4})?)\s*")
_MOST = 100.0  # minutes across a map


def said_of_place(scenario: Scenario, name: str) -> str:
    """Return the content of a place as the world file writes it; "" if there is no such place."""
    place = next((one for one in scenario.places if one.name == name), None)
    return dumped(place_said(place)).rstrip("\n") if place is not None else ""


def with_place(scenario: Scenario, name: str, value: str) -> Scenario:
    """Return a scenario with a place added at the end, or removed if the text is empty. Raises BadInput, with
    the line, if the text is invalid.
    """
    if not value:
        return without_place(scenario, name)
    if any(alike(one.name) == alike(name) for one in scenario.places):
        raise BadInput(
            worded(
                "the place {name} already exists; choose another name, or change its fields", name=shown(name)
            )
        )
    text = f"{json.dumps(name, ensure_ascii=False)}:\n" + "\n".join(f"  {one}" for one in value.splitlines())
    source = check_file(text, WORLD, WorldPart)
    faults = [one for one in (*source.problems, *lint_world(source)) if one.severity == "error"]
    if source.part is None or faults or list(source.part.root) != [name]:
        told = problems_said(faults, above=1)
        raise BadInput(
            worded(
                "{name} is not a valid place: {why}",
                name=shown(name),
                why=told or worded("write it as in world.yaml"),
            )
        )
    part = source.part.root[name]
    new = built_place(name, part, _point(scenario, part.map, name), part.private or False)
    if sum(len(one.rooms) for one in (*scenario.places, new)) > MOST_ROOMS:
        raise BadInput(
            worded(
                "with {name}, the town would have more than {most_rooms:,} rooms; remove a room first",
                most_rooms=MOST_ROOMS,
                name=shown(name),
            )
        )
    return replace(scenario, places=(*scenario.places, new))


def point_said(place: Place) -> str:
    """Return the position of a place, as `12, 7.5`."""
    return f"{place.x:g}, {place.y:g}"


def at_point(place: Place, value: str, _scenario: Scenario) -> Place:
    """Return a place moved to another point of the map. Raises BadInput if the text is not a point."""
    found = _POINT.fullmatch(value)
    if found is None or any(float(part) > _MOST for part in found.groups()):
        raise BadInput(
            worded(
                "{said} is not a point on the map; use minutes from the west and north edges, such "
                "as 12, 7.5",
                said=shown(value),
            )
        )
    return replace(place, x=float(found[1]), y=float(found[2]))


def _point(scenario: Scenario, said: object, name: str) -> tuple[float, float]:
    x, y = getattr(said, "x", None), getattr(said, "y", None)
    if x is not None and y is not None:
        return float(x), float(y)
    there: Mapping[str, Said] = {one.name: {"map": {"x": one.x, "y": one.y}} for one in scenario.places}
    return laid_out({**there, name: None})[name]
