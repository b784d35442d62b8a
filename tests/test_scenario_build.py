"""From files to the records that live: full paths, defaults, folders, starter towns, editor schemas."""

import dataclasses
import itertools
import math
import os

import pytest

from engine.errors import BadInput, NotFound, ScenarioProblems
from engine.records import Hours
from engine.scenario import (
    bundled,
    bundled_folder,
    json_schema,
    load,
    new_scenario,
    read_folder,
    read_scenario,
)

WORLD = """\
Café:
  open: 18:00-02:00
  rooms:
    counter: {about: Zinc., stove: "off", lamp: , sign: {states: [dark, lit]}}
    washroom: {capacity: 1}
Quay: {map: {x: 1, y: 1}, objects: {bell: still}}
House: {rooms: {hall: , bedroom: }}
Hut:
"""
ANN = """\
name: Ann Holm
home: House/bedroom
work: Café
seed: |
  Ann Holm sings;  Ann Holm
  sails；安静
day:
  wake: 09:00
  sleep: 02:30
  routine: [09:30 read, 18:00 sing @ home @ Café, 00:30 sweep @ Café / washroom]
"""


def town(world=WORLD, **people):
    files = {"town.yaml": "town: T", "world.yaml": world}
    return read_scenario(
        {**files, **{f"personas/{name}.yaml": text for name, text in people.items()}}, "t"
    ).scenario


def test_a_place_name_stands_for_its_first_room_and_every_path_is_full():
    ann = town(ann=ANN).persona("ann")
    assert (ann.home, ann.work) == ("House/bedroom", "Café/counter")
    assert [(item.start, item.activity, item.place) for item in ann.routine] == [
        (570, "read", "House/bedroom"),
        (1080, "sing @ home", "Café/counter"),
        (1470, "sweep", "Café/washroom"),
    ]


def test_bedtime_before_waking_is_after_midnight():
    ann = town(ann=ANN).persona("ann")
    assert (ann.wake, ann.sleep) == (540, 1440 + 150)


def test_semicolons_of_either_width_part_seed_memories():
    assert town(ann=ANN).persona("ann").seed == ("Ann Holm sings", "Ann Holm sails", "安静")
    listed = ANN.replace("seed: |\n  Ann Holm sings;  Ann Holm\n  sails；安静", "seed: [a; b, c]")
    assert town(ann=listed).persona("ann").seed == ("a; b", "c")


def test_homes_are_private_and_people_know_what_is_public_and_their_own():
    scenario = town(ann=ANN)
    assert {place.name: place.private for place in scenario.places} == {
        "Café": False,
        "Quay": False,
        "House": True,
        "Hut": False,
    }
    assert scenario.persona("ann").knows == ("Café/counter", "Café/washroom", "Quay", "House/bedroom", "Hut")
    told = town(ann=ANN + "knows: [House, Quay]\n")
    assert told.persona("ann").knows == ("Café/counter", "Quay", "House/hall", "House/bedroom")


def test_a_place_without_rooms_is_one_room_with_its_own_name():
    quay = town(ann=ANN).places[1]
    assert [(room.path, room.name) for room in quay.rooms] == [("Quay", "Quay")]
    assert quay.rooms[0].things[0].path == "Quay/bell"


def test_objects_may_be_given_in_short():
    stove, lamp, sign = town(ann=ANN).places[0].rooms[0].things
    assert (stove.state, stove.states) == ("off", ("off",))
    assert (lamp.state, lamp.states) == ("", ())
    assert (sign.state, sign.states) == ("dark", ("dark", "lit"))


def test_hours_may_run_past_midnight():
    assert town(ann=ANN).places[0].open == Hours(opens=1080, closes=120)


def test_places_without_a_map_position_get_points_of_their_own():
    world = "".join(f"Place {n}:\n" for n in range(120)) + "At One: {map: {x: 1, y: 1}}\n"
    scenario = town(world, ann="name: Ann\nhome: Place 0\nseed: Ann is here")
    points = [(place.x, place.y) for place in scenario.places]
    assert len(set(points)) == 121
    assert points[-1] == (1, 1)
    assert all(0 <= x <= 100 and 0 <= y <= 100 for x, y in points)
    assert scenario == town(world, ann="name: Ann\nhome: Place 0\nseed: Ann is here")


def test_people_come_in_the_order_of_their_files():
    eve = "name: {}\nhome: Hut\nseed: x"
    scenario = town(zoe=eve.format("A"), bob=eve.format("C"), ann=eve.format("B"))
    assert [persona.id for persona in scenario.personas] == ["ann", "bob", "zoe"]


# ---------------------------------------------------------------- folders


def written(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_folder_is_read_by_name_and_other_files_are_left_alone(tmp_path):
    written(
        tmp_path,
        {**new_scenario("x"), "README.md": "hi", "notebooks/a.md": "x", "notebooks/b.town.md": "x",
         "personas/b.yml": "y: 1", "personas/._nora.yaml": "x", ".hooks.yaml": "x"},
    )  # fmt: skip
    assert list(read_folder(tmp_path)) == [
        "notebooks/b.town.md", "personas/b.yml", "personas/bruno.yaml", "personas/nora.yaml", "town.yaml",
        "world.yaml",
    ]  # fmt: skip


@pytest.mark.parametrize("leads", ["../secret.yaml", "world.yaml", "town.yaml", "nowhere"])
def test_no_link_in_a_folder_is_followed(tmp_path, leads):
    (tmp_path / "secret.yaml").write_text("town: Secret")
    folder = written(tmp_path / "town", {"world.yaml": "A: "})
    os.symlink(leads, folder / "town.yaml")
    with pytest.raises(BadInput, match=r"'town.yaml' is a link.*replace it with what it points to"):
        read_folder(folder)


@pytest.mark.parametrize("leads", ["../else", "else", "personas"])
def test_no_linked_folder_is_followed(tmp_path, leads):
    folder = written(tmp_path / "town", {"world.yaml": "A: ", "else/eve.yaml": "name: Eve"})
    written(tmp_path / "else", {"eve.yaml": "name: Eve"})
    os.symlink(leads, folder / "personas")
    with pytest.raises(BadInput, match="'personas' is a link"):
        read_folder(folder)


def test_a_link_that_no_scenario_reads_is_left_alone(tmp_path):
    folder = written(tmp_path / "town", new_scenario("x"))
    os.symlink("README.md", folder / "README.md")
    os.symlink(folder, tmp_path / "linked")
    assert read_folder(tmp_path / "linked") == read_folder(folder)


def test_what_is_not_a_file_is_refused_without_waiting_for_it(tmp_path):
    os.mkfifo(tmp_path / "town.yaml")
    with pytest.raises(BadInput, match="is a pipe, not a regular file"):
        read_folder(tmp_path)


def test_a_huge_file_is_not_read_to_its_end(tmp_path):
    (tmp_path / "town.yaml").write_bytes(b"x" * 3_000_000)
    files = read_folder(tmp_path)
    assert len(files["town.yaml"]) < 1_100_000
    assert "TW003" in [problem.code for problem in read_scenario(files, "t").errors]


def test_a_folder_that_is_not_there_or_no_folder_is_named(tmp_path):
    with pytest.raises(NotFound, match=r"the folder .* does not exist"):
        read_folder(tmp_path / "nowhere")
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="not a folder"):
        read_folder(tmp_path / "file")


def test_load_raises_every_error_at_once(tmp_path):
    written(tmp_path, {"town.yaml": "twn: X", "world.yaml": "A: ", "personas/eve.yaml": "name: Eve\nhome: B"})
    with pytest.raises(ScenarioProblems) as caught:
        load(tmp_path)
    assert [problem.code for problem in caught.value.problems] == ["TW202", "TW201", "TW304"]
    assert "town.yaml:1:1 TW201 unknown key 'twn' (did you mean 'town'?)" in str(caught.value)


# ---------------------------------------------------------------- what comes with it


@pytest.mark.parametrize("name", ["my town", "no", '"; rm', "10", "蓝港", "a: b # c"])
def test_the_starter_town_is_clean_commented_and_bears_the_name(name):
    files = new_scenario(name)
    checked = read_scenario(files, "starter")
    assert checked.problems == ()
    assert checked.scenario.town == name
    assert all(text.count("#") >= 1 for text in files.values())


def test_bundled_towns_are_found_by_name():
    assert "willow-bay" in bundled()
    assert (bundled_folder("willow-bay") / "town.yaml").is_file()
    with pytest.raises(NotFound, match="did you mean 'willow-bay'"):
        bundled_folder("wilow-bay")


@pytest.mark.parametrize("part", ["town", "world", "persona"])
def test_the_schema_describes_every_key_for_editors(part):
    schema = json_schema(part)
    parts = [schema, *schema["$defs"].values()]
    keys = [key for found in parts for key in found.get("properties", {}).values()]
    assert all("description" in key or "$ref" in key or part == "town" for key in keys)
    assert all(
        found.get("additionalProperties") is False
        for found in parts
        if found.get("type") == "object" and "properties" in found
    )


# ---------------------------------------------------------------- Willow Bay


@pytest.fixture(scope="module")
def willow_bay():
    return read_scenario(read_folder(bundled_folder("willow-bay")), "willow-bay")


def test_willow_bay_is_free_of_problems(willow_bay):
    assert [str(problem) for problem in willow_bay.problems] == []


def test_willow_bay_has_eight_people_a_dozen_places_and_three_facts(willow_bay):
    scenario = willow_bay.scenario
    assert (len(scenario.personas), len(scenario.places), len(scenario.facts), scenario.seed) == (8, 12, 3, 7)
    assert len({place.emoji for place in scenario.places}) == 12
    assert len({persona.emoji for persona in scenario.personas}) == 8


def test_every_seed_memory_of_willow_bay_names_its_subject(willow_bay):
    for persona in willow_bay.scenario.personas:
        assert 5 <= len(persona.seed) <= 9
        assert all(statement.startswith(persona.name) for statement in persona.seed)
        assert 5 <= len(persona.routine) <= 8
        assert len(persona.bonds) == 7


def test_everybody_in_willow_bay_can_meet_everybody(willow_bay):
    people = willow_bay.scenario.personas
    shared = {room for room in (item.place for person in people for item in person.routine)}
    for person in people:
        rooms = {item.place for item in person.routine}
        others = [other for other in people if other is not person]
        assert sum(bool(rooms & {item.place for item in other.routine}) for other in others) >= 4, person.id
    assert {"Quay", "Harbour Café/counter", "Fish Market/stalls"} <= shared


def test_walks_in_willow_bay_take_a_few_minutes(willow_bay):
    for person in willow_bay.scenario.personas:
        places = {place.name: place for place in willow_bay.scenario.places}
        stops = [places[item.place.partition("/")[0]] for item in person.routine]
        walks = [math.dist((a.x, a.y), (b.x, b.y)) for a, b in itertools.pairwise(stops)]
        assert max(walks) <= 8, person.id


def test_records_are_frozen(willow_bay):
    with pytest.raises(dataclasses.FrozenInstanceError):
        willow_bay.scenario.town = "Else"
