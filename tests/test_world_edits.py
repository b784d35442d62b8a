"""The world is changed part by part: rooms and objects moved with all that refers to them, places mapped."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, strategies as st

from engine.api.scenarios import bundled, bundled_folder, read_folder, read_scenario, said_at, said_in
from engine.api.workspace import open_workspace
from engine.api.writing.edits import MovePart, PutOnMap, Remove, SetField, goals, in_words, second
from engine.errors import BadInput
from engine.scenario.document.apply import apply
from engine.scenario.places import positions

WORLD = "world.yaml"
VILLAGE = """# The harbour.
Café:  # where all meet
  map: {x: 4, y: 6}
  rooms:
    counter:
      # brought from Turin
      espresso machine: off
      till:
    back room:
      capacity: 2
      crates: full

Quay:
  emoji: ⚓
  objects:
    bollard: {state: dry, states: [dry, wet]}

Villa:
  rooms:
    hall:
      mirror:
"""
NELL = """name: Nell Hartley
home: Café / back room
work: Café/counter
day:
  routine:
    - 09:00 count the till @ Café/back room
seed: The back room of the Café is cold.
"""


@pytest.fixture
def files():
    return {"town.yaml": "town: Port\n", WORLD: VILLAGE, "personas/nell.yaml": NELL}


@pytest.fixture
def scenarios(tmp_path, files):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.save("port", files)
        yield workspace.scenarios


def says(text):
    return said_in(text, WORLD)


def test_an_object_goes_to_another_room_with_what_is_remarked_on_it(files):
    edit = MovePart(path=("Café", "rooms", "counter", "espresso machine"), into=("Villa", "rooms", "hall"))
    after = apply(files, edit)
    assert list(after) == [WORLD]
    assert (
        "    hall:\n      mirror:\n      # brought from Turin\n      espresso machine: off\n" in after[WORLD]
    )
    assert after[WORLD].count("# brought from Turin") == 1
    assert after[WORLD].startswith("# The harbour.\nCafé:  # where all meet\n")
    assert edit.words == "moved espresso machine to Villa › hall"


def test_an_object_with_states_goes_to_a_place_of_one_room_and_keeps_them(files):
    after = apply(files, MovePart(path=("Quay", "objects", "bollard"), into=("Villa", "rooms", "hall")))
    assert said_at(says(after[WORLD]), ("Villa", "rooms", "hall", "bollard", "states")) == ["dry", "wet"]
    assert said_at(says(after[WORLD]), ("Quay", "objects")) == {}


def test_a_room_goes_to_another_place_and_who_lives_and_works_there_goes_along(files):
    after = apply(files, MovePart(path=("Café", "rooms", "back room"), into=("Villa", "rooms")))
    nell = said_in(after["personas/nell.yaml"], "personas/nell.yaml")
    assert nell["home"] == "Villa/back room"
    assert nell["work"] == "Café/counter"
    assert nell["day"]["routine"] == ["09:00 count the till @ Villa/back room"]
    assert nell["seed"] == "The back room of the Café is cold.", "a sentence is not put into other words"
    assert said_at(says(after[WORLD]), ("Villa", "rooms", "back room")) == {"capacity": 2, "crates": "full"}


@pytest.mark.parametrize(
    ("path", "into", "why"),
    [
        (("Café", "rooms", "counter"), ("Quay", "rooms"), "cannot be moved there"),
        (("Café", "rooms", "attic"), ("Villa", "rooms"), "check the current version and try again"),
        (("Café", "rooms", "counter", "till"), ("Villa", "rooms"), "cannot be moved there"),
        (("Café",), ("Villa", "rooms"), "cannot be moved there"),
    ],
)
def test_what_cannot_go_somewhere_is_refused_and_says_why(files, path, into, why):
    with pytest.raises(BadInput, match=why):
        apply(files, MovePart(path=path, into=into))


def test_two_of_one_name_never_come_to_one_place(files):
    files[WORLD] = VILLAGE.replace("mirror:", "till:")
    with pytest.raises(BadInput, match="already exists there"):
        apply(files, MovePart(path=("Café", "rooms", "counter", "till"), into=("Villa", "rooms", "hall")))


def test_a_second_one_has_a_name_of_its_own_and_stands_beside_the_first(files):
    path, value = second(says(VILLAGE), ("Café",))
    assert path == ("Café 2",)
    others = [(place["map"]["x"], place["map"]["y"]) for place in says(VILLAGE).values() if place.get("map")]
    assert all(math.dist((value["map"]["x"], value["map"]["y"]), other) >= 3 for other in others)
    after = apply(files, SetField(file=WORLD, path=path, value=value))
    assert second(says(after[WORLD]), ("Café",))[0] == ("Café 3",)
    assert "Café 2" in {place.name for place in read_scenario({**files, **after}, "port").scenario.places}


def test_places_are_put_on_the_map_in_one_edit_that_changes_no_other_line(scenarios):
    before = scenarios.drafts.files("port")[WORLD]
    scenarios.edits.make("port", PutOnMap(points={"Café": (4.04, 112.0), "Quay": (9.46, 3)}))
    after = scenarios.drafts.files("port")[WORLD]
    assert said_at(says(after), ("Café", "map")) == {"x": 4, "y": 100}
    assert said_at(says(after), ("Quay", "map")) == {"x": 9.5, "y": 3}
    assert [line for line in before.splitlines() if line not in after.splitlines()] == ["  map: {x: 4, y: 6}"]
    scenarios.edits.undo("port")
    assert scenarios.drafts.files("port")[WORLD] == before


def test_a_place_that_is_not_there_any_more_is_not_put_on_the_map(files):
    with pytest.raises(BadInput, match="no place 'Mill'"):
        apply(files, PutOnMap(points={"Mill": (1, 1)}))


def test_whoever_would_miss_a_part_is_named_before_it_is_taken_away(scenarios):
    said = in_words(scenarios.edits.referring("port", ("Café", "rooms", "back room")))
    assert said.startswith("Nell Hartley lives there; Nell Hartley is there at 09:00")
    assert "1 sentence in personas/nell.yaml mentions it" in said
    whole = in_words(scenarios.edits.referring("port", ("Café",)))
    assert "Nell Hartley works there" in whole
    assert scenarios.edits.referring("port", ("Villa",)) == []


def parts(world):
    """Every room and every object of a world, as paths."""
    for place, inside in world.items():
        inside = inside if isinstance(inside, dict) else {}
        yield from ((place, "objects", one) for one in inside.get("objects") or {})
        for room, things in (inside.get("rooms") or {}).items():
            yield (place, "rooms", room)
            yield from (
                (place, "rooms", room, one) for one in things or {} if one not in ("about", "capacity")
            )


@pytest.mark.nightly
@pytest.mark.parametrize("town", bundled())
def test_in_every_bundled_town_parts_move_about_and_no_reference_and_no_comment_is_lost(town):
    files = {path: text.decode() for path, text in read_folder(bundled_folder(town)).items()}
    draw = random.Random(f"move {town}")
    comments = files[WORLD].count("#")
    for _ in range(8):
        world = says(files[WORLD])
        path = draw.choice(list(parts(world)))
        into = draw.choice([*goals(world, path), None])
        if into is None or path[-1] in (said_at(world, into) or {}):
            continue
        value = said_at(world, path)
        files |= {file: text for file, text in apply(files, MovePart(path=path, into=into)).items()}
        assert said_at(says(files[WORLD]), (*into, path[-1])) == value
        assert said_at(says(files[WORLD]), path) is None
    assert files[WORLD].count("#") == comments
    dangling = [one for one in read_scenario(files, town).problems if one.code in ("TW304", "TW305")]
    assert not dangling, dangling


def test_what_is_taken_away_after_all_can_be_undone(scenarios):
    before = scenarios.drafts.files("port")
    scenarios.edits.make("port", Remove(file=WORLD, path=("Café", "rooms", "back room")))
    assert scenarios.drafts.files("port") != before
    scenarios.edits.undo("port")
    assert scenarios.drafts.files("port") == before


@given(
    st.lists(st.none() | st.tuples(st.integers(0, 100), st.integers(0, 100)), min_size=1, max_size=40),
)
def test_places_that_say_nothing_of_the_map_stand_on_it_and_upon_no_other(points):
    found = positions({str(number): point for number, point in enumerate(points)})
    given = [found[str(number)] for number, point in enumerate(points) if point is not None]
    made = [found[str(number)] for number, point in enumerate(points) if point is None]
    assert given == [point for point in points if point is not None]
    assert all(0 <= part <= 100 for point in made for part in point)
    for number, point in enumerate(made):
        assert all(math.dist(point, other) > 0.2 for other in [*given, *made[:number]])


def test_very_many_places_that_say_nothing_of_the_map_stand_on_it():
    given = {"first": (0.0, 0.0), **dict.fromkeys(map(str, range(2_000)))}
    found = positions(given)
    assert len(set(found.values())) == len(given)
    assert all(0 <= part <= 100 for point in found.values() for part in point)
