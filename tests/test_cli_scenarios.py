"""From a terminal: write towns, and hear all that is wrong with them."""

from __future__ import annotations

import json
import re

import pytest

from engine.prompts.meanings import PURPOSES
from engine.prompts.wordings import NAMES, default, mark, marked
from engine.scenario import load


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
    assert "is there already" in err


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


def test_warnings_do_not_fail_a_check(call, tmp_path):
    call("new", tmp_path / "town")
    persona = tmp_path / "town" / "personas" / "nora.yaml"
    without_seed = re.sub(r"(?ms)^seed:.*?(?=^\w)", "", persona.read_text("utf-8"))
    persona.write_text(without_seed, "utf-8")
    status, out, err = call("check", tmp_path / "town")
    assert (status, err) == (0, "")
    assert re.search(r"personas/nora.yaml:\d+:\d+ TW\d+ warning: .*no seed memories", out)
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
    assert "own, default moved on" in lines["rate"]
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


def test_the_wording_in_force_is_printed(call, asked, worded):
    assert call("prompts", worded, "speak")[1] == default("speak")
    assert call("prompts", "willow-bay", "speak.md")[1] == default("speak")
    assert call("prompts", worded, "rate")[1].startswith("In short.\n\nSay how much")
    assert asked("prompts", worded, "rate")["text"].startswith("In short.")


def test_a_file_begun_from_what_is_printed_is_sound(call, worded):
    _, out, _ = call("prompts", worded, "speak", "--marked")
    (worded / "prompts" / "speak.md").write_text(out, "utf-8")
    assert out == marked("speak", default("speak"))
    status, out, _ = call("check", worded)
    assert status == 0
    assert "prompts/rate.md:1:1 TW608 notice: the default of 'rate' has moved on" in out
    assert out.splitlines()[-1].endswith("no problems, 1 notice")


def test_own_wordings_are_compared_with_their_defaults(call, asked, worded):
    for named in ([], ["rate"]):
        status, out, _ = call("prompts", worded, *named, "--diff")
        assert status == 0
        assert out.splitlines()[:2] == ["--- default/rate.md", "+++ prompts/rate.md"]
        assert "+In short." in out
    assert call("prompts", worded, "speak", "--diff")[1] == "Nothing differs from the default.\n"
    assert "+In short." in asked("prompts", worded, "rate", "--diff")["diff"]


def test_a_prompt_that_there_is_not_is_suggested(call, worded):
    status, out, err = call("prompts", worded, "speek")
    assert (status, out) == (1, "")
    assert "there is no prompt 'speek'; did you mean 'speak'?" in err
