"""What differs between two versions of a town is said in meaning, whatever its files look like."""

from __future__ import annotations

import random

import pytest

from engine.api.scenarios import bundled, bundled_folder, read_folder, sketch
from engine.api.workspace import open_workspace
from engine.api.writing.edits import (
    MovePart,
    PutOnMap,
    Remove,
    RemoveFile,
    RenamePerson,
    RenamePlace,
    SetField,
)
from engine.errors import NotFound

TOWN, WORLD, NELL = "three-neighbours", "world.yaml", "personas/nell.yaml"


@pytest.fixture
def scenarios(tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add_bundled(TOWN)
        yield workspace.scenarios


@pytest.fixture
def said(scenarios):
    """Make edits, and return what differs then, in words."""

    def made(*edits):
        for edit in edits:
            scenarios.edits.make(TOWN, edit)
        first = scenarios.versions(TOWN)[-1].number
        return [one.words for one in scenarios.differences(TOWN, first)]

    return made


@pytest.fixture
def town(scenarios):
    return scenarios.checked(TOWN).scenario


def private_place(town):
    return next(place.name for place in town.places if len(place.rooms) > 1)


def test_what_is_written_otherwise_and_says_the_same_differs_in_nothing(scenarios):
    files = scenarios.files(TOWN)
    text = "# a remark\n" + files[WORLD].replace(": ", ":   ")
    scenarios.save_file(TOWN, WORLD, text)
    first, newest = scenarios.versions(TOWN)[-1].number, scenarios.versions(TOWN)[0].number
    assert first != newest
    assert scenarios.differences(TOWN, first, newest) == ()


def test_hours_a_point_and_an_emoji_are_told_before_and_after(said, town):
    place = town.places[0].name
    words = said(
        SetField(file=WORLD, path=(place, "open"), value="10:00-11:00"), PutOnMap(points={place: (7, 8.5)})
    )
    assert any(f"{place} open: " in one and one.endswith("→ 10:00–11:00") for one in words)
    assert any(f"{place} on the map: " in one and one.endswith("→ 7, 8.5") for one in words)
    assert len(words) == 2


def test_a_place_that_came_is_told_once_with_all_that_is_in_it(said):
    mill = {"rooms": {"loft": {"millstone": None, "rope": None}}, "map": {"x": 1, "y": 1}}
    assert said(SetField(file=WORLD, path=("Old Mill",), value=mill)) == ["place added: Old Mill"]


def test_a_renamed_place_is_told_as_that_and_nobody_is_said_to_have_moved_house(said, town):
    home = town.personas[0].home.partition("/")[0]
    words = said(RenamePlace(place=home, name="Mill House"))
    assert f"renamed {home} to Mill House" in words
    assert not any("home" in one or "usual day" in one or "added" in one for one in words)


def test_a_thing_that_stands_elsewhere_has_moved(said, town):
    thing, place = next(
        (thing, place) for place in town.places for room in place.rooms for thing in room.things
        if len(place.rooms) > 1
    )  # fmt: skip
    room = thing.path.split("/")[1]
    goal = next(one.name for one in place.rooms if one.name != room)
    words = said(MovePart(path=(place.name, "rooms", room, thing.name), into=(place.name, "rooms", goal)))
    assert words == [f"moved {thing.name} from {place.name}/{room} to {place.name}/{goal}"]


def test_of_a_person_every_field_is_told_and_lists_item_by_item(said, town):
    nell = next(one for one in town.personas if one.id == "nell")
    words = said(
        SetField(file=NELL, path=("traits",), value=["bold"]),
        SetField(file=NELL, path=("age",), value=71),
        SetField(file=NELL, path=("seed",), value=[*nell.seed, "Nell has seen the sea once."]),
    )
    assert f"{nell.name}’s traits: {', '.join(nell.traits)} → bold" in words
    assert f"{nell.name}’s age: {nell.age} → 71" in words
    assert f"{nell.name} has a new first memory: Nell has seen the sea once." in words
    assert len(words) == 3


def test_a_new_name_of_somebody_is_one_difference_of_theirs(scenarios):
    before = scenarios.checked(TOWN).scenario
    scenarios.edits.make(TOWN, RenamePerson(agent="nell", name="Ada Mill"))
    mine = [one for one in scenarios.differences(TOWN) if one.about == "nell" and one.field == "name"]
    (one,) = mine
    assert (one.how, one.before, one.after) == ("changed", before.persona("nell").name, "Ada Mill")


def test_who_is_gone_and_what_is_known_of_facts_and_the_town_is_told(said, town):
    words = said(
        RemoveFile(file=NELL),
        SetField(file="town.yaml", path=("facts",), value=[{"id": "eel", "text": "There is an eel."}]),
        SetField(file="town.yaml", path=("town",), value="Two Neighbours"),
        SetField(file="town.yaml", path=("cognition", "reflect_at"), value=77),
    )
    assert f"{town.persona('nell').name} was removed" in words
    assert "fact added: There is an eel. (known to nobody)" in words
    assert f"The town’s name: {town.town} → Two Neighbours" in words
    assert any(one == "Setting reflect_at: 45 → 77" for one in words)
    assert sum(one.startswith("fact removed: ") for one in words) == len(town.facts)


def test_two_saved_versions_are_compared_both_ways_and_an_unknown_one_is_named(scenarios):
    scenarios.edits.make(TOWN, SetField(file=NELL, path=("age",), value=71))
    scenarios.save_all(TOWN)
    new, old = [version.number for version in scenarios.versions(TOWN)]
    (there,), (back,) = scenarios.differences(TOWN, old, new), scenarios.differences(TOWN, new, old)
    assert (there.before, there.after) == (back.after, back.before)
    with pytest.raises(NotFound, match="has no version 99999"):
        scenarios.differences(TOWN, 99999)


def test_a_version_with_errors_is_compared_as_far_as_it_can_be_read(scenarios):
    scenarios.drafts.keep(TOWN, WORLD, "Quay: [", scenarios.versions(TOWN)[0].number)
    assert scenarios.differences(TOWN)


@pytest.mark.nightly
@pytest.mark.parametrize("town", bundled())
def test_in_every_bundled_town_a_part_taken_away_is_told_of_and_a_renamed_place_never_as_two(town):
    from engine.scenario.document.apply import apply
    from engine.scenario.meaning.differences import differences

    files = {path: text.decode() for path, text in read_folder(bundled_folder(town)).items()}
    before = sketch(files, town)[0]
    draw = random.Random(town)
    assert differences(before, before) == ()
    for place in draw.sample(before.places, 4):
        renamed = {**files, **apply(files, RenamePlace(place=place.name, name="Somewhere Else"))}
        told = differences(before, sketch(renamed, town)[0])
        assert [one.words for one in told if one.of == "place" and one.how in ("added", "removed")] == []
        assert sum(one.how == "renamed" for one in told) == 1
        gone = {**files, **apply(files, Remove(file=WORLD, path=(place.name,)))}
        assert f"place removed: {place.name}" in [
            one.words for one in differences(before, sketch(gone, town)[0])
        ]
