"""Checks of town events: unknown people, places and objects, missing or unused fields, closed places."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import DAY, clock_words, minute_at
from engine.errors import Worded, worded
from engine.events.kinds import EVENT_KINDS
from engine.language.names.suggesting import did_you_mean, nearest, shown
from engine.language.times.told_time import due_at
from engine.records import StatedMoment
from engine.scenario.document.mends import taken_away, written
from engine.scenario.document.spots import node_at
from engine.scenario.lint.people import People, opened, person_fix, person_remedy, place_fix
from engine.scenario.places import Gazetteer, is_open, tidy
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.nodes import Items, Path
from engine.scenario.reading.schema import TownPart, WorldPart
from engine.scenario.reading.stated.events import EventPart
from engine.scenario.reading.stated.fields import ALL

_FEWEST_OPTIONS = 2

_REMEDIES: dict[str, Worded] = {
    "what": worded("add what it is (`what`)"),
    "where": worded("add a place (`where`)"),
    "at": worded("add a day and time: `at: day 3 12:00`"),
    "object": worded("add the object (`object`) as place/room/object"),
    "state": worded("add its new state (`state`)"),
    "options": worded("add at least two different `options`"),
    "decides": worded("add who decides (`decides`)"),
    "up_to": worded("add the highest bid allowed (`up_to`)"),
}


def lint_town_events(
    town: Source[TownPart], people: People, index: Gazetteer | None, world: WorldPart | None
) -> Iterator[Problem]:
    """Yield every problem of a town's events; places and objects are checked only if the world could be
    read.
    """
    seen: set[str] = set()
    for number, event in enumerate(town.part.events if town.part is not None else ()):
        path = ("events", number)
        yield from _people(town, event, path, people)
        if event.kind == UNSAID:
            continue
        for field in _missing(event):
            message = worded("this {kind} is incomplete", kind=event.kind)
            yield town.note("TW508", message, _REMEDIES[field], *path)
        yield from _unused(town, event, path)
        yield from _facts(town, event, path)
        yield from _unlinked(town, event, path)
        if event.what and event.what in seen:
            message = worded("another event is called {what}", what=shown(event.what))
            yield town.note("TW509", message, worded("rename one of them"), *path, "what")
        seen.add(event.what)
        if index is not None and world is not None:
            yield from _places(town, event, path, index, world)


def _missing(event: EventPart) -> Iterator[str]:
    """Yield the required fields that an event lacks."""
    given = {
        "what": bool(event.what),
        "where": bool(event.where),
        "at": _is_a_moment(event.at),
        "object": bool(event.object_),
        "state": bool(event.state),
        "options": len(event.options) >= _FEWEST_OPTIONS and len(set(event.options)) == len(event.options),
        "decides": event.decides is not None,
        "up_to": event.up_to is not None,
    }
    yield from (field for field in EVENT_KINDS[event.kind].needs if not given[field])


def _is_a_moment(moment: StatedMoment | None) -> bool:
    """Return whether a moment has both a day and an hour."""
    return moment is not None and moment.day is not None and moment.first is not None


def _unused(town: Source[TownPart], event: EventPart, path: Path) -> Iterator[Problem]:
    """Yield a warning for each field that an event of this kind does not use."""
    fields = {*EVENT_KINDS[event.kind].fields, "kind", "known_by", "facts", "text"}
    for name in sorted(set(event.model_dump(by_alias=True, exclude_defaults=True)) - fields):
        message = worded("{name} is not a field of the kind {kind}", kind=event.kind, name=shown(name))
        remedy = worded("its fields are {names}", names=", ".join(EVENT_KINDS[event.kind].fields))
        fix = taken_away(town.file, town.way(*path, name), worded("remove {name}", name=shown(name)))
        yield town.note("TW510", message, remedy, *path, name, key=True, warning=True, fix=fix)


def _facts(town: Source[TownPart], event: EventPart, path: Path) -> Iterator[Problem]:
    """Yield a problem for each fact that the town does not have."""
    facts = [fact.id for fact in town.part.facts] if town.part is not None else []
    for number, named in enumerate(event.facts):
        if named not in facts:
            way = (*path, "facts", number)
            near = nearest(named, facts)
            fix = written(town.file, town.way(*way), near) if near is not None else None
            remedy = did_you_mean(named, facts, worded("use the id of a fact in this town"))
            yield town.note("TW435", worded("unknown fact {fact}", fact=shown(named)), remedy, *way, fix=fix)


def _unlinked(town: Source[TownPart], event: EventPart, path: Path) -> Iterator[Problem]:
    """Yield a warning for each fact of the moment of an event that the event does not name.

    There is none where the author worded what people know of the event.
    """
    at = event.at
    if town.part is None or at is None or at.day is None or at.first is None or event.text:
        return
    begins = minute_at(at.day, at.first)
    for fact in town.part.facts:
        when = due_at(fact.text, town.part.language, town.part.starts)
        if when == begins and fact.id not in event.facts:
            apart = worded(
                "people who know about {what} do not count as knowing the fact {fact}, which has "
                "the same time",
                what=shown(event.what),
                fact=shown(fact.id),
            )
            remedy = worded(
                "add {fact} to the event's `facts` if both say the same thing", fact=shown(fact.id)
            )
            does = worded("add {fact}", fact=shown(fact.id))
            fix = written(town.file, town.way(*path, "facts"), [*event.facts, fact.id], does)
            yield town.note("TW514", apart, remedy, *path, warning=True, fix=fix)


def _people(town: Source[TownPart], event: EventPart, path: Path, people: People) -> Iterator[Problem]:
    named = [("who", event.who), ("except", event.except_), ("known_by", event.known_by or [])]
    named.append(("decides", [event.decides] if event.decides is not None else []))
    for field, persons in named:
        is_list = isinstance(node_at(town.whole, town.way(*path, field)), Items)
        for position, person in enumerate(persons):
            way = (*path, field, position) if is_list else (*path, field)
            if person == ALL and field == "except":
                remedy = worded("name the people to exclude, or remove `except`")
                yield town.note("TW204", worded("everyone is excluded"), remedy, *way)
            if person in people or (person == ALL and field != "decides") or person == UNSAID:
                continue
            message = worded("unknown person {person}", person=shown(person))
            fix = person_fix(town.file, town.way(*way), person, people)
            yield town.note("TW404", message, person_remedy(person, people), *way, fix=fix)


def _places(
    town: Source[TownPart], event: EventPart, path: Path, index: Gazetteer, world: WorldPart
) -> Iterator[Problem]:
    if event.where and index.room(event.where) is None:
        way = (*path, "where")
        yield town.note(*index.remedy(event.where), *way, fix=place_fix(town, way, event.where, index))
    elif event.where and EVENT_KINDS[event.kind].is_public:
        yield from _closed(town, event, path, index, world)
    if event.object_ and tidy(event.object_) not in index.things:
        yield _unknown_object(town, event.object_, (*path, "object"), index)


def _unknown_object(town: Source[TownPart], thing: str, way: Path, index: Gazetteer) -> Problem:
    things = sorted(index.things)
    closest = nearest(tidy(thing), things)
    fix = written(town.file, town.way(*way), closest) if closest is not None else None
    message = worded("there is no object {name}", name=shown(thing))
    example = worded(
        "write it as place/room/object, for example {example}", example=shown(things[0] if things else "…")
    )
    return town.note("TW511", message, did_you_mean(tidy(thing), things, example), *way, fix=fix)


def _closed(
    town: Source[TownPart], event: EventPart, path: Path, index: Gazetteer, world: WorldPart
) -> Iterator[Problem]:
    """Yield a warning if the place of a public event is closed when the event begins."""
    place = index.place_of[index.room(event.where) or ""]
    begins = event.at.first if event.at is not None else None
    if begins is not None and not is_open(world.root[place].open, begins % DAY):
        message = worded("{place} is closed at {due}", place=shown(place), due=clock_words(begins))
        fix = opened(place, world.root[place].open, begins)
        yield town.note(
            "TW512",
            message,
            worded("change the time or the opening hours"),
            *path,
            "at",
            warning=True,
            fix=fix,
        )
