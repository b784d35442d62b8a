"""The Status section of the page Mind: a curve for each value, what changed it, and the way to the row."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.interventions import Feel
from studio.mind.status_curves import curve_spec, curve_words, status_rows, step_words
from tests.studios import box, lived, open_up, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def status(monkeypatch, town, agent="isabel", **link):
    return studio(monkeypatch, town.store.path.parent, "mind", agent=agent, section="status", **link)


def test_there_is_a_curve_for_each_value_and_what_it_shows_is_said(monkeypatch, town):
    at = status(monkeypatch, town)
    being = town.story().wellbeing("isabel")
    assert [curve.name for curve in being.curves] == ["energy", "mood"]
    assert len(at.get("echarts_chart")) == 2
    for curve in being.curves:
        assert curve_words(curve, "Isabel Moreno") in words(at)


def test_a_curve_has_a_mark_for_every_row_and_ends_at_the_moment_that_is_looked_at(town):
    being = town.story("day 1 15:00").wellbeing("isabel")
    for curve in being.curves:
        [line] = curve_spec(being, curve)["series"]
        assert [point["name"] for point in line["data"][:-1]] == [step_words(curve, s) for s in curve.steps]
        assert line["data"][-1]["value"] == [15.0, curve.now]
        assert len(line["markArea"]["data"]) == 5


def test_its_table_has_every_row(monkeypatch, town):
    at = status(monkeypatch, town)
    open_up(at, "status-isabel-twin")
    rows = status_rows(town.story().wellbeing("isabel"))
    assert len(rows) == sum(len(curve.steps) for curve in town.story().wellbeing("isabel").curves)
    assert rows[0]["why"] in words(well(at))


def test_a_row_can_be_explained_by_its_name(monkeypatch, town):
    at = status(monkeypatch, town)
    curve = town.story().wellbeing("isabel").curves[0]
    box(at, "Explain an item").set_value(curve.steps[-1].id).run()
    assert "Previous state" in words(well(at))
    assert "of 100" in words(well(at))


@pytest.mark.soak
def test_who_has_no_status_is_told_how_to_get_one(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        files = {
            path: "\n".join(line for line in text.splitlines() if not line.startswith("status:"))
            for path, text in workspace.scenarios.files("three-neighbours").items()
        }
        workspace.scenarios.save("nobody-says", files, "without a status")
        workspace.runs.new("nobody-says").live(6 * 60)
    at = studio(monkeypatch, tmp_path, "mind", agent="nell", section="status")
    assert "No status yet" in words(at)
    assert "status: {energy: 70, mood: 60}" in words(at)


def test_what_an_author_sets_is_the_lowest_of_the_curve(town):
    fork = town.fork(name="worn out")
    fork.intervene(Feel(agent="isabel", name="energy", value="5"))
    fork.live(fork.clock + 60 if fork.clock + 60 < 2 * DAY else fork.clock)
    energy = fork.story().wellbeing("isabel").curves[0]
    assert energy.lowest.value == 5
    assert "worn out (5, the author's hand)" in curve_words(energy, "Isabel Moreno")
