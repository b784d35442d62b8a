"""The views of the town as its author wrote it: people, places, rooms."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import clock_words
from engine.errors import worded
from engine.moments.moment import Moment
from engine.store.views.asking import Cell, Filled
from engine.store.views.view import View

_PERSON = View(
    name="person",
    about=worded("the people of the town"),
    columns={
        "agent": worded("the person's id, used in the other views"),
        "name": worded("their name"),
        "called": worded("what other people call them"),
        "age": worded("their age"),
        "pronouns": worded("she, he or they"),
        "home": worded("where they live, as place/room"),
        "work": worded("where they work, as place/room"),
        "wake": worded("the minute of the day at which they get up"),
        "sleep": worded("the minute of the day at which they go to bed; more than 1440 if after midnight"),
    },
)
_PLACE = View(
    name="place",
    about=worded("the places of the town"),
    columns={
        "place": worded("its name"),
        "about": worded("its description"),
        "private": worded("1 if visitors must be let in"),
        "opens": worded("opening time; NULL if it is always open"),
        "closes": worded("closing time; NULL if it is always open"),
    },
)
_ROOM = View(
    name="room",
    about=worded("the rooms of the places"),
    columns={
        "room": worded("the room, as place/room"),
        "place": worded("the place it belongs to"),
        "about": worded("its description"),
        "capacity": worded("how many people may be inside; NULL if there is no limit"),
    },
)


def town_filled(moment: Moment) -> tuple[Filled, ...]:
    """Return the views of a run's town, each with the function that fills it."""
    return (
        Filled(_PERSON, lambda: _people(moment)),
        Filled(_PLACE, lambda: _places(moment)),
        Filled(_ROOM, lambda: _rooms(moment)),
    )


def _people(moment: Moment) -> Iterator[tuple[Cell, ...]]:
    known = moment.town.cast.known_as
    for one in moment.town.scenario.personas:
        called = known[one.id].called
        pronouns = known[one.id].pronouns
        yield one.id, one.name, called, one.age, pronouns, one.home, one.work or None, one.wake, one.sleep


def _places(moment: Moment) -> Iterator[tuple[Cell, ...]]:
    for one in moment.town.scenario.places:
        hours = one.open
        opens = clock_words(hours.opens) if hours else None
        yield one.name, one.about, int(one.private), opens, clock_words(hours.closes) if hours else None


def _rooms(moment: Moment) -> Iterator[tuple[Cell, ...]]:
    for place in moment.town.scenario.places:
        for room in place.rooms:
            yield room.path, place.name, room.about, room.capacity
