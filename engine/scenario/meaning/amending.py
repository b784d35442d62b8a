"""Amending: the fields of a lived town that can still be changed, each as a text.

A list has one item a line. Places, rooms and objects are added, removed or moved to another path as a whole;
everything that depends on them follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from engine.clock import DAY, clock_words
from engine.errors import BadInput, NotFound, one_by_one, remedy_of, worded
from engine.language.names.suggesting import did_you_mean, shown
from engine.records import (
    Bond,
    Fact,
    Hours,
    Path,
    Persona,
    Place,
    Pronouns,
    Room,
    RoutineItem,
    Scenario,
    Thing,
)
from engine.scenario.meaning.difference import TIE
from engine.scenario.meaning.of_places import known_to
from engine.scenario.meaning.placing import at_point, point_said, said_of_place, with_place
from engine.scenario.meaning.rebuilding import (
    becomes,
    said_of_room,
    said_of_thing,
    with_path,
    with_room,
    with_thing,
)
from engine.scenario.newcomer import check_called
from engine.scenario.places import after_midnight, sleep_minute
from engine.scenario.reading.schema import (
    Clock,
    Emoji,
    Name,
    OpenHours,
    Phrase,
    Prose,
    Routine,
    Statement,
    Words,
)

FACT, PLACE, ROOM, OBJECT = "fact", "place", "room", "object"
PATH = "path"
ON_MAP = "on the map"
UP, UP_AT = ("waking", "bedtime"), "waking and bedtime"
_ALWAYS = "all day"
_MOST_HELD = 999
_MOST_DIGITS = 9  # of a number that is read at all

Part = Persona | Place | Room | Thing | Fact


@dataclass(frozen=True, slots=True)
class _Field:
    """How a field of a part is written as a text, and read."""

    says: Callable[[Any], str]
    read: Callable[[Any, str, Scenario], Any]


def said_of(scenario: Scenario, about: str, field: str) -> str:
    """Return a field of a part of a scenario as a text. Raises NotFound if there is no such part, BadInput if
    the field cannot be amended.
    """
    if field in _PARTS:
        return _PARTS[field].says(scenario, about)
    if field == PATH:
        return about if _is_there(scenario, about) else ""
    part = _part(scenario, about, field)
    return "" if part is None else _field(part, field, scenario).says(part)


def amended(scenario: Scenario, about: str, field: str, value: str) -> Scenario:
    """Return a scenario with a field of a part changed. Raises BadInput if the text is invalid."""
    if field in _PARTS:
        return _PARTS[field].made(scenario, about, value)
    part = _part(scenario, about, field)
    if field == PATH:
        return with_path(scenario, about, value)
    if part is None:
        new = Fact(id=about, text=_read(Statement, value, worded("a fact")))
        return replace(scenario, facts=(*scenario.facts, new))
    if field == FACT and not value:
        return replace(scenario, facts=tuple(fact for fact in scenario.facts if fact.id != about))
    changed = _field(part, field, scenario).read(part, value, scenario)
    return _with(scenario, part, changed)


def says_so(scenario: Scenario, about: str, field: str, value: str) -> bool:
    """Check whether a field of a part already has the value that a text states."""
    if field == PATH:
        return _is_there(scenario, value) and not _is_there(scenario, about)
    said = said_of(scenario, about, field)
    if field in _PARTS:  # said otherwise since, by a field of its own, it is that which is undone first
        return bool(said) == bool(value)
    if field == FACT:
        return said == (_read(Statement, value, worded("a fact")) if value else "")
    return said == said_of(amended(scenario, about, field, value), about, field)


def paths_become(scenario: Scenario, about: str, field: str, value: str) -> tuple[Path, Path] | None:
    """Return the old and new path of the part that a change moves; the new path is "" if the part is removed.
    None if all paths stay.
    """
    return becomes(scenario, about, field, value)


def is_of_somebody(scenario: Scenario, about: str, field: str) -> bool:
    """Tell a field of a person from that of a place or a fact with the same id."""
    if field in (*_PARTS, PATH):
        return False
    try:
        return isinstance(_part(scenario, about, field), Persona)
    except NotFound:
        return False


def can_be_amended(scenario: Scenario, about: str, field: str) -> bool:
    """Check whether a field of a part can be amended in a lived town."""
    try:
        said_of(scenario, about, field)
    except (BadInput, NotFound):
        return False
    return True


def _is_there(scenario: Scenario, path: Path) -> bool:
    """Recognise the paths of places, rooms and objects."""
    rooms = [room for place in scenario.places for room in place.rooms]
    names = {place.name for place in scenario.places} | {room.path for room in rooms}
    return path in names or any(thing.path == path for room in rooms for thing in room.things)


def _part(scenario: Scenario, about: str, field: str) -> Part | None:
    """Return the part with this name or id: a person, place, room, object or fact; None for a new fact."""
    places = {place.name: place for place in scenario.places}
    rooms: dict[str, Part] = {room.path: room for place in scenario.places for room in place.rooms}
    things: dict[str, Part] = {
        thing.path: thing for place in scenario.places for room in place.rooms for thing in room.things
    }
    people: dict[str, Part] = {persona.id: persona for persona in scenario.personas}
    facts: dict[str, Part] = {fact.id: fact for fact in scenario.facts}
    if field in _OF_A_FACT:
        if about not in facts and field == FACT and about.strip():
            return None
        known = facts
    elif about in places and field in (*_OF_A_PLACE, PATH):
        return places[about]
    elif field == PATH:
        known = {**things, **rooms, **places}
    else:
        known = {**things, **rooms, **places, **rooms, **people}
    if about not in known:
        near = did_you_mean(about, list(known), worded("see the World page for all names"))
        raise NotFound(
            worded("there is no person, place, object or fact {about}; {near}", about=shown(about), near=near)
        )
    return known[about]


def _field(part: Part, field: str, scenario: Scenario) -> _Field:
    if isinstance(part, Persona) and field.startswith(TIE):
        return _tie(field.removeprefix(TIE), scenario)
    fields = _FIELDS[type(part)]
    if field not in fields:
        known = ", ".join(fields)
        raise BadInput(
            worded(
                "{field} cannot be changed in a run; use one of: {known}",
                field=shown(field),
                known=known,
            )
        )
    return fields[field]


def _with(scenario: Scenario, old: Part, new: Part) -> Scenario:
    if isinstance(new, Persona):
        return replace(scenario, personas=tuple(new if one is old else one for one in scenario.personas))
    if isinstance(new, Fact):
        return replace(scenario, facts=tuple(new if one is old else one for one in scenario.facts))
    return replace(scenario, places=tuple(_place_with(place, old, new) for place in scenario.places))


def _place_with(place: Place, old: Part, new: Part) -> Place:
    if place is old and isinstance(new, Place):
        return new
    return replace(place, rooms=tuple(_room_with(room, old, new) for room in place.rooms))


def _room_with(room: Room, old: Part, new: Part) -> Room:
    if room is old and isinstance(new, Room):
        return new
    things = tuple(new if one is old and isinstance(new, Thing) else one for one in room.things)
    return replace(room, things=things)


def _read(kind: Any, value: object, what: str) -> Any:  # noqa: ANN401 - of whatever kind is asked for
    try:
        return TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        fault = error.errors()[0]
        if fault["type"] == "value_error":  # of a check of our own: a message, and a remedy
            raise BadInput(one_by_one(fault["ctx"]["error"].args)) from error
        raise BadInput(
            worded(
                "{text} is not {what}; {remedy}",
                text=shown(str(value)[:60]),
                what=what,
                remedy=remedy_of(fault),
            )
        ) from error


def _lines(value: str) -> list[str]:
    return [line for line in (" ".join(one.split()) for one in value.splitlines()) if line]


def _text(name: str, kind: Any, what: str) -> _Field:  # noqa: ANN401
    def read(part: Any, value: str, _scenario: Scenario) -> Any:  # noqa: ANN401
        return replace(part, **{name: _read(kind, value, what)})

    return _Field(lambda part: str(getattr(part, name)), read)


def _list(name: str, kind: Any, what: str) -> _Field:  # noqa: ANN401
    def read(part: Any, value: str, _scenario: Scenario) -> Any:  # noqa: ANN401
        return replace(part, **{name: tuple(_read(kind, line, what) for line in _lines(value))})

    return _Field(lambda part: "\n".join(getattr(part, name)), read)


def _age(part: Persona, value: str, _scenario: Scenario) -> Persona:
    said = value.strip()
    if not _is_whole(said, 0, 150):
        raise BadInput(worded("{said} is not an age; use a whole number from 0 to 150", said=shown(value)))
    return replace(part, age=int(said))


def _is_whole(said: str, least: int, most: int) -> bool:
    return said.isdecimal() and len(said) <= _MOST_DIGITS and least <= int(said) <= most


def _hours_said(place: Place) -> str:
    hours = place.open
    if hours is None:
        return _ALWAYS
    closes = "24:00" if hours.closes == DAY else clock_words(hours.closes)
    return f"{clock_words(hours.opens)}-{closes}"


def _hours(place: Place, value: str, _scenario: Scenario) -> Place:
    always = value.strip() in ("", _ALWAYS)
    hours: Hours | None = None if always else _read(OpenHours, value, worded("opening hours"))
    return replace(place, open=hours)


def _capacity(room: Room, value: str, _scenario: Scenario) -> Room:
    said = value.strip()
    if said and not _is_whole(said, 1, _MOST_HELD):
        raise BadInput(
            worded(
                "{said} is not a capacity; use a whole number from 1 to 999, or leave it empty for no limit",
                said=shown(value),
            )
        )
    return replace(room, capacity=int(said) if said else None)


def _wake(part: Persona, value: str, _scenario: Scenario) -> Persona:
    return _with_day(part, wake=_read(Clock, value, worded("a time of day")))


def _sleep(part: Persona, value: str, _scenario: Scenario) -> Persona:
    return _with_day(part, sleep=_read(Clock, value, worded("a time of day")))


def _up(part: Persona, value: str, _scenario: Scenario) -> Persona:
    wakes, dash, sleeps = value.partition("-")
    if not dash:
        raise BadInput(
            worded("{said} is not a waking time and bedtime; use the form 07:00-22:30", said=shown(value))
        )
    return _with_day(
        part,
        wake=_read(Clock, wakes.strip(), worded("a time of day")),
        sleep=_read(Clock, sleeps.strip(), worded("a time of day")),
    )


def _with_day(part: Persona, wake: int | None = None, sleep: int | None = None) -> Persona:
    wakes = part.wake if wake is None else wake
    sleeps = sleep_minute(wakes, part.sleep % DAY if sleep is None else sleep)
    if wakes == sleeps % DAY:
        raise BadInput(
            worded(
                "{name} cannot get up and go to bed at the same time; choose different times", name=part.name
            )
        )
    routine = tuple(
        replace(one, start=after_midnight(one.start % DAY, wakes, sleeps)) for one in part.routine
    )
    return replace(part, wake=wakes, sleep=sleeps, routine=routine)


def _routine_said(part: Persona) -> str:
    return "\n".join(f"{clock_words(one.start % DAY)} {one.activity} @ {one.place}" for one in part.routine)


def _routine(part: Persona, value: str, scenario: Scenario) -> Persona:
    items = tuple(
        _item(part, _read(Routine, line, worded("a routine line")), scenario) for line in _lines(value)
    )
    return replace(part, routine=items)


def _item(part: Persona, line: Any, scenario: Scenario) -> RoutineItem:  # noqa: ANN401 - a part of the schema
    room = _room_named(line.place, scenario) if line.place else part.home
    start = after_midnight(line.start, part.wake, part.sleep)
    return RoutineItem(start=start, activity=line.activity, place=room)


def _room_named(said: str, scenario: Scenario) -> Path:
    for place in scenario.places:
        if place.name == said:
            return place.rooms[0].path
        for room in place.rooms:
            if room.path == said:
                return room.path
    names = [place.name for place in scenario.places]
    raise NotFound(
        worded(
            "there is no place {said}; {remedy}",
            said=shown(said),
            remedy=did_you_mean(said, names, worded("see the World page for all names")),
        )
    )


def _tie(other: str, scenario: Scenario) -> _Field:
    if other not in {persona.id for persona in scenario.personas}:
        raise NotFound(worded("nobody has the id {other}; see the list of people", other=shown(other)))

    def says(part: Persona) -> str:
        bond = next((one for one in part.bonds if one.other == other), None)
        return f"{bond.closeness:g} {bond.kind}" if bond is not None else ""

    def read(part: Persona, value: str, _scenario: Scenario) -> Persona:
        bond = bond_read(other, value)
        if other == part.id:
            raise BadInput(
                worded("{name} cannot have a relationship with themselves; choose two people", name=part.name)
            )
        rest = tuple(one for one in part.bonds if one.other != other)
        return replace(part, bonds=(*rest, bond) if bond is not None else rest)

    return _Field(says, read)


def bond_read(other: str, value: str) -> Bond | None:
    """Parse a relation such as `0.5 friend`; None if the text is empty."""
    close, _, kind = value.strip().partition(" ")
    if not close:
        return None
    try:
        closeness = float(close)
    except ValueError:
        closeness = 2.0
    if not -1 <= closeness <= 1:
        raise BadInput(
            worded(
                "{said} is not a relationship; use a number from -1 to 1 and a word, such as 0.5 friend",
                said=shown(value),
            )
        )
    return Bond(other=other, kind=_read(Phrase, kind, worded("a relationship")), closeness=closeness)


def _knowers(fact: Fact, value: str, scenario: Scenario) -> Fact:
    people = tuple(one.strip() for one in value.split(",") if one.strip())
    known = {persona.id for persona in scenario.personas}
    for one in people:
        if one not in known:
            raise NotFound(
                worded(
                    "nobody has the id {one}; {remedy}",
                    one=shown(one),
                    remedy=did_you_mean(one, list(known), worded("see the list of people")),
                )
            )
    return replace(fact, known_by=people)


def _fact_text(fact: Fact, value: str, _scenario: Scenario) -> Fact:
    return replace(fact, text=_read(Statement, value, worded("a fact")))


def _place_about(place: Place, value: str, _scenario: Scenario) -> Place:
    said = _read(Prose, value, worded("valid text"))
    alone = [room for room in place.rooms if room.path == place.name]
    rooms = tuple(replace(room, about=said) for room in alone) or place.rooms
    return replace(place, about=said, rooms=rooms)


def _name(part: Persona, value: str, scenario: Scenario) -> Persona:
    named = replace(part, name=_read(Name, value.strip(), worded("a name")))
    return _called_so(named, part, scenario)


def _short_name(part: Persona, value: str, scenario: Scenario) -> Persona:
    return _called_so(replace(part, called=_read(Words, value, worded("a short name"))), part, scenario)


def _called_so(named: Persona, part: Persona, scenario: Scenario) -> Persona:
    """Return a person with a new name. Raises BadInput if another person is called so."""
    others = tuple(one for one in scenario.personas if one.id != part.id)
    check_called(named, replace(scenario, personas=others))
    return named


def _home(part: Persona, value: str, scenario: Scenario) -> Persona:
    return replace(part, home=_room_named(value.strip(), scenario))


def _work(part: Persona, value: str, scenario: Scenario) -> Persona:
    return replace(part, work=_room_named(value.strip(), scenario) if value.strip() else "")


def _known(part: Persona, value: str, scenario: Scenario) -> Persona:
    return replace(part, knows=tuple(_room_named(line, scenario) for line in _lines(value)))


def _privacy(place: Place, value: str, _scenario: Scenario) -> Place:
    if value not in (BY_ALL, BY_THOSE):
        raise BadInput(
            worded(
                "{value} does not say who knows the place; use {one} or {other}",
                value=shown(value),
                one=shown(BY_ALL),
                other=shown(BY_THOSE),
            )
        )
    return replace(place, private=value == BY_THOSE)


BY_ALL, BY_THOSE = "by all", "only by those who belong there"


def value_words(field: str, value: str) -> str:
    """Return the value of a field as people read it."""
    return known_to(private=value == BY_THOSE) if field == "known" else value


@dataclass(frozen=True, slots=True)
class _PartField:
    """How a whole place, room or object is written as a text, and created from one or removed."""

    says: Callable[[Scenario, str], str]
    made: Callable[[Scenario, str, str], Scenario]


_PARTS: Mapping[str, _PartField] = {
    PLACE: _PartField(said_of_place, with_place),
    ROOM: _PartField(said_of_room, with_room),
    OBJECT: _PartField(said_of_thing, with_thing),
}
_SIGN = _text("emoji", Emoji, worded("an emoji"))
_ABOUT = _text("about", Prose, worded("valid text"))
_OF_A_PERSONA: Mapping[str, _Field] = {
    "name": _Field(lambda part: part.name, _name),
    "short name": _Field(lambda part: part.called, _short_name),
    "pronouns": _text("pronouns", Pronouns, worded("he, she or they")),
    "home": _Field(lambda part: part.home, _home),
    "work": _Field(lambda part: part.work, _work),
    "age": _Field(lambda part: str(part.age), _age),
    "emoji": _SIGN,
    "traits": _list("traits", Phrase, worded("a trait")),
    "circumstances now": _text("currently", Prose, worded("valid text")),
    "waking": _Field(lambda part: clock_words(part.wake), _wake),
    "bedtime": _Field(lambda part: clock_words(part.sleep % DAY), _sleep),
    UP_AT: _Field(lambda part: f"{clock_words(part.wake)}-{clock_words(part.sleep % DAY)}", _up),
    "usual day": _Field(_routine_said, _routine),
    "way of speaking": _text("register", Words, worded("a way of speaking")),
    "sayings": _list("says", Phrase, worded("a saying")),
    "first memories": _list("seed", Statement, worded("a memory")),
    "known places": _Field(lambda part: "\n".join(part.knows), _known),
}
_OF_A_PLACE: Mapping[str, _Field] = {
    "open": _Field(_hours_said, _hours),
    ON_MAP: _Field(point_said, at_point),
    "known": _Field(lambda place: BY_THOSE if place.private else BY_ALL, _privacy),
    "emoji": _SIGN,
    "about": _Field(lambda place: place.about, _place_about),
}
_OF_A_ROOM: Mapping[str, _Field] = {
    "about": _ABOUT,
    "capacity": _Field(lambda room: str(room.capacity or ""), _capacity),
}
_OF_A_THING: Mapping[str, _Field] = {"about": _ABOUT, "states": _list("states", Phrase, worded("a state"))}
_OF_A_FACT: Mapping[str, _Field] = {
    FACT: _Field(lambda fact: fact.text, _fact_text),
    "known by": _Field(lambda fact: ", ".join(fact.known_by), _knowers),
    "key words": _list("key_words", Phrase, worded("a key word")),
}
_FIELDS: Mapping[type, Mapping[str, _Field]] = {
    Persona: _OF_A_PERSONA, Place: _OF_A_PLACE, Room: _OF_A_ROOM, Thing: _OF_A_THING, Fact: _OF_A_FACT,
}  # fmt: skip
