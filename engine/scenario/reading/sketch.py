"""What can be understood of a scenario that is still being written, errors and all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.records import Scenario
from engine.scenario.allowed_files import TOWN, WORLD, persona_of
from engine.scenario.build import build
from engine.scenario.places import Gazetteer, gazetteer
from engine.scenario.reading.check import UNSAID, check_file
from engine.scenario.reading.checked import Checked, read_scenario, read_to_live
from engine.scenario.reading.fragments import shared
from engine.scenario.reading.schema import PersonaPart, PlacePart, TownPart, WorldPart

_NOWHERE = "?"


def town_name(files: Mapping[str, str], name: str) -> str:
    """Return what the town is called; the name of its scenario where its file does not say it."""
    part = check_file(files.get(TOWN, ""), TOWN, TownPart).part
    return part.town if part is not None else name


def sketch(files: Mapping[str, str], name: str, *, remarks: bool = True) -> tuple[Scenario, Checked]:
    """Return the scenario as far as it can be read, to look at and not to live, and all its problems; without
    `remarks`, which take most of the time, only its errors are looked for.
    """
    checked = read_scenario(files, name) if remarks else read_to_live(files, name)
    if checked.scenario is not None:
        return checked.scenario, checked
    world = check_file(files.get(WORLD, ""), WORLD, WorldPart).part
    known = world if world is not None and world.root else WorldPart({_NOWHERE: PlacePart()})
    index = gazetteer(known)
    alone = {
        agent: check_file(files[file], file, PersonaPart)
        for file in sorted(files)
        if (agent := persona_of(file)) is not None
    }
    town, sharing = shared(check_file(files.get(TOWN, ""), TOWN, TownPart), alone)
    people = {
        agent: _housed(source.part, index) for agent, source in sharing.items() if source.part is not None
    }
    drawn = build(name, town.part or TownPart(town=name), known, people)
    return replace(drawn, places=drawn.places if known is world else ()), checked


def _housed(part: PersonaPart, index: Gazetteer) -> PersonaPart:
    """Return the person with every place that does not exist taken out, and some home."""
    routine = [
        line if index.room(line.place) else line.model_copy(update={"place": ""}) for line in part.day.routine
    ]
    home = part.home if index.room(part.home) else next(iter(index.place_of))
    return part.model_copy(
        update={
            "name": part.name if part.name != UNSAID else "somebody without a name",
            "home": home,
            "work": part.work if index.room(part.work) else "",
            "day": part.day.model_copy(update={"routine": routine}),
        }
    )
