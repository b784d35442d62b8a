"""The maze of a save that is given out: the map in the layers of the original, whole when taken in again."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from engine.api.workspace import open_workspace
from engine.export.smallville.maze import maze_of, middle
from engine.records import Place, Room, Thing
from engine.scenario import bundled, read_scenario
from engine.scenario.foreign.arrivals import arrival_at
from tests.marks import in_turn

pytestmark = pytest.mark.soak

SMALLER = ("liuwan", "three-neighbours", "willow-bay")

LAYERS = ("collision", "sector", "arena", "game_object", "spawning_location")


def place(name, x, y, things=0):
    stuff = tuple(Thing(path=f"{name}/t{n}", name=f"t{n}") for n in range(things))
    return Place(name=name, x=x, y=y, rooms=(Room(path=name, name=name, things=stuff),))


@pytest.fixture(scope="module", params=in_turn(bundled(), plain=SMALLER))
def given_out(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("maze")
    with open_workspace(folder / "w") as workspace:
        run = workspace.runs.new(request.param)
        run.live("day 1 00:05")
        content = b"".join(run.export("smallville"))
        scenario = run.scenario
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    path = folder / "save.zip"
    path.write_bytes(content)
    return scenario, files, path


def matrix(files):
    (meta,) = [name for name in files if name.endswith("/matrix/maze_meta_info.json")]
    folder = meta.removesuffix("maze_meta_info.json")
    return folder, json.loads(files[meta])


@pytest.mark.nightly
def test_every_layer_is_one_line_of_as_many_tiles_as_the_map_has(given_out):
    _, files, _ = given_out
    folder, meta = matrix(files)
    for layer in LAYERS:
        text = files[f"{folder}maze/{layer}_maze.csv"].decode()
        assert "\n" not in text
        ids = text.split(", ")
        assert len(ids) == meta["maze_width"] * meta["maze_height"]
        assert all(one.isdecimal() for one in ids)


@pytest.mark.nightly
def test_every_id_of_a_layer_has_its_row_and_everybody_stands_on_a_tile_of_their_room(given_out):
    scenario, files, _ = given_out
    folder, meta = matrix(files)
    blocks = {"sector": "sector", "arena": "arena", "game_object": "game_object"}
    for layer, block in blocks.items():
        rows = files[f"{folder}special_blocks/{block}_blocks.csv"].decode().splitlines()
        known = {row.split(",")[0].strip() for row in rows} | {"0"}
        assert set(files[f"{folder}maze/{layer}_maze.csv"].decode().split(", ")) <= known
    arenas = files[f"{folder}maze/arena_maze.csv"].decode().split(", ")
    blocked = files[f"{folder}maze/collision_maze.csv"].decode().split(", ")
    (first,) = [name for name in files if name.endswith("environment/0.json")]
    for spot in json.loads(files[first]).values():
        at = spot["y"] * meta["maze_width"] + spot["x"]
        assert arenas[at] != "0"
        assert blocked[at] == "0"
    rows = files[f"{folder}special_blocks/arena_blocks.csv"].decode().splitlines()
    assert len(rows) == sum(len(one.rooms) for one in scenario.places)


@pytest.mark.soak
def test_taken_in_again_the_places_rooms_and_objects_lie_as_they_lay(given_out):
    scenario, _, path = given_out
    again = read_scenario(arrival_at(path, dict).files, "again").scenario
    assert again is not None
    there = {one.name: one for one in again.places}
    assert there.keys() == {one.name for one in scenario.places}
    for one in scenario.places:
        back = there[one.name]
        assert {room.path for room in back.rooms} == {room.path for room in one.rooms}
        things = {thing.path for room in one.rooms for thing in room.things}
        assert {thing.path for room in back.rooms for thing in room.things} == things
        assert (back.x, back.y) == pytest.approx((one.x, one.y), abs=1 / 6), "within a tile"


def test_places_that_lie_close_take_no_tile_of_each_other_and_each_object_has_one():
    places = [place("A", 2, 2, 9), place("B", 2.2, 2, 9), place("C", 0, 0, 5), place("D", 2, 2, 3)]
    maze = maze_of(places)
    assert maze is not None
    assert len(maze.things) == 26
    assert set(maze.things) <= set(maze.rooms)
    for one in places:
        assert any(path == one.name for path in maze.rooms.values())
    assert maze.rooms[middle(places[1])] == "B"


def test_a_map_that_could_not_be_taken_in_again_has_no_maze():
    assert maze_of([place("A", 1, 1), place("B", 90, 90)]) is None
    assert maze_of([place("A", 1, 1), place("B", 60, 60)]) is not None
