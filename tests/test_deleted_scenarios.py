"""Deleting a town: out of the gallery with all that belongs to it, and back as it was; its runs live on."""

from __future__ import annotations

import gzip
import io

import pytest

from engine.api.workspace import open_workspace
from engine.errors import BadInput, NotFound
from engine.export.cassette import record_cassette
from engine.store.verifying.verifying import verify
from engine.store.writing.drafts import Typed
from engine.store.writing.notebooks import CellRow, cells_of, keep_cell, keep_prediction, predictions_of

TOWN = "three-neighbours"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


def test_a_deleted_town_is_in_no_list_and_comes_back_with_its_versions_drafts_and_edits(workspace):
    scenarios = workspace.scenarios
    newest = scenarios.save_file(TOWN, "world.yaml", "Quay: {}", "a quay")
    scenarios.drafts.keep(TOWN, "town.yaml", "town: Draft\n", newest.number)
    before = (scenarios.versions(TOWN), scenarios.files(TOWN), scenarios.drafts.of(TOWN))
    gone = scenarios.delete(TOWN)
    assert (gone.name, gone.runs) == (TOWN, 0)
    assert TOWN not in (*scenarios.names(), *scenarios.hidden())
    with pytest.raises(NotFound):
        scenarios.files(TOWN)
    assert scenarios.bring_back(gone.number) == TOWN
    assert scenarios.deleted() == ()
    assert (scenarios.versions(TOWN), scenarios.files(TOWN), scenarios.drafts.of(TOWN)) == before


@pytest.mark.soak
def test_runs_of_a_deleted_town_live_on_and_say_so(workspace):
    run = workspace.runs.new(TOWN, name="Lived")
    run.live(7 * 60)
    fingerprint = run.at().fingerprint
    gone = workspace.scenarios.delete(TOWN)
    assert gone.runs == 1
    found = workspace.runs.find("Lived")
    assert found.row.scenario == gone.kept_as == f"{TOWN} (deleted)"
    assert found.at().fingerprint == fingerprint
    found.live(7 * 60 + 30)
    assert found.fork("day 1 07:00").scenario.town == "Candle Court"
    assert verify(workspace.store, found.row.number) is None
    workspace.scenarios.bring_back(gone.number)
    assert workspace.runs.find(found.row.id).row.scenario == TOWN


def test_its_name_is_free_and_it_comes_back_beside_the_one_that_has_it_now(workspace):
    first = workspace.scenarios.delete(TOWN)
    workspace.scenarios.new_blank(TOWN)
    second = workspace.scenarios.delete(TOWN)
    workspace.scenarios.new_from_template(TOWN, "ship")
    assert [one.number for one in workspace.scenarios.deleted()] == [second.number, first.number]
    assert second.kept_as == f"{TOWN} (deleted) 2"
    assert workspace.scenarios.bring_back(first.number) == f"{TOWN} 2"
    assert workspace.scenarios.bring_back(second.number) == f"{TOWN} 3"
    assert len({workspace.scenarios.checked(f"{TOWN}{n}").scenario.town for n in ("", " 2", " 3")}) == 3


def test_a_hidden_town_can_be_deleted_and_is_hidden_when_it_is_back(workspace):
    workspace.scenarios.hide(TOWN)
    gone = workspace.scenarios.delete(TOWN)
    assert TOWN not in workspace.scenarios.hidden()
    workspace.scenarios.bring_back(gone.number)
    assert TOWN in workspace.scenarios.hidden()


def test_nothing_is_written_to_a_deleted_town_and_nonsense_is_refused(workspace):
    gone = workspace.scenarios.delete(TOWN)
    with pytest.raises(BadInput, match="restore it before"):
        workspace.scenarios.save(gone.kept_as, {"town.yaml": "town: X\n"})
    with pytest.raises(NotFound, match="is deleted; restore it first"):
        workspace.scenarios.delete(gone.kept_as)
    scenarios, kept = workspace.scenarios, gone.kept_as
    newest = scenarios.versions(kept)[0].number
    typed = Typed(path="town.yaml", text="x", writer="w", seq=1, on="")
    for change in (
        lambda: scenarios.rename(kept, "Elsewhere"),
        lambda: scenarios.hide(kept),
        lambda: scenarios.duplicate(kept, "Twin"),
        lambda: scenarios.drafts.keep(kept, "town.yaml", "town: X\n", newest),
        lambda: scenarios.drafts.type_in(kept, typed),
    ):
        with pytest.raises(NotFound, match="is deleted; restore it first"):
            change()
    assert [one.kept_as for one in scenarios.deleted()] == [kept]
    for name in ("no such town", ""):
        with pytest.raises((NotFound, BadInput)):
            workspace.scenarios.delete(name)
    for number in (99, -1, "x", True):
        with pytest.raises((NotFound, BadInput)):
            workspace.scenarios.bring_back(number)
    other = workspace.scenarios.names()[0]
    with pytest.raises(BadInput, match="already"):
        workspace.scenarios.rename(other, gone.kept_as)


NOTEBOOK = f"---\ntown-notebook: 1\ntown: {TOWN}\nseed: 3\n---\n"
PATH = "notebooks/mine.town.md"


def test_what_was_predicted_in_its_notebooks_is_not_that_of_another_town_of_its_name(workspace):
    scenarios, store = workspace.scenarios, workspace.store
    keep_prediction(store, f"{TOWN}/{PATH}", "p1", "own", "two")
    keep_cell(store, f"{TOWN}/{PATH}", "c1", CellRow(key="k", own="o", before="", failed=""))
    gone = scenarios.delete(TOWN)
    scenarios.new_blank(TOWN)
    assert predictions_of(store, f"{TOWN}/{PATH}") == {}
    assert cells_of(store, f"{TOWN}/{PATH}") == {}
    keep_prediction(store, f"{TOWN}/{PATH}", "p1", "own", "three")
    back = scenarios.bring_back(gone.number)
    assert predictions_of(store, f"{back}/{PATH}")["p1"].answer == "two"
    assert predictions_of(store, f"{TOWN}/{PATH}")["p1"].answer == "three"
    assert list(cells_of(store, f"{back}/{PATH}")) == ["c1"]


def test_its_notebooks_name_it_as_it_is_called_when_it_is_back(workspace):
    scenarios = workspace.scenarios
    scenarios.save_file(TOWN, PATH, NOTEBOOK)
    gone = scenarios.delete(TOWN)
    assert scenarios.files(scenarios.bring_back(gone.number))[PATH] == NOTEBOOK
    gone = scenarios.delete(TOWN)
    scenarios.new_blank(TOWN)
    back = scenarios.bring_back(gone.number)
    assert scenarios.files(back)[PATH] == NOTEBOOK.replace(TOWN, f'"{TOWN} 2"')


@pytest.mark.soak
def test_a_cassette_of_its_run_is_of_the_name_it_had_and_opens_beside_it(workspace, tmp_path):
    run = workspace.runs.new(TOWN, name="Lived")
    run.live(7 * 60)
    before = b"".join(record_cassette(run))
    gone = workspace.scenarios.delete(TOWN)
    recorded = b"".join(record_cassette(workspace.runs.find("Lived")))
    assert recorded == before
    assert workspace.runs.open_cassette(io.BytesIO(recorded)).row.scenario == TOWN
    assert [one.number for one in workspace.scenarios.deleted()] == [gone.number]
    with open_workspace(tmp_path / "elsewhere") as other:
        assert other.runs.open_cassette(io.BytesIO(recorded)).row.scenario == TOWN


def test_a_cassette_that_names_a_deleted_town_makes_another(workspace):
    gone = workspace.scenarios.delete(TOWN)
    workspace.scenarios.new_from_bundled(gone.name, TOWN)
    run = workspace.runs.new(TOWN, name="Lived")
    run.live(7 * 60)
    head, *rest = gzip.decompress(b"".join(record_cassette(run))).splitlines(keepends=True)
    head = head.replace(f'"{TOWN}"'.encode(), f'"{gone.kept_as}"'.encode())
    opened = workspace.runs.open_cassette(io.BytesIO(gzip.compress(head + b"".join(rest))))
    assert opened.row.scenario == f"{gone.kept_as}-2"
