"""Runs: the tree of forks with what each has otherwise, and two runs side by side, as the engine has them."""

from __future__ import annotations

import html
import re
import shutil
from types import SimpleNamespace

import pytest

from engine.api.interventions import Feel, Whisper
from engine.api.run import Reached, why_fingerprints_differ
from engine.api.text import size_words
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.records import Line
from studio.comparing.reached_chart import reached_spec
from studio.comparing.sides import Sides
from tests.studios import box, labels, lived, open_up, press, studio, well, words

pytestmark = pytest.mark.slow

TOLD = "Tell Tomas that the mole has a crack."
THREE = SimpleNamespace(cast=SimpleNamespace(names={"nell": "Nell", "otto": "Otto", "ruth": "Ruth"}))


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
    @pytest.mark.soak
    def test_a_fork_stands_below_its_parent_with_what_it_has_otherwise(self, open_page):
        said = words(open_page())
        assert said.index("First try") < said.index("whispered") < said.index("Elsewhere")
        assert "Fork of First try at day 1 08:00: Isabel Moreno hears" in said

    @pytest.mark.soak
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
        named = [one for one in at.button if one.label == "Save name"]
        named[order.index("rename-name-3")].click().run()
        with open_workspace(folder) as workspace:
            assert workspace.runs.find("elsewhere-1").row.name == "Three doors down"
            workspace.runs.find("elsewhere-1").rename("Elsewhere")

    def test_each_says_what_it_takes_and_a_fork_little(self, open_page, folder):
        at = open_page()
        with open_workspace(folder) as workspace:
            taken = {row.id: workspace.runs.taken(row.number) for row in workspace.runs.all()}
        said = words(at).replace("\\", "")
        assert f"about {size_words(taken['first-try-1'].disk)}" in said
        assert f"about {size_words(taken['whispered-1'].disk)}, plus shared data" in said
        assert taken["first-try-1"].fingerprint[:8] in labels(at)

    def test_one_is_deleted_and_brought_back_at_once(self, open_page, folder):
        at = press(open_page(), "delete-3")
        assert "Elsewhere is deleted." in words(at)
        with open_workspace(folder) as workspace:
            assert [row.name for row in workspace.runs.all(archived=True)] == ["First try", "whispered"]
        at = press(at, "undo-delete")
        assert "Elsewhere is deleted." not in words(at)
        with open_workspace(folder) as workspace:
            assert len(workspace.runs.all()) == 3

    def test_one_that_was_deleted_stands_below_until_it_is_brought_back(self, open_page, folder):
        press(open_page(), "delete-3")
        at = open_page()
        assert "Elsewhere is deleted." not in words(at), "another window did not do it"
        at = press(open_up(at, "deleted-runs"), "restore-3")
        assert "Elsewhere" in words(at)
        with open_workspace(folder) as workspace:
            assert workspace.runs.deleted() == ()

    def test_a_fork_says_that_its_parent_is_deleted_and_that_one_is_not_emptied(self, open_page, folder):
        at = press(open_page(run="whispered-1"), "delete-1")
        assert "Fork of First try (deleted) at day 1 08:00: Isabel Moreno hears" in words(at)
        at = press(open_up(at, "deleted-runs"), "empty-go-1")
        assert "whispered-1 is based on it" in words(at)
        with open_workspace(folder) as workspace:
            workspace.runs.find("first-try-1", deleted=True).restore()

    def test_the_one_looked_at_may_be_deleted_and_another_is_looked_at(self, open_page, folder):
        at = press(open_page(run="elsewhere-1"), "delete-3")
        assert "Elsewhere is deleted." in words(at)
        assert "whispered :gray-badge[current]" in words(at).replace("**", "")
        press(at, "undo-delete")

    @pytest.mark.soak
    def test_what_another_window_has_deleted_is_said_there(self, open_page, folder):
        here, there = open_page(), open_page()
        press(there, "delete-3")
        here = press(here, "delete-3")
        assert "was deleted" in words(here)
        here = press(open_up(here, "deleted-runs"), "restore-3")
        press(there, "undo-delete")
        with open_workspace(folder) as workspace:
            assert len(workspace.runs.all()) == 3

    @pytest.mark.soak
    def test_one_is_emptied_for_good(self, open_page, folder):
        with open_workspace(folder) as workspace:
            gone = workspace.runs.new("three-neighbours", name="Gone")
            gone.live(5)
            gone.delete()
        at = open_up(open_page(), "deleted-runs")
        at = press(at, f"empty-go-{gone.number}")
        assert "gone-1 was removed permanently" in words(at)
        with open_workspace(folder) as workspace:
            assert workspace.runs.deleted() == ()

    @pytest.mark.nightly
    def test_one_is_shared_as_a_copy_and_as_a_cassette(self, open_page):
        at = press(open_page(), "share-whispered-1")
        assert {"Read-only copy", "Cassette"} <= set(labels(at))
        at = press(at, "export-copy-2")
        at.session_state["tw-page-download-making"][2].wait(60)
        well(at.run())
        assert "Save whispered-1.townwright" in [one.proto.label for one in at.get("download_button")]


class TestTwoFingerprints:
    def test_it_names_the_cause_in_sentences_of_the_engine(self, open_page, folder):
        at = open_page(section="fingerprints", one="first-try-1", **{"with": "whispered-1"})
        with open_workspace(folder) as workspace:
            one, other = (workspace.runs.find(ref) for ref in ("first-try-1", "whispered-1"))
            sentences = why_fingerprints_differ(one.compare(other))
            fingerprints = [run.at().fingerprint for run in (one, other)]
        said = html.unescape(words(at))
        assert [sentence for sentence in sentences if sentence not in said] == []
        assert [one for one in fingerprints if one not in said] == []

    def test_the_fingerprint_in_the_tree_leads_there_with_the_parent(self, open_page):
        at = press(open_page(), "fingerprint-2")
        assert (at.query_params["one"], at.query_params["with"]) == ("whispered-1", "first-try-1")
        assert "The logs first differ at day 1 08:00, because of an intervention by the author" in words(at)

    def test_from_there_the_two_are_laid_side_by_side(self, open_page):
        at = press(open_page(section="fingerprints", one="whispered-1"), "fingerprints-beside")
        assert "The runs share the same past until day 1 08:00." in words(at)


class TestSideBySide:
    @pytest.mark.soak
    def test_it_says_where_they_part_why_and_whom_it_reached(self, open_page, folder):
        at = open_page(section="compare", **{"with": "whispered-1"})
        with open_workspace(folder) as workspace:
            found = workspace.runs.find("first-try-1").compare(workspace.runs.find("whispered-1"))
            reached = sum(one.since is not None for one in found.reached)
        said = words(at)
        assert "The runs share the same past until day 1 08:00." in said
        assert f"this affects {reached} of 8 people" in said
        assert any(TOLD.rstrip(".") in str(cell) for one in at.table for cell in one.value.to_numpy().flat)

    def test_its_parts_carry_the_numbers_of_the_engine(self, open_page, folder):
        at = open_page(section="compare", **{"with": "whispered-1"})
        with open_workspace(folder) as workspace:
            found = workspace.runs.find("first-try-1").compare(workspace.runs.find("whispered-1"))
            wanted = [
                f"What is said · {len(found.lines.one) + len(found.lines.other)}",
                f"Relationships · {len(found.ties)}",
                f"Who is where · {len(found.whereabouts)}",
            ]
        (parts,) = (one for one in at.button_group if one.label == "View")
        assert [one for one in wanted if one not in parts.options] == []

    @pytest.mark.parametrize(
        "part", ["lines", "knowing", "ties", "where", "conclusions", "memories", "plans", "papers"]
    )
    def test_every_part_is_opened_by_a_link(self, open_page, part):
        at = open_page(section="compare", part=part, **{"with": "whispered-1"})
        assert words(at)

    def test_what_differs_comes_first_and_lines_said_in_both_are_folded(self, monkeypatch, tmp_path, folder):
        copy = tmp_path / "workspace"
        shutil.copytree(folder, copy)
        with open_workspace(copy) as workspace:
            run = workspace.runs.find("first-try-1")
            lines = sorted(run.at().log.rows(Line), key=lambda line: line.id)
            fork = run.fork(lines[len(lines) // 2].said_at + 1, name="late")
            fork.intervene(Whisper(agent="isabel", text=TOLD))
            fork.live(run.clock)
            found = run.compare(fork)
            first = next(pair for pair in found.aligned if not pair.is_same)
        at = studio(
            monkeypatch, copy, "runs", run="first-try-1", section="compare", **{"with": f"late-{fork.number}"}
        )
        (parts,) = (one for one in at.button_group if one.label == "View")
        counts = [int(one.rpartition(" · ")[2]) for one in parts.options if " · " in one]
        assert all(counts[: counts.index(0)] if 0 in counts else counts)
        assert not any(counts[counts.index(0) :] if 0 in counts else [])
        (picture,) = (one.value for one in at.html if "tw-beside" in one.value)
        unfolded = html.unescape(re.sub(r"<details.*?</details>", "", picture, flags=re.DOTALL))
        assert unfolded != html.unescape(picture), "nothing is folded"
        said = re.findall(r'tw-small[^>]*">([^<]+)</div>', unfolded)
        assert (first.one or first.other).text in said[2:5], "after two names, and two lines at most"

    def test_with_a_third_run_each_has_a_row(self, monkeypatch, tmp_path, folder):
        copy = tmp_path / "workspace"
        shutil.copytree(folder, copy)
        with open_workspace(copy) as workspace:
            run = workspace.runs.find("first-try-1")
            run.fork("day 1 07:00", name="short").live("day 1 07:30")
        at = studio(monkeypatch, copy, "runs", run="first-try-1", section="compare")
        open_up(at, f"compare-more-{run.number}")
        assert "All runs are shown at day 1 07:30" in words(at)
        (table,) = (one.value for one in at.table if "first difference" in one.value.columns)
        assert list(table["run"]) == ["First try", "short", "whispered"]

    def test_with_two_runs_it_is_said_how_there_come_to_be_three(self, open_page):
        at = open_page(section="compare", **{"with": "whispered-1"})
        open_up(at, "compare-more-1")
        assert "Fork once more" in words(at)

    def test_at_an_earlier_moment_they_are_still_one(self, open_page):
        at = open_page(section="compare", at=400, **{"with": "whispered-1"})
        assert "The runs are identical up to day 1 06:40" in words(at)

    def test_the_parent_is_what_a_fork_is_laid_beside_at_first(self, open_page):
        at = open_page(run="whispered-1", section="compare")
        assert "The runs share the same past until day 1 08:00." in words(at)

    @pytest.mark.soak
    def test_from_where_they_part_one_goes_to_the_stage_of_either(self, open_page):
        at = open_page(section="compare", **{"with": "whispered-1"})
        assert labels(at).count("Show on Stage") == 2
        at = press(at, "parting-go-1")
        assert (at.query_params["run"], at.query_params["at"]) == ("whispered-1", "481")


def test_where_they_part_people_are_called_by_their_names(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "workspace")
    with workspace:
        fork = run.fork("day 1 07:00", name="tired")
        fork.intervene(Feel(agent="bram", name="energy", value="5"))
        fork.live("day 1 08:00")
        assert run.compare(fork, 8 * 60).parting.other.asked["agent"] == "bram"
    compare = {"run": "first-try-1", "section": "compare", "at": 480, "with": "tired-1"}
    at = studio(monkeypatch, tmp_path / "workspace", "runs", **compare)
    assert "Bram Aldous is worn out" in words(at)
    assert "bram:" not in words(at)


def test_with_one_run_alone_it_says_how_to_get_another(monkeypatch, tmp_path):
    workspace, _ = lived(tmp_path / "workspace")
    workspace.close()
    at = studio(monkeypatch, tmp_path / "workspace", "runs", section="compare")
    assert "No run to compare with yet" in words(at)


def test_a_run_alone_of_its_town_is_laid_beside_no_other_town_unasked(open_page):
    elsewhere = {"run": "elsewhere-1", "section": "compare"}
    at = open_page(**elsewhere)
    assert "No run to compare with yet" in words(at)
    beside = box(at, "Compare with")
    assert beside.value is None
    beside.set_value("first-try-1").run()
    assert at.query_params["with"] == "first-try-1"
    assert "The runs do not share a past." in words(well(at))
    otherwise = at.table[0].value
    assert otherwise["what"].tolist() == ["The scenario", "The seed"], "no file of another town is listed"


def test_a_run_is_first_laid_beside_its_own_fork(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "workspace")
    with workspace:
        run.fork("day 1 08:00", name="of it")
        workspace.runs.new(run.row.scenario, name="newer")
    at = studio(monkeypatch, tmp_path / "workspace", "runs", run="first-try-1", section="compare")
    assert box(at, "Compare with").value == "of-it-1"


@pytest.mark.nightly
def test_of_a_file_that_is_otherwise_no_more_is_shown_than_can_be_read(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        one = workspace.runs.new("three-neighbours", name="one")
        files = dict(workspace.scenarios.files("three-neighbours"))
        path = next(name for name in files if name.endswith("nell.yaml"))
        files[path] = "# A remark of an author.\n" * 30 + files[path]
        workspace.scenarios.save("three-neighbours", files, "remarks")
        other = workspace.runs.new("three-neighbours", name="other")
        for run in (one, other):
            run.live(5)
    at = studio(monkeypatch, tmp_path, "runs", run="one-1", section="compare")
    shown = at.table[0].value["other"].item()
    assert "A remark of an author" in shown
    assert len(shown) < 300


def test_with_every_run_deleted_it_says_what_can_be_brought_back(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "workspace")
    with workspace:
        run.delete()
    at = studio(monkeypatch, tmp_path / "workspace", "runs")
    assert "No runs yet" in words(at)
    at = press(open_up(at, "deleted-runs"), "restore-1")
    assert "First try" in words(at)


# ---- the picture of who is affected


@pytest.mark.parametrize(("days", "an_hour"), [(1, 1), (2, 60 * 60_000), (20, 1 / 24)])
def test_a_bar_is_from_the_first_difference_of_a_person_to_the_end_whatever_the_axis_counts(days, an_hour):
    sides = Sides(run=SimpleNamespace(town=THREE), other=SimpleNamespace(town=THREE))
    since = {"nell": 90, "otto": None, "ruth": 1200}
    reached = [Reached(agent=agent, since=minute, turns=(1, 2)) for agent, minute in since.items()]
    spec = reached_spec(sides, reached, days * DAY)
    [series] = spec["series"]
    hours = [[(at - spec["xAxis"]["min"]) / an_hour for at, _ in bar["coords"]] for bar in series["data"]]
    assert hours[0] == pytest.approx([1.5, days * 24], abs=0.01)
    assert hours[1] == pytest.approx([20, days * 24], abs=0.01)
    assert [row for bar in series["data"] for _, row in bar["coords"]] == [0, 0, 2, 2]
