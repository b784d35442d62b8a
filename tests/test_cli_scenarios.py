"""From a terminal: write towns, and hear all that is wrong with them."""

from __future__ import annotations

import json
import re

import pytest

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
