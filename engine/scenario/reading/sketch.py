"""Reads as much as possible of a scenario that is still being written, errors and all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from engine.records import Scenario
from engine.scenario.allowed_files import TOWN, WORLD, persona_of
from engine.scenario.build import build
from engine.scenario.places import Gazetteer, gazetteer, tidy
from engine.scenario.reading.check import UNSAID, check_file
from engine.scenario.reading.checked import Checked, read_scenario, read_to_live
from engine.scenario.reading.fragments import shared
from engine.scenario.reading.schema import PersonaPart, PlacePart, TownPart, WorldPart
from engine.scenario.reading.stated.events import EventPart
from engine.scenario.reading.stated.intents import IntentPart

_NOWHERE = "?"
_I = TypeVar("_I", bound=IntentPart)


def town_name(files: Mapping[str, str], name: str) -> str:
    """Return the name of the town, or the scenario's name if its file does not give one."""
    part = check_file(files.get(TOWN, ""), TOWN, TownPart).part
    return part.town if part is not None else name


def sketch(files: Mapping[str, str], name: str, *, remarks: bool = True) -> tuple[Scenario, Checked]:
    """Read a scenario as far as possible, to look at and not to live, with all its problems; without
    `remarks`, which are slow, only with its errors.
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
    whole = town.part or TownPart(town=name)
    told = whole.model_copy(
        update={
            "intends": [_placed(intent, index) for intent in whole.intends],
            "events": [event for event in whole.events if _is_whole(event, index)],
        }
    )
    drawn = build(name, told, known, people)
    return replace(drawn, places=drawn.places if known is world else ()), checked


def _housed(part: PersonaPart, index: Gazetteer) -> PersonaPart:
    """Return the person without unknown places, and with a home."""
    routine = [
        line if index.room(line.place) else line.model_copy(update={"place": ""}) for line in part.day.routine
    ]
    home = part.home if index.room(part.home) else next(iter(index.place_of))
    return part.model_copy(
        update={
            "name": part.name if part.name != UNSAID else "a person without a name",
            "home": home,
            "work": part.work if index.room(part.work) else "",
            "day": part.day.model_copy(update={"routine": routine}),
            "intends": [_placed(intent, index) for intent in part.intends],
        }
    )


def _placed(intent: _I, index: Gazetteer) -> _I:
    """Return an intention without an unknown place."""
    known = not intent.where or index.room(intent.where) is not None
    return intent if known else intent.model_copy(update={"where": ""})


def _is_whole(event: EventPart, index: Gazetteer) -> bool:
    """Return whether an event can be built: it has a known kind, a known place and a moment."""
    thing = tidy(event.object_)
    where = event.where or thing.rpartition("/")[0]
    if event.kind == UNSAID or index.room(where) is None or (thing and thing not in index.things):
        return False
    return event.at is not None and event.at.day is not None and event.at.first is not None
