"""From a terminal: write towns, and hear all that is wrong with them."""

from __future__ import annotations

import errno
import json
import re
import stat
import sys
import zipfile

import pytest

from engine.api.workspace import open_workspace
from engine.api.writing.edits import SetField
from engine.cli.commands import scenarios as commands
from engine.plain_files import write_whole
from engine.prompts.meanings import PURPOSES
from engine.prompts.wordings import NAMES, default, mark, marked
from engine.scenario import load, new_scenario
from tests.smallville_saves import lived_save, zipped


@pytest.mark.soak
def test_a_new_scenario_can_be_lived(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for arguments in (["starter"], ["copy", "--from", "willow-bay"], ["made", "--agents", 4, "--seed", 3]):
        status, out, _ = call("new", *arguments)
        assert status == 0
        assert f"townwright run ./{arguments[0]}" in out
        assert load(tmp_path / arguments[0])
        assert call("check", arguments[0])[0] == 0
    assert len(load("made").personas) == 4
    status, _, err = call("new", "starter")
    assert status == 1
    assert "already exists" in err


@pytest.mark.soak
def test_check_prints_every_problem_with_its_place_and_its_remedy(call, tmp_path):
    (tmp_path / "town.yaml").write_text("town: Small\nbogus: 1\n", "utf-8")
    status, out, err = call("check", tmp_path)
    assert (status, err) == (1, "")
    assert "town.yaml:2:1 TW201 unknown key 'bogus' (" in out
    assert "world.yaml:1:1 TW001 " in out
    assert "3 errors" in out.splitlines()[-1]
    status, out, _ = call("check", tmp_path, "--json")
    assert status == 1
    assert {problem["code"] for problem in json.loads(out)} >= {"TW001", "TW201"}
    status, out, _ = call("check", tmp_path, "--understood")
    assert (status, "town.yaml:2:1 TW201" in out) == (1, True), (
        "what cannot be understood yet is no less wrong"
    )


def test_check_says_behind_a_sentence_what_needs_a_look(call, tmp_path):
    call("new", tmp_path / "town")
    file = tmp_path / "town" / "personas" / "nora.yaml"
    said = "Nora Adler wants to meet Peter Grubb at the Swan on day 1 at 25:00"
    file.write_text(file.read_text("utf-8").replace("seed: >-\n", f"seed: >-\n  {said};\n"), "utf-8")
    _, out, _ = call("check", tmp_path / "town", "--understood")
    assert "    ! no place here is called Swan\n" in out


def test_check_mends_what_has_a_plain_fix_and_keeps_the_comments(call, tmp_path):
    call("new", tmp_path / "town")
    file = tmp_path / "town" / "personas" / "nora.yaml"
    sound = file.read_text("utf-8")
    file.write_text(sound.replace("\nhome:", "\nhoem:"), "utf-8")
    status, out, _ = call("check", tmp_path / "town")
    assert status == 1
    assert "--fix would rename it to 'home'" in out
    assert file.read_text("utf-8") != sound, "without --fix nothing is written"
    status, out, _ = call("check", tmp_path / "town", "--fix", "--only", "TW404")
    assert (status, file.read_text("utf-8") == sound) == (1, False)
    assert "There is nothing that --fix can fix" in out
    status, out, _ = call("check", tmp_path / "town", "--fix")
    assert (status, file.read_text("utf-8")) == (0, sound)
    assert "TW201 unknown key 'hoem': rename it to 'home'" in out


def test_check_mends_a_scenario_of_the_workspace_as_a_new_version(call, tmp_path):
    with open_workspace(tmp_path) as workspace:
        files = {**new_scenario("mine"), "world.yaml": "Quay:\n  objcts: {bench: }\n"}
        workspace.scenarios.save("mine", files)
    assert "rename it to 'objects'" in call("check", "mine", "--fix", "--workspace", tmp_path)[1]
    with open_workspace(tmp_path) as workspace:
        assert "  objects: {bench: }" in workspace.scenarios.files("mine")["world.yaml"]
        assert workspace.scenarios.versions("mine")[0].version == 2


@pytest.fixture
def two_wrong(call, tmp_path):
    """Two files of a folder, each with a key that is misspelt."""
    call("new", tmp_path / "town")
    files = [tmp_path / "town" / "personas" / f"{who}.yaml" for who in ("bruno", "nora")]
    for file in files:
        file.write_text(file.read_text("utf-8").replace("\nhome:", "\nhoem:"), "utf-8")
    return files


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="files have no such permissions there")
def test_what_is_mended_keeps_who_may_read_and_write_it(call, two_wrong, tmp_path):
    for file, mode in zip(two_wrong, (0o600, 0o664), strict=True):
        file.chmod(mode)
    status, out, _ = call("check", tmp_path / "town", "--fix")
    assert status == 0
    assert "Fixed 2 problems; changed: personas/bruno.yaml, personas/nora.yaml." in out
    assert [stat.S_IMODE(file.stat().st_mode) for file in two_wrong] == [0o600, 0o664]


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such permissions there")
def test_a_file_that_is_read_only_keeps_all_from_being_written(call, two_wrong, tmp_path):
    two_wrong[1].chmod(0o444)
    before = [file.read_bytes() for file in two_wrong]
    status, _, err = call("check", tmp_path / "town", "--fix")
    assert status == 1
    assert "personas/nora.yaml cannot be fixed (it is read-only), and nothing was written" in err
    assert [file.read_bytes() for file in two_wrong] == before
    assert stat.S_IMODE(two_wrong[1].stat().st_mode) == 0o444


def test_a_write_that_fails_says_what_was_written_before(call, two_wrong, tmp_path, monkeypatch):
    def full_disk(pieces, target):
        if target.name == "nora.yaml":
            raise OSError(errno.ENOSPC, "No space left on device")
        return write_whole(pieces, target)

    monkeypatch.setattr(commands, "write_whole", full_disk)
    status, _, err = call("check", tmp_path / "town", "--fix")
    assert status == 1
    assert "personas/nora.yaml cannot be written (No space left" in err
    assert "only these files were written: personas/bruno.yaml" in err


def test_what_fix_does_not_mend_for_good_is_said_to_stay(call, tmp_path):
    call("new", tmp_path / "town")
    file = tmp_path / "town" / "personas" / "nora.yaml"
    twins = "    - 06:30 knead @ Adler House/kitchen\n" * 2
    file.write_text(file.read_text("utf-8").replace("    - 12:00", f"{twins}    - 12:00"), "utf-8")
    assert "--fix would sort this line by time" in call("check", tmp_path / "town")[1]
    out = call("check", tmp_path / "town", "--fix")[1]
    assert "Fixed 1 problem; changed: personas/nora.yaml." in out
    assert "not fixed: --fix cannot fix this permanently; change it in the text" in out
    assert "--fix would sort this line by time" not in out


def test_only_is_of_fix_and_of_codes_that_there_are(call, tmp_path):
    call("new", tmp_path / "town")
    assert "add --fix" in call("check", tmp_path / "town", "--only", "TW404")[2]
    assert "TW999" in call("check", tmp_path / "town", "--fix", "--only", "TW999")[2]


def test_warnings_do_not_fail_a_check(call, tmp_path):
    call("new", tmp_path / "town")
    persona = tmp_path / "town" / "personas" / "nora.yaml"
    without_seed = re.sub(r"(?ms)^seed:.*?(?=^\w)", "", persona.read_text("utf-8"))
    persona.write_text(without_seed, "utf-8")
    status, out, err = call("check", tmp_path / "town")
    assert (status, err) == (0, "")
    assert re.search(r"personas/nora.yaml:\d+:\d+ TW\d+ warning: .*no first memories", out)
    assert "1 warning" in out.splitlines()[-1]


def test_a_scenario_with_errors_is_not_lived_and_says_so_in_one_line(call, own, tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "town.yaml").write_text("town: Small\n", "utf-8")
    status, out, err = call("run", tmp_path / "broken")
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert "TW" in err
    assert "`townwright check`" in err


@pytest.mark.parametrize("part", ["town", "world", "persona"])
def test_a_schema_is_json_for_editors(part, asked):
    assert asked("schema", part)["$schema"].startswith("https://json-schema.org/")


# ---- prompts in the author's own words


@pytest.fixture
def worded(call, tmp_path):
    """A folder with a town whose `rate` was made from an older default."""
    folder = tmp_path / "town"
    call("new", folder)
    (folder / "prompts").mkdir()
    own = f"<!-- made from 000000000000 -->\nIn short.\n\n{default('rate')}"
    (folder / "prompts" / "rate.md").write_text(own, "utf-8")
    return folder


def test_the_prompts_of_a_scenario_are_listed_with_whose_words_they_are(call, asked, worded):
    status, out, _ = call("prompts", worded)
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert (status, list(lines)) == (0, list(NAMES))
    assert "own, default changed" in lines["rate"]
    assert "default  " in lines["speak"]
    rows = {row["name"]: row for row in asked("prompts", worded)}
    assert rows["rate"]["own"]
    assert (rows["rate"]["made_from"], rows["rate"]["moved_on"]) == ("000000000000", True)
    assert rows["speak"] == {
        "name": "speak",
        "own": False,
        "moved_on": False,
        "made_from": "",
        "default": mark("speak"),
        "purpose": PURPOSES["speak"],
    }


@pytest.mark.nightly
def test_the_wording_in_force_is_printed(call, asked, worded):
    assert call("prompts", worded, "speak")[1] == default("speak")
    assert call("prompts", "willow-bay", "speak.md")[1] == default("speak")
    assert call("prompts", worded, "rate")[1].startswith("In short.\n\nHow much does each")
    assert asked("prompts", worded, "rate")["text"].startswith("In short.")


def test_a_file_begun_from_what_is_printed_is_sound(call, worded):
    _, out, _ = call("prompts", worded, "speak", "--marked")
    (worded / "prompts" / "speak.md").write_text(out, "utf-8")
    assert out == marked("speak", default("speak"))
    status, out, _ = call("check", worded)
    assert status == 0
    assert "prompts/rate.md:1:1 TW608 notice: the default wording of 'rate' has changed since" in out
    assert out.splitlines()[-1].endswith("no problems, 1 notice")


def test_own_wordings_are_compared_with_their_defaults(call, asked, worded):
    for named in ([], ["rate"]):
        status, out, _ = call("prompts", worded, *named, "--diff")
        assert status == 0
        assert out.splitlines()[:2] == ["--- default/rate.md", "+++ prompts/rate.md"]
        assert "+In short." in out
    assert call("prompts", worded, "speak", "--diff")[1] == "There are no differences from the default.\n"
    assert "+In short." in asked("prompts", worded, "rate", "--diff")["diff"]


def test_a_prompt_that_there_is_not_is_suggested(call, worded):
    status, out, err = call("prompts", worded, "speek")
    assert (status, out) == (1, "")
    assert "there is no prompt 'speek'; did you mean 'speak'?" in err


# ---- character cards


def test_a_card_is_taken_in_only_when_that_is_agreed_to(call, asked, tmp_path):
    folder, file = tmp_path / "town", tmp_path / "nora.png"
    call("new", folder)
    status, out, _ = call("card", folder, "nora", "-o", file)
    assert (status, "Only Townwright reads these fields" in out) == (0, True)
    told = asked("import", file, "--into", folder, "--home", "Bruno's Cottage/bedroom")
    assert (told["agent"], told["added"]) == ("nora-2", False)
    assert not (folder / "personas" / "nora-2.yaml").exists()
    status, out, _ = call("import", file, "--into", folder, "--yes")
    assert (status, " to town." in out and "Added " in out) == (0, True)
    assert (folder / "personas" / "nora-2.yaml").read_text("utf-8") == (
        folder / "personas" / "nora.yaml"
    ).read_text("utf-8")


def test_a_card_comes_into_a_scenario_of_the_workspace(call, own, tmp_path):
    file = tmp_path / "ben.json"
    file.write_text('{"name": "Ben Ox", "description": "Ben Ox mends boats."}', "utf-8")
    status, out, err = call("import", file, "--into", "willow-bay", "--yes")
    assert (status, err) == (0, "")
    assert "Added Ben Ox to willow-bay" in out
    assert call("card", "willow-bay", "ben")[0] == 0


def test_of_a_story_only_those_come_who_are_named(call, asked, tmp_path):
    folder, file = tmp_path / "town", tmp_path / "pier.twee"
    call("new", folder)
    file.write_text(":: Start\nMara Voss: Morning!\nTeo Rand: Late again.\n", "utf-8")
    told = asked("import", file, "--into", folder)
    assert (told["kind"], [one["agent"] for one in told["people"]]) == ("script", ["mara", "teo"])
    status, out, _ = call("import", file, "--into", folder, "--only", "teo", "--yes")
    assert (status, "Added to town: teo" in out) == (0, True)
    assert not (folder / "personas" / "mara.yaml").exists()
    assert call("check", folder)[0] == 0


def test_people_need_a_scenario_to_come_to(call, tmp_path):
    (tmp_path / "ben.json").write_text('{"name": "Ben"}', "utf-8")
    status, out, err = call("import", tmp_path / "ben.json")
    assert (status, out) == (1, "")
    assert "name the scenario with --into" in err


@pytest.mark.parametrize("name", ["far.zip", "far"])
def test_a_scenario_goes_out_and_comes_in_as_it_is(call, asked, own, tmp_path, name):
    target = tmp_path / name
    assert call("export-scenario", "willow-bay", "-o", target)[0] == 0
    told = asked("import", target, "--name", "Far")
    assert (told["kind"], told["added"]) == ("scenario", False)
    status, out, err = call("import", target, "--name", "Far", "--yes")
    assert (status, err, "Added the scenario Far to the workspace" in out) == (0, "", True)
    assert call("export-scenario", "Far", "-o", tmp_path / "again.zip")[0] == 0
    assert call("export-scenario", "willow-bay", "-o", tmp_path / "once.zip")[0] == 0
    again, once = (unpacked(tmp_path / f"{name}.zip") for name in ("again", "once"))
    assert again == once


def unpacked(file):
    with zipfile.ZipFile(file) as archive:
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}


@pytest.mark.soak
def test_a_save_of_smallville_comes_in_with_its_days(call, asked, own, tmp_path):
    (tmp_path / "mill.zip").write_bytes(zipped(lived_save(hours=7)))
    told = asked("import", tmp_path / "mill.zip", "--yes")
    assert (told["kind"], told["minute"], told["run"]) == ("smallville", 420, "mill-run-1")
    assert call("memories", "mill-run-1", "ada")[0] == 0
    assert call("export", "mill-run-1", "--as", "smallville", "-o", tmp_path / "back.zip")[0] == 0


def test_a_file_that_is_no_card_is_refused_in_one_line(call, tmp_path):
    (tmp_path / "x.json").write_text("[]", "utf-8")
    status, out, err = call("import", tmp_path / "x.json", "--into", "willow-bay")
    assert (status, out, len(err.splitlines())) == (1, "", 1)
    assert "not a character card" in err


def test_what_differs_between_versions_is_told_in_meaning_and_as_data(call, tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        workspace.scenarios.add_bundled("three-neighbours")
        for age in (71, 72):
            workspace.scenarios.edits.make(
                "three-neighbours", SetField(file="personas/nell.yaml", path=("age",), value=age)
            )
            workspace.scenarios.save_all("three-neighbours")
    there = ("--workspace", tmp_path / "ws", "changes", "three-neighbours")
    assert call(*there)[1] == "There are no differences in meaning.\n"
    assert call(*there, "--from", "v2", "--to", "3")[1] == "Nell Hartley’s age: 71 → 72\n"
    assert call(*there, "--to", "v2")[1].endswith("→ 71\n")
    (told,) = json.loads(call(*there, "--from", "2", "--json")[1])
    assert (told["about"], told["field"], told["after"]) == ("nell", "age", "72")
    status, _, err = call(*there, "--from", "v9")
    assert status == 1
    assert "there is no version 'v9'; use one of: v3, v2, v1" in err
    assert "nowhere" in call("--workspace", tmp_path / "ws", "changes", "nowhere")[2]
