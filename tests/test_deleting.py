"""Deleting: out of every list at once, back as it was, and gone for good only when that hurts nobody."""

from __future__ import annotations

import shutil

import pytest
from filelock import FileLock

from engine.api.workspace import open_workspace
from engine.errors import BadInput, NotFound, RunBusy
from engine.store.living.jobs import start_job
from engine.store.searching.words import count_words
from engine.store.verifying.verifying import verify

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
MORNING = 9 * 60


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A workspace with a run, a fork that was lived on, and another run."""
    folder = tmp_path_factory.mktemp("kept") / "ws"
    with open_workspace(folder) as workspace:
        run = workspace.runs.new(TOWN, name="Trunk")
        run.live(MORNING)
        run.fork("day 1 08:00", name="Branch").live(MORNING + 30)
        workspace.runs.new(TOWN, name="Other", seed=5).live(MORNING)
    return folder


@pytest.fixture
def workspace(kept, tmp_path):
    shutil.copytree(kept, tmp_path / "ws")
    with open_workspace(tmp_path / "ws") as opened:
        yield opened


def ids(workspace):
    return [row.id for row in workspace.runs.all(archived=True)]


def rows_of(store, run):
    """How many rows of every table belong to a run."""
    tables = [name for (name,) in store.select("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {}
    for table in tables:
        columns = [row[1] for row in store.select(f"PRAGMA table_info({table})")]
        if "run" in columns and table != "emptied":
            ((found[table],),) = store.select(f"SELECT count(*) FROM {table} WHERE run = ?", (run,))
    return {table: count for table, count in found.items() if count}


class TestDeleted:
    @pytest.mark.soak
    def test_it_is_in_no_list_and_found_by_nobody_who_does_not_ask_for_what_was_deleted(self, workspace):
        workspace.runs.find("other-1").delete()
        assert ids(workspace) == ["trunk-1", "branch-1"]
        assert workspace.runs.find("last").row.id == "branch-1"
        assert [row.id for row in workspace.runs.deleted()] == ["other-1"]
        for ref in ("other-1", 3):
            with pytest.raises(NotFound, match="townwright runs --restore other-1"):
                workspace.runs.find(ref)

    @pytest.mark.soak
    @pytest.mark.parametrize("ref", ["other-1", "3", 3, "Other", "last"])
    def test_it_is_found_among_the_deleted_as_other_runs_are_and_comes_back_as_it_was(self, workspace, ref):
        run = workspace.runs.find("other-1")
        was = (run.at().fingerprint, run.row, run.clock)
        run.delete()
        back = workspace.runs.find(ref, deleted=True)
        back.restore()
        assert (back.at().fingerprint, back.row, back.clock) == was
        assert ids(workspace) == ["trunk-1", "branch-1", "other-1"]
        assert verify(workspace.store, back.number) is None

    def test_nobody_is_found_there_who_is_not(self, workspace):
        with pytest.raises(NotFound, match="--deleted"):
            workspace.runs.find("trunk-1", deleted=True)

    def test_a_fork_lives_on_over_a_parent_that_was_deleted(self, workspace):
        trunk, branch = workspace.runs.find("trunk-1"), workspace.runs.find("branch-1")
        twin = branch.fork()
        branch.live(MORNING + 60)
        trunk.delete()
        twin.live(MORNING + 60)
        assert twin.at().fingerprint == branch.at().fingerprint

    @pytest.mark.parametrize(
        "deed",
        [lambda run: run.live(MORNING + 60), lambda run: run.start(MORNING + 60), lambda run: run.fork()],
    )
    def test_nothing_is_done_with_it_before_it_is_back(self, workspace, deed):
        run = workspace.runs.find("other-1")
        run.delete()
        with pytest.raises(NotFound, match="'other-1' was deleted"):
            deed(run)

    def test_it_is_refused_while_somebody_lives_it(self, workspace):
        run = workspace.runs.find("other-1")
        start_job(workspace.store, run.number, until=2 * MORNING)
        with pytest.raises(RunBusy, match="already running in a new process"):
            run.delete()
        assert "other-1" in ids(workspace)

    def test_it_is_refused_while_somebody_has_it_in_hand(self, workspace):
        with (
            FileLock(workspace.store.locks / "other-1.lock"),
            pytest.raises(RunBusy, match="another process"),
        ):
            workspace.runs.find("other-1").delete()

    def test_to_delete_it_twice_keeps_when_it_was_first(self, workspace):
        workspace.runs.find("other-1").delete()
        was = workspace.runs.deleted()
        workspace.runs.find("other-1", deleted=True).delete()
        assert workspace.runs.deleted() == was


class TestEmptied:
    def test_nothing_of_it_is_left_and_all_else_is_as_it_was(self, workspace):
        store, run = workspace.store, workspace.runs.find("other-1")
        others = {one: workspace.runs.find(one).at().fingerprint for one in ("trunk-1", "branch-1")}
        found = workspace.runs.find("trunk-1").at().memories("nell", search="garden").items
        run.delete()
        run.empty()
        assert rows_of(store, run.number) == {}
        assert workspace.runs.deleted() == ()
        assert {one: workspace.runs.find(one).at().fingerprint for one in others} == others
        assert [verify(store, workspace.runs.find(one).number) for one in others] == [None, None]
        assert workspace.runs.find("trunk-1").at().memories("nell", search="garden").items == found
        assert store.select("PRAGMA integrity_check") == [("ok",)]
        assert store.select("PRAGMA foreign_key_check") == []
        for index in ("memory_fts", "memory_trigram"):
            with store.write() as db:
                db.execute(f"INSERT INTO {index} ({index}) VALUES ('integrity-check')")
        words = store.select("SELECT * FROM memory_word")
        with store.write() as db:
            db.execute("DELETE FROM memory_word")
            count_words(db, [text for (text,) in db.execute("SELECT text FROM memory")])
        assert words == store.select("SELECT * FROM memory_word"), "words that only they said are gone"

    @pytest.mark.soak
    def test_the_file_is_smaller_by_about_what_the_run_was_said_to_take(self, workspace):
        run = workspace.runs.new("willow-bay", name="Large")
        run.live(720, concurrency=8)
        with workspace.store.write() as db:
            db.execute("DELETE FROM journal")  # what is kept for all who ask the same
            db.execute("DELETE FROM mind_day")
        workspace.store.shrink()
        said = run.disk
        run.delete()
        freed = run.empty()
        assert 0.6 * said < freed < 1.4 * said

    def test_what_it_was_called_and_numbered_nobody_is_ever_again(self, workspace):
        run = workspace.runs.find("other-1")
        run.delete()
        run.empty()
        again = workspace.runs.new(TOWN, name="Other")
        assert (again.row.id, again.number) == ("other-2", run.number + 1)

    def test_what_was_spent_on_it_counts_on(self, workspace):
        run = workspace.runs.find("other-1")
        with workspace.store.write() as db:
            db.execute("INSERT INTO purse VALUES (?, 1, 3, 40, 50, 60, 0)", (run.number,))
        run.delete()
        run.empty()
        assert workspace.store.select("SELECT sum(micros) FROM purse") == [(60,)]

    def test_it_says_how_far_it_is(self, workspace):
        told = []
        run = workspace.runs.find("other-1")
        run.delete()
        run.empty(lambda gone, all_: told.append((gone, all_)))
        assert told[-1][0] == told[-1][1] > 0
        assert [gone for gone, _ in told] == sorted(gone for gone, _ in told)

    def test_it_is_refused_while_forks_stand_on_it_and_says_which(self, workspace):
        trunk, branch = workspace.runs.find("trunk-1"), workspace.runs.find("branch-1")
        trunk.delete()
        with pytest.raises(BadInput, match="branch-1 is based on it"):
            trunk.empty()
        branch.delete()
        with pytest.raises(BadInput, match=r"branch-1 \(also deleted\) is based on it"):
            trunk.empty()
        branch.empty()
        trunk.empty()
        assert ids(workspace) == ["other-1"]

    def test_it_is_refused_before_it_is_deleted_and_while_another_run_is_answered_from_it(self, workspace):
        run = workspace.runs.find("other-1")
        with pytest.raises(BadInput, match="delete it first"):
            run.empty()
        workspace.runs.new(TOWN, name="Again", model="replay:other-1")
        run.delete()
        with pytest.raises(BadInput, match="answers for again-1"):
            run.empty()

    def test_what_a_killed_process_left_of_it_is_cleared_by_the_next(self, workspace, monkeypatch):
        from engine.store.living import deleting
        from engine.store.log import incoming

        def killed(*_):
            raise KeyboardInterrupt

        run = workspace.runs.find("other-1")
        run.delete()
        with monkeypatch.context() as patched:
            patched.setattr(deleting, "clear_run", killed)
            patched.setattr(incoming, "clear_run", lambda *_: None)
            with pytest.raises(KeyboardInterrupt):
                run.empty()
        assert (ids(workspace), workspace.runs.deleted()) == (["trunk-1", "branch-1"], ())
        assert rows_of(workspace.store, run.number)
        with open_workspace(workspace.store.path.parent) as other:
            assert rows_of(other.store, run.number) == {}
