"""From the World page, what a town says by now comes into a run that rests."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.api.writing.edits import SetField
from engine.clock import moment_words
from tests.studios import labels, press, studio, words

pytestmark = pytest.mark.slow
TOWN, NELL = "three-neighbours", "personas/nell.yaml"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.add_bundled(TOWN)
        yield opened


def edit(workspace, file, path, value):
    workspace.scenarios.edits.make(TOWN, SetField(file=file, path=path, value=value))
    workspace.scenarios.save_all(TOWN)


def test_a_town_without_a_run_offers_none(monkeypatch, tmp_path, workspace):
    assert "Apply to a run" not in labels(studio(monkeypatch, tmp_path, "world", town=TOWN))


@pytest.mark.nightly
@pytest.mark.parametrize("page", ["world", "personas"])
def test_what_would_come_and_what_cannot_is_said_before_it_is_done(monkeypatch, tmp_path, workspace, page):
    workspace.runs.new(TOWN).live("day 1 08:00")
    edit(workspace, NELL, ("age",), 71)
    edit(workspace, "town.yaml", ("town",), "Elsewhere")
    at = press(studio(monkeypatch, tmp_path, page, town=TOWN), f"apply-{TOWN}")
    said = words(at)
    assert "→ 71" in said
    assert "Candle Court → Elsewhere: it is what the run was begun with" in said
    run = workspace.runs.find(f"{TOWN}-1")
    assert run.at().interventions == ()
    press(at, f"apply-now-{TOWN}")
    assert run.scenario.persona("nell").age == 71
    assert [one.words for one in run.at().interventions] == ["Nell Hartley, age: 71"]
    at = press(at, f"apply-{TOWN}")
    assert "as far as possible" in words(at)
    assert "Apply from now on" not in labels(at)


@pytest.mark.nightly
@pytest.mark.parametrize("until", ["day 1 08:00", "day 1 24:00", "day 1 23:30"])
def test_the_moment_that_is_named_is_the_one_of_the_log(monkeypatch, tmp_path, workspace, until):
    run = workspace.runs.new(TOWN)
    run.live(until)
    edit(workspace, NELL, ("age",), 71)
    at = press(studio(monkeypatch, tmp_path, "world", town=TOWN), f"apply-{TOWN}")
    said = words(at)
    press(at, f"apply-now-{TOWN}")
    (done,) = run.at().interventions
    assert f"From {moment_words(done.entry.minute)} on" in said
