"""Runs: the tree of forks with what each has otherwise, and two runs side by side, as the engine has them."""

from __future__ import annotations

import pytest

from engine.api.interventions import Whisper
from engine.api.workspace import open_workspace
from tests.studios import labels, lived, press, studio, words

pytestmark = pytest.mark.slow

TOLD = "Tell Tomas that the mole has a crack."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("runs") / "workspace"
    workspace, run = lived(place)
    with workspace:
        fork = run.fork("day 1 08:00", name="whispered")
        fork.intervene(Whisper(agent="isabel", text=TOLD))
        fork.live(run.clock)
        workspace.runs.new("three-neighbours", name="Elsewhere").live(5)
    return place


@pytest.fixture
def open_page(monkeypatch, folder):
    return lambda **link: studio(monkeypatch, folder, "runs", **{"run": "first-try-1", **link})


class TestTree:
    def test_a_fork_stands_below_its_parent_with_what_it_has_otherwise(self, open_page):
        said = words(open_page())
        assert said.index("First try") < said.index("whispered") < said.index("Elsewhere")
        assert "From First try at day 1 08:00: A voice in Isabel Moreno&#x27;s mind said" in said

    def test_another_run_is_looked_at_from_it(self, open_page):
        at = press(open_page(), "look-at-2")
        assert at.session_state["tw-chosen-run"] == "whispered-1"

    def test_one_is_archived_and_brought_back(self, open_page, folder):
        at = press(open_page(), "archive-3")
        assert "Elsewhere" not in words(at)
        with open_workspace(folder) as workspace:
            assert [row.name for row in workspace.runs.all()] == ["First try", "whispered"]
            assert workspace.runs.find("elsewhere-1").is_founded
        at.toggle(key="runs-archived").set_value(True).run()
        assert "Elsewhere" in words(at)
        press(at, "bring-back-3")
        with open_workspace(folder) as workspace:
            assert len(workspace.runs.all()) == 3

    def test_the_one_looked_at_is_not_archived(self, open_page):
        assert open_page().button(key="archive-1").disabled

    def test_one_is_called_something_else(self, open_page, folder):
        at = open_page()
        at.text_input(key="rename-name-3").set_value("Three doors down")
        order = [one.key for one in at.text_input if one.key.startswith("rename-name-")]
        named = [one for one in at.button if one.label == "Rename it"]
        named[order.index("rename-name-3")].click().run()
        with open_workspace(folder) as workspace:
            assert workspace.runs.find("elsewhere-1").row.name == "Three doors down"
            workspace.runs.find("elsewhere-1").rename("Elsewhere")


class TestSideBySide:
    def test_it_says_where_they_part_why_and_whom_it_reached(self, open_page, folder):
        at = open_page(section="compare", **{"with": "whispered-1"})
        with open_workspace(folder) as workspace:
            found = workspace.runs.find("first-try-1").compare(workspace.runs.find("whispered-1"))
            reached = sum(one.since is not None for one in found.reached)
        said = words(at)
        assert "They are one run until day 1 08:00." in said
        assert f"that has reached {reached} of 8 people" in said
        assert any(TOLD.rstrip(".") in str(cell) for one in at.table for cell in one.value.to_numpy().flat)

    def test_its_parts_carry_the_numbers_of_the_engine(self, open_page, folder):
        at = open_page(section="compare", **{"with": "whispered-1"})
        with open_workspace(folder) as workspace:
            found = workspace.runs.find("first-try-1").compare(workspace.runs.find("whispered-1"))
            wanted = [
                f"What is said · {len(found.lines.one) + len(found.lines.other)}",
                f"Ties · {len(found.ties)}",
                f"Who was elsewhere · {len(found.whereabouts)}",
            ]
        (parts,) = (one for one in at.button_group if one.label == "What to see of it")
        assert [one for one in wanted if one not in parts.options] == []

    @pytest.mark.parametrize("part", ["lines", "knowing", "ties", "where", "conclusions", "plans", "papers"])
    def test_every_part_is_opened_by_a_link(self, open_page, part):
        at = open_page(section="compare", part=part, **{"with": "whispered-1"})
        assert words(at)

    def test_at_an_earlier_moment_they_are_still_one(self, open_page):
        at = open_page(section="compare", at=400, **{"with": "whispered-1"})
        assert "Nothing in them differs until day 1 06:40" in words(at)

    def test_the_parent_is_what_a_fork_is_laid_beside_at_first(self, open_page):
        at = open_page(run="whispered-1", section="compare")
        assert "They are one run until day 1 08:00." in words(at)

    def test_from_where_they_part_one_goes_to_the_stage_of_either(self, open_page):
        at = open_page(section="compare", **{"with": "whispered-1"})
        assert labels(at).count("See it on the stage") == 2
        at = press(at, "parting-go-1")
        assert (at.query_params["run"], at.query_params["at"]) == ("whispered-1", "481")


def test_with_one_run_alone_it_says_how_to_get_another(monkeypatch, tmp_path):
    workspace, _ = lived(tmp_path / "workspace")
    workspace.close()
    at = studio(monkeypatch, tmp_path / "workspace", "runs", section="compare")
    assert "There is nothing to compare with yet" in words(at)
