"""Saves of the original Smallville: a scenario and its days as a run, and a run as a save."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import pytest

from engine.api.scenarios import arrival_at, read_scenario
from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.export.smallville import write
from engine.records import Conversation, Event, Line, Memory, Presence, Step
from engine.scenario.foreign.pack import MOST_ENTRIES
from engine.scenario.smallville.people import in_third_person
from engine.scenario.smallville.save import MOST_PEOPLE
from engine.scenario.smallville.world import _beside
from tests.smallville_saves import (
    CHAT,
    MATRIX,
    ROOT,
    SCRATCH_KEYS,
    base_save,
    lived_save,
    node,
    on_disk,
    zipped,
)


def nothing():
    raise AssertionError("a save asks for no scenario")


@pytest.fixture(scope="module")
def lived():
    return lived_save()


@pytest.fixture(scope="module")
def found(lived, tmp_path_factory):
    file = tmp_path_factory.mktemp("save") / "mill.zip"
    file.write_bytes(zipped(lived))
    return arrival_at(file, nothing)


@pytest.fixture(scope="module")
def workspace(found, tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("ws")) as opened:
        opened.imports.keep(found)
        yield opened


@pytest.fixture(scope="module")
def run(workspace):
    return workspace.runs.find("mill-run-1")


def words(found, fate):
    return {f"{one.field}: {one.words}" for one in found.notes if one.fate == fate}


# ---- a scenario


@pytest.mark.soak
def test_people_come_with_what_their_scratch_file_says(found):
    scenario = read_scenario(found.files, "town").scenario
    assert [one.name for one in scenario.personas] == ["Ada Finch", "Bram Holt", "Cleo Marsh"]
    ada = scenario.persona("ada")
    assert (ada.age, ada.traits, ada.wake, ada.sleep) == (34, ("patient", "curious", "dry"), 360, 1320)
    assert ada.home == "Ada Finch's house/main room"
    assert ada.currently == "Ada Finch is planning a harvest fair.", "without `Status:`"
    assert ada.seed[0] == "Ada Finch runs the Old Mill."
    assert ada.seed[1] == "Ada Finch has kept bees since she was a girl."
    assert (scenario.starts.isoformat(), scenario.persona("bram").wake) == ("2023-02-13", 270)


def test_they_know_the_places_of_their_spatial_memory(found):
    ada = read_scenario(found.files, "town").scenario.persona("ada")
    assert set(ada.knows) == {"Ada Finch's house/main room", "Old Mill/grinding floor", "Green/green"}


def test_the_maze_tells_where_places_lie_and_without_it_the_memories_tell_which_there_are(found):
    with_maze = read_scenario(found.files, "town").scenario.places
    assert {one.name: (one.x, one.y) for one in with_maze}["Green"] == (2.2, 1.2)
    without = _taken(lived_save(maze=False))
    scenario = read_scenario(without.files, "town").scenario
    assert {one.name for one in scenario.places} == {one.name for one in with_maze}
    assert any(one.startswith("map: the save has no maze") for one in words(without, "changed"))
    assert read_scenario(without.files, "town").errors == ()


@pytest.mark.soak
def test_sectors_of_one_middle_lie_beside_each_other_and_all_of_them_on_the_map():
    side, many = 48, 300
    tiles = ["0"] * side**2
    for number in range(many):
        tiles[number] = tiles[-1 - number] = str(number + 1)
    layers = {
        "maze_meta_info.json": json.dumps({"maze_width": side}),
        "special_blocks/sector_blocks.csv": "\n".join(f"{n + 1}, the Ville, Plot {n}" for n in range(many)),
        "maze/sector_maze.csv": ", ".join(tiles),
    }
    found = _taken(
        lived_save(maze=False) | {f"{MATRIX}{path}": said.encode() for path, said in layers.items()}
    )
    checked = read_scenario(found.files, "town")
    assert checked.errors == ()
    spots = {(one.x, one.y) for one in checked.scenario.places}
    assert len(spots) == len(checked.scenario.places) >= many
    assert _beside(96.0, 96.0) == (0.0, 0.0)


def _taken(files, name="mill.zip"):
    from engine.scenario.foreign.arrivals import arrival

    return arrival(name, zipped(files), nothing)


def test_a_save_that_nobody_lived_in_is_a_scenario_alone():
    found = _taken(base_save())
    assert found.lived is None
    assert read_scenario(found.files, "town").errors == ()


@pytest.mark.soak
def test_a_folder_is_read_as_its_zip_is_and_no_link_in_it_is_followed(lived, tmp_path):
    folder = on_disk(lived, tmp_path / "mill")
    secret = tmp_path / "secret.json"
    secret.write_text("{}", "utf-8")
    (folder / ROOT / "link.json").symlink_to(secret)
    found = arrival_at(folder, nothing)
    assert found.files == _taken(lived).files
    assert "links: 1 link, not followed" in words(found, "dropped")


def test_back_stories_are_told_in_the_third_person_and_strangers_are_named():
    history = 'Name,Whisper\nAda Finsh,"You are fond of Bram Holt; For planning, you want your mill to run"\n'
    history += "Zoe Nobody,You are lost\n"
    files = {
        **base_save(),
        f"{MATRIX}../agent_history_init_n3.csv".replace("matrix/../", ""): history.encode(),
    }
    found = _taken(files)
    seeds = read_scenario(found.files, "town").scenario.persona("ada").seed
    assert "Ada Finch is fond of Bram Holt" in seeds
    assert "Ada Finch wants Ada Finch's mill to run" in seeds
    assert "agent_history: entries for Zoe Nobody, who do not live here" in words(found, "dropped")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("You have two sons", "Mo has two sons"),
        ("You teach and you carry bread", "Mo teaches and Mo carries bread"),
        ("You will meet your friend", "Mo will meet Mo's friend"),
        ("They like you", "They like Mo"),
        ("In terms of your daily plans, you study at noon", "Mo studies at noon"),
    ],
)
def test_second_person_is_turned_by_rule(said, told):
    assert in_third_person(said, "Mo") == told


# ---- its days


def test_the_days_are_a_run_up_to_the_minute_of_the_save(run):
    assert run.clock == 601
    assert run.at("day 1 09:30").people["bram"].doing == "baking"
    assert run.at("day 1 09:00").people["ada"].room == "Old Mill/grinding floor"


def test_a_talk_of_which_both_keep_a_copy_is_one_with_its_lines(run):
    log = run.at().log
    (talk,) = log.rows(Conversation)
    said = [[run.town.cast.names[line.speaker], line.text] for line in log.rows(Line)]
    assert (talk.members, talk.room, said) == (("ada", "bram"), "Old Mill/grinding floor", CHAT)
    kept = [one.agent for one in log.rows(Memory) if one.source == talk.id]
    assert sorted(kept) == ["ada", "bram"]


def test_memories_keep_their_kind_their_weight_their_time_and_what_they_rest_on(run):
    own = [one for one in run.at().log.rows(Memory) if one.agent == "ada" and one.minute > 0]
    kinds = [(one.minute, one.kind, one.importance) for one in own]
    assert kinds == [
        (1, "seed", 6), (360, "plan", 5), (400, "observation", 3), (540, "talk", 7), (541, "observation", 3),
        (560, "talk", 6), (570, "reflection", 8),
    ]  # fmt: skip
    assert own[-1].evidence == (own[2].id, own[4].id)
    assert own[-1].depth == 1


def test_a_plan_is_no_change_of_mind(run):
    (plan,) = [one for one in run.at().log.rows(Memory) if one.kind == "plan"]
    assert [one.activity for one in run.at().log.rows(Step) if one.id == plan.source] == [plan.text]


def test_what_stands_idle_and_what_was_left_blank_is_dropped_and_said(found):
    dropped = words(found, "dropped")
    assert "associative_memory: 1 memory (only about idle objects)" in dropped
    assert "associative_memory: 1 memory (empty because of a failed answer)" in dropped


@pytest.mark.soak
def test_everybody_lives_on_from_where_the_save_stands(found, tmp_path):
    with open_workspace(tmp_path) as opened:
        kept = opened.imports.keep(found, name="goes on")
        run = opened.runs.find(kept.run)
        before = run.at("day 1 10:00").fingerprint
        run.live("day 1 20:00")
        assert run.clock >= 20 * 60
        acts = [one for one in run.at().log.rows(Event) if one.minute > 601 and one.kind == "act"]
        assert {one.actor for one in acts} == {"ada", "bram", "cleo"}
        assert run.at("day 1 10:00").fingerprint == before


def test_a_save_without_movements_is_a_run_of_what_is_remembered():
    files = {path: one for path, one in lived_save().items() if "movement/" not in path}
    found = _taken(files)
    assert found.lived is not None
    assert "movement: missing, so no activities are shown" in words(found, "dropped")


def test_a_second_scenario_of_the_same_name_is_refused(workspace, found):
    with pytest.raises(BadInput, match="already"):
        workspace.imports.keep(found)


def nodes_in(files, nodes):
    path = f"{ROOT}personas/Ada Finch/bootstrap_memory/associative_memory/nodes.json"
    return {**files, path: json.dumps(nodes).encode()}


@pytest.mark.nightly
def test_what_a_minute_cannot_hold_is_left_out_and_said(tmp_path):
    chats = {}
    for number in range(1, 101):
        said = [["Ada Finch", f"{number}"], ["Bram Holt", "Yes."]] * 100
        chats |= node(number, "chat", 500, f"chat {number}", filling=said)
    found = _taken(nodes_in(lived_save(), chats))
    left_out = 100 - 9_979 // 203
    assert f"associative_memory: {left_out} memories (too many in one minute)" in words(found, "dropped")
    with open_workspace(tmp_path) as opened:
        run = opened.runs.find(opened.imports.keep(found).run)
        kept = [one for one in run.at().log.rows(Memory) if one.agent == "ada" and one.minute == 500]
        assert len(kept) == 100 - left_out


@pytest.mark.soak
def test_of_days_that_do_not_hold_together_nothing_is_kept(found, tmp_path):
    one = found.lived.remembered[0]
    broken = replace(found.lived, remembered=tuple(replace(one, node=n) for n in range(10_000)))
    with open_workspace(tmp_path) as opened:
        before = opened.scenarios.names()
        with pytest.raises(BadInput, match="nothing was imported"):
            opened.imports.keep(replace(found, lived=broken))
        assert opened.scenarios.names() == before
        assert opened.runs.all() == ()
        assert opened.imports.keep(found).run


# ---- out


@pytest.fixture(scope="module")
def given_out(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("out")) as opened:
        run = opened.runs.new("three-neighbours")
        run.live("day 1 13:00")
        pieces = run.export("smallville")
        content = b"".join(pieces)
        memories = len(list(run.at().log.rows(Memory)))
        talks = len(list(run.at().log.rows(Conversation)))
        again = b"".join(run.export("smallville"))
        yield content, again, memories, talks, pieces.report


def opened(content):
    archive = zipfile.ZipFile(io.BytesIO(content))
    return {name: archive.read(name) for name in archive.namelist()}


def said_in(files, ending):
    return [json.loads(one) for path, one in files.items() if path.endswith(ending)]


@pytest.mark.nightly
def test_a_run_is_given_out_in_the_layout_of_a_save(given_out):
    files = opened(given_out[0])
    root = "three_neighbours/"
    meta = json.loads(files[f"{root}reverie/meta.json"])
    folders = {path.split("/")[2] for path in files if path.startswith(f"{root}personas/")}
    assert folders == set(meta["persona_names"])
    assert f"{root}movement/" in files
    steps = [path for path in files if path.startswith(f"{root}environment/")]
    assert (len(steps), meta["step"]) == (meta["step"] + 1, 780)
    for scratch in said_in(files, "scratch.json"):
        assert tuple(scratch) == SCRATCH_KEYS
        assert scratch["name"] == f"{scratch['first_name']} {scratch['last_name']}"
        assert len(scratch["name"].split()) == 2


@pytest.mark.soak
def test_its_nodes_are_numbered_from_one_the_latest_first_and_rest_on_each_other(given_out):
    for nodes in said_in(opened(given_out[0]), "nodes.json"):
        numbers = [one["node_count"] for one in nodes.values()]
        assert numbers == list(range(len(nodes), 0, -1))
        for key, one in nodes.items():
            assert key == f"node_{one['node_count']}"
            if one["type"] == "thought" and one["filling"]:
                led_to = [int(each.removeprefix("node_")) for each in one["filling"]]
                assert all(0 < each < one["node_count"] for each in led_to)
                assert one["depth"] == 1 + max(nodes[f"node_{each}"]["depth"] for each in led_to)
            if one["predicate"] == "plan":
                assert one["filling"] is None


def test_the_same_run_gives_the_same_bytes_and_says_what_it_drops(given_out):
    content, again, _, _, report = given_out
    assert content == again
    assert report.count("dropped") >= 3


@pytest.mark.nightly
def test_of_a_long_run_the_first_minutes_are_given_out_with_where_everybody_is_now(
    given_out, tmp_path, monkeypatch
):
    monkeypatch.setattr(write, "MOST_STEPS", 500)
    with open_workspace(tmp_path / "there") as there:
        run = there.runs.new("three-neighbours")
        run.live("day 1 13:00")
        pieces = run.export("smallville")
        content = b"".join(pieces)
        assert pieces.report.count("dropped", "minutes of people's positions, after the first 500") == 280
    whole, part = opened(given_out[0]), opened(content)
    assert part.items() < whole.items()
    assert json.loads(part["three_neighbours/reverie/meta.json"])["step"] == 780
    assert {path for path in part if "/movement/" in path} == {
        "three_neighbours/movement/", *(f"three_neighbours/movement/{step}.json" for step in range(500))
    }  # fmt: skip
    assert "three_neighbours/environment/780.json" in part
    moved = _taken(part).lived.moved
    assert moved == tuple(one for one in _taken(whole).lived.moved if one.minute < 500) != ()


def test_as_many_minutes_are_given_out_as_one_pack_holds():
    of_everybody, beside = 5 * MOST_PEOPLE, 3
    assert 2 * write.MOST_STEPS + of_everybody + beside <= MOST_ENTRIES


@pytest.mark.soak
def test_taken_in_again_it_is_a_run_with_as_many_memories_and_talks(given_out, tmp_path):
    content, _, memories, talks, _ = given_out
    with open_workspace(tmp_path) as again:
        found = again.imports.look("three.zip", content)
        kept = again.imports.keep(found, name="back")
        run = again.runs.find(kept.run)
        seeds = sum(len(one.seed) for one in run.scenario.personas)
        imported = len(list(run.at().log.rows(Memory))) - seeds
        assert len(list(run.at().log.rows(Conversation))) == talks > 0
        assert imported == memories + 2 * talks, "the event of a talk is remembered beside the talk"
        assert run.clock in (780, 781)
        assert list(run.at().log.rows(Presence))
