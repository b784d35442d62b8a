"""A setting that was tried is put into the town's file: only that changes, and it can be taken back."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
import yaml

from engine import open_workspace
from engine.api.scenarios import TOWN_FILE
from engine.errors import BadInput, TownwrightError
from engine.scenario.setting import with_settings
from tests.studios import lived, press, studio, well, words

TOWNS = Path(__file__).resolve().parents[1] / "scenarios"
TRIED = {"interviewing": {"recency": 0.5, "importance": 0.2, "relevance": 1.0}, "decay": 0.98, "retrieve": 8}
WRITTEN = {
    "no section": "town: x\nseed: 1\n",
    "no end of line": "town: x\nseed: 1",
    "a section in lines": "town: x\ncognition:\n  reflect_at: 45   # few\n\n# after\nfacts: []\n",
    "a section in braces": "town: x\ncognition: {decay: 0.9, }  # why\nseed: 1",
    "an empty section": "cognition:   # none yet\nseed: 2\n",
    "nothing, said so": "cognition: ~ # c\nseed: 2\n",
    "weights in lines": "cognition:\n  interviewing:\n    recency: 1   # r\n\n    # mid\n  decay: 0.5 # d\n",
    "windows": "cognition:\r\n  decay: 0.5\r\nseed: 1\r\n",
    "a mark of the order of bytes": "\ufefftown: 柳\ncognition:\n  decay: 0.5\n",
    "a text in lines at the end": "facts:\n  - text: |\n      hello\n\n",
    "beside astral letters": "town: 🏘️🏘️\ncognition: {decay: 0.5} # 🏘️\nsummary: 🌉\n",
    "the section last": "town: x\ncognition:\n  decay: 0.5",
}


def read(text):
    return yaml.safe_load(text.removeprefix("\ufeff"))


@pytest.mark.parametrize("how", WRITTEN)
def test_the_settings_stand_in_it_and_nothing_else_has_changed(how):
    before = WRITTEN[how]
    after = with_settings(before, TRIED)
    said = read(after)
    was = read(before)
    assert {key: said["cognition"][key] for key in TRIED} == TRIED
    assert {**said, "cognition": None} == {**was, "cognition": None}
    assert {key: value for key, value in (was.get("cognition") or {}).items() if key not in TRIED} == {
        key: value for key, value in said["cognition"].items() if key not in TRIED
    }
    assert after.count("#") == before.count("#")
    assert "\n" not in after.replace("\r\n", "") or "\r\n" not in before
    assert with_settings(after, TRIED) == after, "what is said already is left as it is written"


@pytest.mark.parametrize("town", sorted(path.parent.name for path in TOWNS.glob("*/town.yaml")))
def test_in_the_towns_that_come_with_it_lines_are_only_added(town):
    before = (TOWNS / town / TOWN_FILE).read_text("utf-8")
    after = with_settings(before, TRIED)
    changed = [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]
    assert [line[0] for line in changed] == ["+"] * (3 if "\ncognition:" in before else 4)


@pytest.mark.parametrize(
    "text", ["cognition: [1]\n", "cognition: often\n", "cognition:\n  decay: [1]\n", "- 1\n"]
)
def test_where_they_cannot_stand_it_says_what_to_do(text):
    with pytest.raises(BadInput, match="by hand under `cognition`"):
        with_settings(text, TRIED)


@pytest.fixture
def scenarios(tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add_bundled("willow-bay")
        yield workspace.scenarios


def test_it_becomes_a_version_that_can_be_taken_back(scenarios):
    was = scenarios.files("willow-bay")[TOWN_FILE]
    done = scenarios.settle("willow-bay", TRIED, "tried")
    assert [change.name for change in done.changes] == list(TRIED)
    assert done.now.note == "tried"
    assert scenarios.checked("willow-bay").scenario.cognition["retrieve"] == 8
    assert scenarios.would_change("willow-bay", TRIED) == ()
    scenarios.restore("willow-bay", done.before, TOWN_FILE)
    assert scenarios.files("willow-bay")[TOWN_FILE] == was


def test_only_what_differs_is_written(scenarios):
    usual = {"decay": 0.995, "retrieve": 9}
    done = scenarios.settle("willow-bay", usual)
    assert [change.name for change in done.changes] == ["retrieve"]
    assert "decay" not in (read(scenarios.files("willow-bay")[TOWN_FILE]).get("cognition") or {})


def test_a_draft_is_not_written_over(scenarios):
    base = scenarios.versions("willow-bay")[0].number
    scenarios.drafts.keep("willow-bay", TOWN_FILE, "town: mine\n", base)
    with pytest.raises(BadInput, match="unsaved draft; save or discard it"):
        scenarios.settle("willow-bay", TRIED)
    assert scenarios.drafts.of("willow-bay")[TOWN_FILE].text == "town: mine\n"


def test_a_town_with_errors_says_to_mend_them(scenarios):
    scenarios.save_file("willow-bay", TOWN_FILE, "town: [\n")
    with pytest.raises(BadInput, match="fix the errors on the World and Personas pages"):
        scenarios.settle("willow-bay", TRIED)


def test_what_changes_nothing_and_what_is_no_setting_is_refused(scenarios):
    with pytest.raises(BadInput, match="already has these values"):
        scenarios.settle("willow-bay", {"decay": 0.995})
    before = scenarios.versions("willow-bay")
    with pytest.raises(TownwrightError):
        scenarios.settle("willow-bay", {"decay": 7})
    assert scenarios.versions("willow-bay") == before


@pytest.mark.slow
class TestOnThePage:
    @pytest.fixture
    def town(self, tmp_path):
        workspace, run = lived(tmp_path)
        yield run
        workspace.close()

    @pytest.fixture
    def bench(self, monkeypatch, town):
        """The bench on Mind with a thought in it and other weights than the town's."""
        at = studio(monkeypatch, town.store.path.parent, "mind", agent="isabel")
        at.segmented_control[-1].set_value("probe").run()
        at.text_input(key="probe-isabel").set_value("the party").run()
        at.segmented_control[-1].set_value("paper").run()
        return well(at)

    @pytest.mark.soak
    def test_it_says_what_changes_keeps_it_and_takes_it_back(self, bench, town):
        scenarios = lambda: open_workspace(town.store.path.parent)  # noqa: E731
        assert "interviewing: recency 0.05, importance 0.2, relevance 1 → recency 1, importance 1" in words(
            bench
        )
        assert "This run keeps its own settings" in words(bench)
        before = town.at().fingerprint
        press(bench, "keep-setting")
        assert "Saved to willow-bay, v2" in words(bench)
        with scenarios() as workspace:
            assert (
                workspace.scenarios.checked("willow-bay").scenario.cognition["interviewing"]["recency"] == 1
            )
        assert town.at().fingerprint == before
        assert town.town.settings.interviewing.recency == 0.05
        press(bench, "undo-setting")
        with scenarios() as workspace:
            assert "interviewing" not in workspace.scenarios.checked("willow-bay").scenario.cognition

    @pytest.mark.soak
    def test_a_copy_has_it_and_the_town_itself_does_not(self, bench, town):
        press(bench, "keep-setting-copy")
        with open_workspace(town.store.path.parent) as workspace:
            kept = workspace.scenarios.checked("willow-bay 2").scenario.cognition
            assert kept["interviewing"]["recency"] == 1
            assert "interviewing" not in workspace.scenarios.checked("willow-bay").scenario.cognition
        assert "Saved to willow-bay 2" in words(bench)
