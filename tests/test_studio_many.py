"""Many runs, from the page: a batch is started, watched, stopped, gone on with, read; a fork has a change."""

from __future__ import annotations

import time

import pytest

from engine.api.workspace import open_workspace
from tests.studios import labels, open_up, press, studio, words

pytestmark = pytest.mark.soak

TOWN = "three-neighbours"
NOON = "day 1 12:00"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("many") / "workspace"
    with open_workspace(place) as workspace:
        workspace.runs.new(TOWN, name="First").live(NOON)
    return place


@pytest.fixture
def open_page(monkeypatch, folder):
    return lambda **link: studio(monkeypatch, folder, "runs", run="first-1", section="many", **link)


def wait_until(so, seconds=60):
    until = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < until
        time.sleep(0.2)


def test_with_nothing_repeated_it_says_what_to_do(open_page):
    assert "No batches yet" in [one.value for one in open_page().subheader]


@pytest.mark.nightly
def test_a_batch_is_started_watched_and_read(open_page, folder):
    at = open_up(open_page(), "many-plan")
    at.number_input(key="many-times").set_value(3)
    at.selectbox(key="many-from").set_value("moment")
    at.text_area(key="many-holds").set_value("3 know chess-evening\nSELECT 0")
    at.selectbox(key="many-kind").set_value("trait").run()
    at.text_input(key="many-new").set_value("silent")
    at = press(at, "many-go")
    assert "of 6 runs are done" in str([one.proto for one in at.get("progress")]) + words(at)
    with open_workspace(folder) as workspace:
        batch = workspace.batches.find("last")
        assert batch.row.minute == workspace.runs.find(batch.row.run).clock
        assert list(batch.row.variants[1].changes) == ["persona.nell.traits.warm"]
        wait_until(lambda: not batch.now.is_live)
        assert batch.left == 0
        table = batch.table
    at = open_page()
    said = words(at)
    assert "3 know chess-evening” holds. Unchanged: 3 of 3 runs, 100% (44% to 100%)" in said
    lines = next(one for one in table.counts if one.name == "lines").bands[0]
    assert f"A run has {lines.least:g} to {lines.most:g} lines" in said
    assert "Open this run" in labels(at)
    at = press(at, "many-open-go")
    assert at.session_state["tw-chosen-run"].startswith("batch-1-seed-1")


@pytest.mark.nightly
def test_it_is_stopped_and_gone_on_with(open_page, folder):
    with open_workspace(folder) as workspace:
        batch = workspace.batches.plan(TOWN, seeds=range(30), until="day 1 10:00")
        batch.start(workers=1)
        wait_until(lambda: batch.repetitions)
        press(open_page(batch=batch.row.id), "many-stop")
        wait_until(lambda: not batch.now.is_live)
        assert (batch.row.state, batch.left > 0) == ("stopped", True)
        press(open_page(batch=batch.row.id), "many-resume")
        assert batch.now.is_live
        batch.stop()
        wait_until(lambda: not batch.now.is_live)


def test_what_is_no_statement_is_said_and_nothing_started(open_page, folder):
    at = open_up(open_page(), "many-plan")
    at.text_area(key="many-holds").set_value("<b>it</b> is fine")
    at = press(at, "many-go")
    assert "is not a valid statement" in words(at)
    assert "<b>it</b>" not in words(at)


def test_a_fork_has_one_thing_otherwise_and_a_way_to_the_comparison(monkeypatch, folder):
    at = studio(monkeypatch, folder, "stage", run="first-1", at="day 1 08:00")
    at.selectbox(key="fork-1-kind").set_value("faculty").run()
    at.multiselect(key="fork-1-faculty").set_value(["reflection"])
    at = press(at, "fork-go-1")
    with open_workspace(folder) as workspace:
        fork = workspace.runs.find("last")
        assert fork.town.settings.reflection is False
        assert fork.row.parent == 1
    assert "Compare" in labels(at)


@pytest.mark.nightly
def test_a_programme_is_lived_beside_the_plain_runs_by_so_many_at_once(open_page, folder):
    at = open_up(open_page(), "many-plan")
    at.number_input(key="many-times").set_value(2)
    at.number_input(key="many-workers").set_value(1)
    at.text_area(key="many-programme").set_value(
        "programme: 1\nentries:\n- {at: day 1 09:00, do: happen, room: Corner Shop, text: A bell rings.}\n"
    )
    press(at, "many-go")
    with open_workspace(folder) as workspace:
        batch = workspace.batches.find("last")
        assert batch.row.variants[1].words == "programme=happen"
        wait_until(lambda: not batch.now.is_live)
        assert batch.left == 0
    assert "with programme=happen" in words(open_page())


def test_a_programme_with_a_fault_says_which_entry(open_page):
    at = open_up(open_page(), "many-plan")
    at.text_area(key="many-programme").set_value("programme: 1\nentries:\n- {at: day 1 09:00, do: dance}\n")
    press(at, "many-go")
    assert "entry 1 of the programme has no valid `do`" in words(at)


@pytest.mark.nightly
def test_a_batch_is_deleted_and_brought_back(open_page, folder):
    with open_workspace(folder) as workspace:
        batch = workspace.repeat(TOWN, seeds=[5], until="day 1 06:00", workers=1)
    number, name = batch.row.number, batch.row.id
    press(open_page(batch=name), f"many-delete-{number}")
    at = open_up(open_page(), "many-deleted")
    assert name in words(at)
    press(at, f"many-restore-{number}")
    with open_workspace(folder) as workspace:
        assert workspace.batches.find(name).left == 0
        assert not workspace.batches.deleted()
