"""What is urgent carries to the rooms next door and to who comes in; who deals with it tells somebody."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from engine.interventions import SetState
from engine.records import Hours, Line, Place, Room, RoutineItem, ThingState
from engine.rehearsal import Rehearsal
from engine.simulation.day import live as live_together
from tests.towns import STOVE, entries, founded, intervened, live, person, small_town

TEN = 10 * 60


def burning(scenario, at=TEN, until=20 * 60):
    state = founded(Rehearsal(), scenario)
    taken = live(state, at)
    taken.append(intervened(state, SetState(thing=STOVE, state="burning"), at=at))
    return taken + live(state, until)


def stove(**changes):
    scenario = small_town(facts=(), **changes)
    return scenario


def first_change(taken):
    """When the stove was seen to, into which state, and by whom."""
    return next(change for change in entries(taken, ThingState, thing=STOVE) if change.by)


@pytest.mark.soak
def test_who_sits_in_the_next_room_deals_with_it_within_minutes():
    change = first_change(burning(stove()))
    assert (change.state, change.minute <= TEN + 5) == ("off", True)


def test_who_comes_into_the_place_later_notices_it():
    late = RoutineItem(start=14 * 60, activity="have a coffee", place="Café/counter")
    cast = (
        person("ben", "Ben Reed", "Reed House", routine=(late,)),
        person("cy", "Cy Reed", "Net Loft", routine=()),
    )
    change = first_change(burning(stove(personas=cast)))
    assert (change.by, change.state) == ("ben", "off")
    assert 14 * 60 - 5 <= change.minute <= 14 * 60 + 10


@pytest.mark.soak
def test_who_is_in_another_place_knows_nothing_of_it():
    away = tuple(
        dataclasses.replace(one, routine=(RoutineItem(start=9 * 60, activity="look at boats", place="Quay"),))
        for one in (person("ben", "Ben Reed", "Reed House"), person("cy", "Cy Reed", "Net Loft"))
    )
    taken = burning(stove(personas=away), until=TEN + 90)
    assert not [change for change in entries(taken, ThingState, thing=STOVE) if change.by]


def test_who_comes_past_its_place_goes_in():
    """The Café lies at 0, the Quay five minutes away, Ben's house on the other side of the Café."""
    ben = person(
        "ben", "Ben Reed", "Far House",
        routine=(RoutineItem(start=14 * 60, activity="look at the boats", place="Quay"),),
    )  # fmt: skip
    far = Place(name="Far House", x=-5, private=True, rooms=(Room(path="Far House", name="Far House"),))
    cast = (ben, person("cy", "Cy Reed", "Net Loft", routine=()))
    change = first_change(burning(stove(places=(*small_town().places, far), personas=cast)))
    assert (change.by, change.state) == ("ben", "off")
    assert 14 * 60 <= change.minute <= 14 * 60 + 10


def test_no_door_keeps_out_whoever_lives_next_door_and_smells_it():
    """The Café is somebody's own that day, or closed; Ben lives a minute away and has never been in it."""
    near = Place(name="Near House", x=1, private=True, rooms=(Room(path="Near House", name="Near House"),))
    ben = person(
        "ben", "Ben Reed", "Near House",
        routine=(RoutineItem(start=9 * 60, activity="mend a net", place="Near House"),),
    )  # fmt: skip
    for door in ({"private": True}, {"open": Hours(opens=18 * 60, closes=19 * 60)}):
        places = [
            dataclasses.replace(place, **door) if place.name == "Café" else place
            for place in small_town().places
        ]
        change = first_change(burning(stove(places=(*places, near), personas=(ben,))))
        assert (change.by, change.state, change.minute <= TEN + 15) == ("ben", "off", True)


def test_somebody_is_told_of_it_afterwards():
    ben = person(
        "ben", "Ben Reed", "Reed House",
        routine=(
            RoutineItem(start=9 * 60, activity="sit in the café", place="Café/counter"),
            RoutineItem(start=11 * 60, activity="walk about", place="Quay"),
        ),
    )  # fmt: skip
    cy = person("cy", "Cy Reed", "Net Loft", routine=(RoutineItem(start=540, activity="fish", place="Quay"),))
    taken = burning(stove(personas=(ben, cy)))
    assert first_change(taken).by == "ben"
    assert any("stove" in line.text for line in entries(taken, Line, speaker="ben"))


def test_it_is_noticed_alike_however_many_think_at_once():
    def day(concurrency):
        state = founded(Rehearsal(), stove())
        taken = live(state, TEN)
        taken.append(intervened(state, SetState(thing=STOVE, state="burning"), at=TEN))
        kept = []
        asyncio.run(live_together(state, TEN + 120, kept.extend, concurrency=concurrency))
        return sorted((row for _, rows in kept for row in rows.entries), key=lambda row: row.id)

    assert day(1) == day(8)
