"""Editor hints for a file while it is written: the allowed keys, their meaning and values.

They are derived from the models that the files are checked against, so that there is one source.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, RootModel
from pydantic.fields import FieldInfo

from engine.clock import clock_words
from engine.errors import worded
from engine.events.kinds import EVENT_KINDS
from engine.practices.practice import intent_kinds
from engine.records import Hours, Scenario, StatedMoment
from engine.scenario.allowed_files import TOWN, WORLD, persona_of
from engine.scenario.reading.schema import (
    BondPart,
    DayPart,
    FactPart,
    FragmentPart,
    Part,
    PersonaPart,
    RoutineLine,
    ThingPart,
    TownPart,
    WorldPart,
)
from engine.scenario.reading.stated.events import EventPart
from engine.scenario.reading.stated.intents import IntentPart, TownIntentPart
from engine.scenario.reading.values import extra_of, kinds

Hint = dict[str, Any]
"""`about` a key, `kind`, `default`, `choices`, and `names`, of which sort of the town's own names it is one;
`keys` that may stand below it, what any `other` key holds, and an `item` of its list.
"""

_PARTS: Mapping[str, Part] = {TOWN: "town", WORLD: "world"}
_MODELS: Mapping[Part, type[BaseModel]] = {"town": TownPart, "world": WorldPart, "persona": PersonaPart}
_KINDS: Mapping[object, str] = {
    str: worded("text"), int: worded("a whole number"), float: worded("a number"),
    bool: worded("true or false"), list: worded("a list"), dict: worded("a group of keys"),
    datetime.date: worded("a date, such as 2026-03-02"), Hours: worded("hours, such as 08:00-20:00"),
    RoutineLine: worded("a line, such as 08:00 open up @ place/room"),
    StatedMoment: worded("a moment, such as day 2 19:00"),
}  # fmt: skip
_NAMES: Mapping[tuple[type[BaseModel], str], str] = {
    (PersonaPart, "home"): "places",
    (PersonaPart, "work"): "places",
    (PersonaPart, "knows"): "places",
    (PersonaPart, "traits"): "traits",
    (DayPart, "routine"): "routine",
    (PersonaPart, "includes"): "fragments",
    (FragmentPart, "traits"): "traits",
    (FragmentPart, "routine"): "routine",
    (FragmentPart, "knows"): "places",
    (FragmentPart, "facts"): "facts",
    (BondPart, "with"): "people",
    (BondPart, "as"): "ties",
    (FactPart, "known_by"): "people",
    (ThingPart, "state"): "states",
    (ThingPart, "states"): "states",
    (ThingPart, "urgent"): "states",
    **{
        (model, field): "places" if field == "where" else "people"
        for model in (IntentPart, TownIntentPart)
        for field in ("with", "to", "except", "kept_from", "who", "where")
    },
    **{(EventPart, field): "people" for field in ("who", "except", "known_by", "decides")},
    (EventPart, "facts"): "facts",
    (EventPart, "where"): "places",
    (EventPart, "object"): "things",
    (EventPart, "state"): "states",
}
_NONE: Mapping[str, FragmentPart] = {}
_CLOCKS = {(DayPart, "wake"), (DayPart, "sleep")}


def part_of(file: str) -> Part | None:
    """Return the kind of part in a file, or None if it is not a YAML file of a scenario."""
    if persona_of(file) is not None:
        return "persona"
    return _PARTS.get(file)


@cache
def hints(part: Part) -> Hint:
    """Return the editor hints for one kind of part."""
    return _of_model(_MODELS[part])


def names_of(
    scenario: Scenario, fragments: Mapping[str, FragmentPart] = _NONE
) -> Mapping[str, list[tuple[str, str]]]:
    """Return the names of a town that its files may use, by sort, each with a short description."""
    rooms = [
        (room.path, worded("in {place}", place=place.name) if room.path != place.name else place.about[:60])
        for place in scenario.places
        for room in place.rooms
    ]
    whole = [
        (place.name, worded("its first room"))
        for place in scenario.places
        if place.rooms[0].path != place.name
    ]
    things = [thing for place in scenario.places for room in place.rooms for thing in room.things]
    return {
        "places": sorted({**dict(whole), **dict(rooms)}.items()),
        "people": [(one.id, one.name) for one in scenario.personas],
        "traits": _each(trait for one in scenario.personas for trait in one.traits),
        "things": [(thing.path, thing.about[:60]) for thing in things],
        "states": _each(state for thing in things for state in thing.states),
        "fragments": [(name, _gist(part)) for name, part in sorted(fragments.items())],
        "facts": [(fact.id, fact.text[:60]) for fact in scenario.facts],
        "ties": _each(bond.kind for one in scenario.personas for bond in one.bonds),
    }


def _gist(part: FragmentPart) -> str:
    """Return a short summary of a fragment."""
    return next(iter([*part.seed, ", ".join(part.traits), *(line.activity for line in part.routine)]), "")[
        :60
    ]


def _each(words: Iterable[str]) -> list[tuple[str, str]]:
    return [(word, "") for word in sorted(set(words), key=str.casefold)]


def _of_model(model: type[BaseModel]) -> Hint:
    if issubclass(model, RootModel):
        return _of_type(model.model_fields["root"].annotation)
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    keys = {key: _of_field(model, key, field) for key, field in fields.items()}
    found: Hint = {"kind": _KINDS[dict], "keys": keys}
    if model.model_config.get("extra") == "allow":
        found["other"] = _of_type(extra_of(model))
    return found


def _of_field(model: type[BaseModel], key: str, field: FieldInfo) -> Hint:
    found = {"about": field.description or "", **_of_type(field.annotation)}
    if (model, key) in _CLOCKS:
        found["kind"] = worded("a time, such as 07:30")
    found["kind"] = _in_range(found["kind"], field)
    default = _said(field.default, is_clock=(model, key) in _CLOCKS)
    if default:
        found["default"] = default
    if issubclass(model, IntentPart) and key == "kind":
        found |= {"kind": worded("one of these"), "choices": list(intent_kinds())}
    if model is EventPart and key == "kind":
        found |= {"kind": worded("one of these"), "choices": list(EVENT_KINDS)}
    if (model, key) in _NAMES:
        found["names"] = _NAMES[model, key]
    return found


def _of_type(wanted: object) -> Hint:
    """Return the hint for a type; of several options, the most informative."""
    options = [kind for kind in kinds(wanted) if kind is not type(None)]
    models = (kind for kind in options if isinstance(kind, type) and issubclass(kind, BaseModel))
    chosen = next(models, options[0])
    origin = get_origin(chosen)
    if origin is Literal:
        return {"kind": worded("one of these"), "choices": [str(each) for each in get_args(chosen)]}
    if origin is list:
        return {"kind": _KINDS[list], "item": _of_type(get_args(chosen)[0])}
    if origin is dict:
        return {"kind": _KINDS[dict], "other": _of_type(get_args(chosen)[1])}
    if chosen is bool:
        return {"kind": _KINDS[bool], "choices": ["true", "false"]}
    if chosen in _KINDS:
        return {"kind": _KINDS[chosen]}
    if isinstance(chosen, type) and issubclass(chosen, BaseModel):
        return _of_model(chosen)
    return {"kind": worded("a value")}


def _in_range(kind: str, field: FieldInfo) -> str:
    """Return a type in words with its range, if it has one."""
    inside = (part for kind in get_args(field.annotation) for part in getattr(kind, "metadata", ()))
    parts = [*field.metadata, *inside]
    least = next((part.ge for part in parts if hasattr(part, "ge") and part.ge is not None), None)
    most = next((part.le for part in parts if hasattr(part, "le") and part.le is not None), None)
    if least is not None and most is not None:
        return worded("{kind} from {least:g} to {most:g}", kind=kind, least=least, most=most)
    return worded("{kind} of at least {least:g}", kind=kind, least=least) if least is not None else kind


def _said(default: object, *, is_clock: bool) -> str:
    if isinstance(default, bool):
        return str(default).lower()
    if is_clock and isinstance(default, int):
        return clock_words(default)
    if isinstance(default, int | float):
        return f"{default:g}"
    if isinstance(default, datetime.date):
        return default.isoformat()
    return default if isinstance(default, str) else ""
