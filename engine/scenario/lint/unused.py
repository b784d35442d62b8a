"""Finds unused parts of a town: places that nobody uses, people whom nobody mentions."""

from __future__ import annotations

from collections.abc import Iterator

from engine.records import AgentId, Persona, Scenario, StatedIntention
from engine.world.place_names import PlaceNames


def unused_places(scenario: Scenario) -> tuple[str, ...]:
    """Return the places where nobody lives, works or spends part of a usual day, and which no text names."""
    rooms = {path for one in scenario.personas for path in _rooms_of(one)}
    names = PlaceNames(place.name for place in scenario.places)
    named = {place for text in _texts(scenario) for place in names.named(text)}
    return tuple(
        place.name
        for place in scenario.places
        if place.name not in named and not any(room.path in rooms for room in place.rooms)
    )


def unmentioned_people(scenario: Scenario) -> tuple[AgentId, ...]:
    """Return the people who appear in no relationship, intention, memory, event or fact but their own."""
    return tuple(one.id for one in scenario.personas if not _is_mentioned(one, scenario))


def _is_mentioned(person: Persona, scenario: Scenario) -> bool:
    others = [one for one in scenario.personas if one.id != person.id]
    if any(bond.other == person.id for one in others for bond in one.bonds):
        return True
    if any(person.id in fact.known_by or person.name in fact.text for fact in scenario.facts):
        return True
    if any(person.id in _named_in(intention) for one in others for intention in one.intends):
        return True
    if any(person.id in (*event.people, *event.known_by, event.decides) for event in scenario.events):
        return True
    return any(person.name in text for one in others for text in (*one.seed, one.currently))


def _named_in(intention: StatedIntention) -> tuple[AgentId, ...]:
    return (*intention.others, *intention.excepted, *intention.kept_from)


def _rooms_of(person: Persona) -> Iterator[str]:
    yield from (person.home, person.work, *(item.place for item in person.routine))


def _texts(scenario: Scenario) -> Iterator[str]:
    yield from (fact.text for fact in scenario.facts)
    for one in scenario.personas:
        yield from (*one.seed, one.currently, *(item.activity for item in one.routine))
