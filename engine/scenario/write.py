"""Writes a scenario as files that read back to the same scenario."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import lru_cache

import yaml
from yaml.emitter import ScalarAnalysis

from engine.clock import clock_words
from engine.records import Hours, Persona, Place, Room, Scenario, Thing
from engine.scenario.allowed_files import TOWN, WORLD, persona_file, prompt_file
from engine.scenario.document.values import Said
from engine.scenario.garbage import seldom_collected
from engine.scenario.places import private_homes
from engine.scenario.stating.fields import event_fields, fields_of

_WIDTH = 96


def to_files(scenario: Scenario) -> Mapping[str, str]:
    """Write a scenario as files, by path. Default values are left out, and so are the prompt defaults that
    own wordings were based on: a scenario does not know them.
    """
    with seldom_collected():
        return _to_files(scenario)


def _to_files(scenario: Scenario) -> Mapping[str, str]:
    public = [room.path for place in scenario.places if not place.private for room in place.rooms]
    files = {TOWN: dumped(_town(scenario)), WORLD: world_text(scenario)}
    for persona in scenario.personas:
        usual = (item.place for item in persona.routine)
        default = {*public, *usual, persona.home, persona.work} - {""}
        files[persona_file(persona.id)] = dumped(_persona(persona, set(persona.knows) == default))
    files |= {prompt_file(name): text for name, text in scenario.wordings.items()}
    return files


class Inline(list[object]):
    """A list that is written between brackets."""


class Braced(dict[str, object]):
    """Keys that are written between braces."""


class Null:
    """A null that has to be written, in a list between brackets."""


class Folded(str):
    """A long text that is written over several lines."""


class _Writer(yaml.SafeDumper):
    """YAML writer that quotes texts other readers would take for a number or a boolean, but neither times nor
    dates.
    """

    yaml_implicit_resolvers = {}  # noqa: RUF012  PyYAML's own way to begin without its resolvers

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Indent the items of a list below their key."""
        super().increase_indent(flow, False)

    def analyze_scalar(self, scalar: str) -> ScalarAnalysis:
        """Analyse the styles in which a text can be written; cached, since a town repeats the same names."""
        return _analyzed(scalar)


@lru_cache(maxsize=16_384)
def _analyzed(scalar: str) -> ScalarAnalysis:
    return yaml.SafeDumper(io.StringIO(), allow_unicode=True).analyze_scalar(scalar)


_TAG = "tag:yaml.org,2002:"
_BOOLEANS = r"(?i:yes|no|true|false|on|off)"
_Writer.add_implicit_resolver(f"{_TAG}bool", re.compile(f"^{_BOOLEANS}$"), list("yYnNtTfFoO"))
_Writer.add_implicit_resolver(f"{_TAG}int", re.compile(r"^[-+]?[0-9][0-9_a-fxo]*$"), list("-+0123456789"))
_Writer.add_implicit_resolver(
    f"{_TAG}float", re.compile(r"^[-+]?(\d[\d_]*)?\.?\d*([eE][-+]?\d+)?$"), list("-+.0123456789")
)
_Writer.add_implicit_resolver(f"{_TAG}null", re.compile(r"^(?i:~|null|)$"), ["~", "n", "N", ""])
_Writer.add_implicit_resolver(f"{_TAG}merge", re.compile("^(<<|=)$"), ["<", "="])
_Writer.add_representer(
    Inline, lambda writer, data: writer.represent_sequence(f"{_TAG}seq", data, flow_style=True)
)
_Writer.add_representer(
    Braced, lambda writer, data: writer.represent_mapping(f"{_TAG}map", data.items(), flow_style=True)
)
_Writer.add_representer(
    Folded, lambda writer, data: writer.represent_scalar(f"{_TAG}str", str(data), style=">")
)
_Writer.add_representer(
    str, lambda writer, data: writer.represent_scalar(f"{_TAG}str", data, style='"' if "\n" in data else None)
)
_Writer.add_representer(Null, lambda writer, _: writer.represent_scalar(f"{_TAG}null", "~"))
_Writer.add_representer(type(None), lambda writer, _: writer.represent_scalar(f"{_TAG}null", ""))


def dumped(content: object, *, width: int = _WIDTH) -> str:
    """Write a table or list as YAML in our style, with lines of about `width` letters."""
    return str(yaml.dump(content, Dumper=_Writer, allow_unicode=True, sort_keys=False, width=width, indent=2))


def _prose(text: str) -> str:
    return Folded(text) if len(text) > _WIDTH - 20 else text


def _said(**values: object) -> dict[str, object]:
    """Return the given keys without empty values."""
    return {key: value for key, value in values.items() if value not in (None, "", [], {}, ())}


def _town(scenario: Scenario) -> dict[str, object]:
    facts = [
        {
            "id": fact.id,
            "text": _prose(fact.text),
            **_said(known_by=Inline(fact.known_by), key_words=Inline(fact.key_words)),
        }
        for fact in scenario.facts
    ]
    return {
        "town": scenario.town,
        **_said(summary=_prose(scenario.summary)),
        "language": scenario.language,
        "starts": scenario.starts.isoformat(),
        "seed": scenario.seed,
        **_said(
            facts=facts,
            events=[_flow(event_fields(event)) for event in scenario.events],
            cognition=_plain(scenario.cognition),
        ),
    }


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    return {key: Braced(value) if isinstance(value, Mapping) else value for key, value in values.items()}


def _world(scenario: Scenario) -> dict[str, object]:
    days = ((one.home, one.work, [line.place for line in one.routine]) for one in scenario.personas)
    where = {room.path: place.name for place in scenario.places for room in place.rooms}
    homes = private_homes(
        (where.get(home, ""), where.get(work or "", ""), [where.get(each, "") for each in places])
        for home, work, places in days
    )
    return {place.name: _place(place, place.name in homes) for place in scenario.places}


def world_text(scenario: Scenario) -> str:
    """Write the world file of a scenario."""
    return dumped(_world(scenario))


def _place(place: Place, is_home: bool) -> dict[str, object]:
    content = _said(
        about=_prose(place.about),
        emoji=place.emoji if place.emoji != "📍" else "",
        open=_hours(place.open) if place.open is not None else "",
    )
    content["map"] = Braced(x=_number(place.x), y=_number(place.y))
    if place.private != is_home:
        content["private"] = place.private
    alone = place.rooms[0] if len(place.rooms) == 1 and place.rooms[0].path == place.name else None
    if alone is not None:
        objects = {thing.name: thing_said(thing) for thing in alone.things}
        return {**content, **_said(capacity=alone.capacity, objects=objects)}
    return {**content, "rooms": {room.name: room_said(room) for room in place.rooms}}


def place_said(place: Place) -> dict[str, object]:
    """Return the content of a place for the world file, and whether it is private."""
    return {**_place(place, False), "private": place.private}


def _number(value: float) -> float:
    """Return `80.0` as 80."""
    return int(value) if value == int(value) else value


def _hours(hours: Hours) -> str:
    return f"{_clock(hours.opens)}-{_clock(hours.closes)}"


def _clock(minute: int) -> str:
    """Return a closing hour as text; `24:00` stays, since it differs from 00:00."""
    return "24:00" if minute == 1440 else clock_words(minute)


def room_said(room: Room) -> dict[str, object] | None:
    """Return the content of a room for the world file, or None if it has none."""
    said = _said(about=_prose(room.about), capacity=room.capacity)
    if not room.things:
        return Braced(said) if said and not room.about else said or None
    return {**said, **{thing.name: thing_said(thing) for thing in room.things}}


def thing_said(thing: Thing) -> object:
    """Return the content of an object for the world file: None, its state, or its keys."""
    if not (thing.about or thing.urgent) and thing.states in ((), (thing.state,)):
        return thing.state or None
    states = Inline(thing.states) if thing.states != (thing.state,) else None
    said = _said(about=_prose(thing.about), state=thing.state, states=states, urgent=Braced(thing.urgent))
    return said if thing.about or thing.urgent else Braced(said)


def _persona(persona: Persona, knows_default: bool) -> dict[str, object]:
    routine = [f"{clock_words(item.start)} {item.activity} @ {item.place}" for item in persona.routine]
    bonds = [
        Braced({"with": bond.other, "as": bond.kind, "closeness": bond.closeness}) for bond in persona.bonds
    ]
    return {
        "name": persona.name,
        **_said(called=persona.called, pronouns=persona.pronouns if persona.pronouns != "they" else ""),
        "age": persona.age,
        "emoji": persona.emoji,
        **_said(traits=Inline(persona.traits)),
        "home": persona.home,
        **_said(
            work=persona.work,
            seed=_seed(persona.seed),
            intends=[_flow(fields_of(intention)) for intention in persona.intends],
            currently=_prose(persona.currently),
        ),
        "day": {
            "wake": clock_words(persona.wake),
            "sleep": clock_words(persona.sleep),
            **_said(routine=routine),
        },
        **_said(
            voice=_said(register=persona.register, says=list(persona.says)),
            relationships=bonds,
            knows=None if knows_default else list(persona.knows),
            status=Braced({name: _number(level) for name, level in persona.status.items()}),
            forgetting=persona.forgetting or None,
        ),
    }


def _flow(fields: Mapping[str, Said]) -> Braced:
    """Return fields to be written on one line."""
    return Braced(
        {name: Inline(value) if isinstance(value, list) else value for name, value in fields.items()}
    )


def _seed(seed: tuple[str, ...]) -> object:
    """Return memories as one text with semicolons, or as a list if one contains a semicolon itself."""
    if any(mark in statement for statement in seed for mark in ";；"):
        return list(seed)
    return Folded("; ".join(seed)) if seed else None
