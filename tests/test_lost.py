"""A lost workspace: its file is empty or gone, beside backups. That is damage, and it is settled first."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing

import pytest
from filelock import FileLock
from streamlit.testing.v1 import AppTest

from engine.api.workspace import open_workspace
from engine.errors import WorkspaceDamaged
from engine.store.file.backup import back_up, backups_of
from tests.studios import studio, words

pytestmark = pytest.mark.soak


def lose(own, how):
    """Back the workspace up, twice, and lose its file; the content of the backups."""
    with open_workspace(own) as workspace:
        back_up(workspace.store)
        back_up(workspace.store, "day 1")
    file = own / "townwright.db"
    file.unlink()
    if how == "empty":
        file.touch()
    elif how == "without tables":
        with closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA user_version = 1")
    return kept_in(own / "backups")


def kept_in(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


lost = pytest.mark.parametrize("how", ["empty", "gone", "without tables"])


@pytest.mark.nightly
@lost
def test_no_command_takes_a_lost_workspace_for_a_new_one(call, own, how):
    kept = lose(own, how)
    was = sorted(own.iterdir())
    for command in (
        ["run", "willow-bay", "--quiet"], ["resume", "last"], ["runs"], ["profiles"], ["cap"],
        ["fingerprint", "last"],
    ):  # fmt: skip
        status, out, err = call(*command)
        assert (status, out) == (1, ""), command
        assert "was not opened" in err
        assert "doctor --restore" in err
        assert "--begin-anew" in err
    assert kept_in(own / "backups") == kept
    assert sorted(own.iterdir()) == was


@pytest.mark.nightly
@lost
def test_the_doctor_says_so_and_puts_the_newest_good_backup_in_place(call, asked, own, how):
    expected = asked("fingerprint", "last")
    lose(own, how)
    newest = backups_of(own / "backups")[0]
    newest.write_bytes(newest.read_bytes()[:5_000])
    status, out, _ = call("doctor")
    assert status == 1
    (line,) = [line for line in out.splitlines() if line.startswith("problem")]
    assert "doctor --restore" in line
    status, _, err = call("doctor", "--restore")
    assert status == 0
    assert re.search(r"restored the backup '\S+000001-[\d-]{10}\.db', made on [\d: -]+ UTC", err)
    assert asked("fingerprint", "last") == expected


@pytest.mark.nightly
@lost
def test_one_can_begin_anew_and_the_backups_are_kept_aside(call, own, how):
    kept = lose(own, how)
    status, _, err = call("doctor", "--begin-anew")
    assert status == 0
    assert "backups-aside-1" in err
    assert kept_in(own / "backups-aside-1") == kept
    assert call("run", "three-neighbours", "--until", "day 1 06:30", "--quiet")[0] == 0
    assert call("runs")[1].count("\n") == 2
    assert call("doctor", "--begin-anew")[0] == 1, "never of a sound workspace"
    assert not backups_of(own / "backups")


def test_a_damaged_file_may_be_given_up_too(call, own):
    kept = lose(own, "gone")
    (own / "townwright.db").write_bytes(b"noise" * 100)
    for name in kept:
        (own / "backups" / name).write_bytes(b"noise")
    status, _, err = call("runs")
    assert status == 1
    assert "none of its backups is intact" in err
    assert call("doctor", "--restore")[0] == 1
    assert call("doctor", "--begin-anew")[0] == 0
    assert (own / "townwright-damaged-1.db").read_bytes() == b"noise" * 100


def test_a_program_is_told_the_same(own):
    lose(own, "gone")
    for options in ({}, {"read_only": True}):
        with pytest.raises(WorkspaceDamaged, match="it is missing, but it has backups"):
            open_workspace(own, **options)
    assert not (own / "townwright.db").exists()


def test_an_empty_file_without_backups_is_a_new_workspace(tmp_path):
    (tmp_path / "townwright.db").touch()
    with open_workspace(tmp_path) as workspace:
        assert workspace.scenarios.names()


# ---- the studio


@lost
def test_the_studio_says_so_and_puts_the_backup_in_place(monkeypatch, asked, own, how):
    expected = asked("fingerprint", "last")
    lose(own, how)
    at = studio(monkeypatch, own)
    assert "cannot be opened" in words(at)
    assert re.search(r"000002-[\d-]{10}-day-1\.db, 20", words(at))
    at.button(key="settle-restore").click().run()
    assert not at.exception
    assert "cannot be opened" not in words(at)
    assert asked("fingerprint", "last") == expected


def test_in_the_studio_one_can_begin_anew(monkeypatch, own):
    kept = lose(own, "gone")
    at: AppTest = studio(monkeypatch, own, "stage")
    at.button(key="settle-anew").click().run()
    assert not at.exception
    assert kept_in(own / "backups-aside-1") == kept
    with open_workspace(own) as workspace:
        assert workspace.scenarios.names()
        assert not workspace.runs.all()


def test_the_studio_opens_where_there_is_a_backup_to_offer_and_not_where_there_is_none(
    call, own, monkeypatch
):
    opened = []
    monkeypatch.setattr("studio.launch.launch", lambda folder, **how: opened.append(folder))
    lose(own, "gone")
    assert call("--no-browser")[0] == 0
    (own / "townwright.db").write_bytes(b"noise" * 100)
    assert call("--no-browser")[0] == 0
    assert opened == [own] * 2
    assert (own / "townwright.db").read_bytes() == b"noise" * 100
    shutil.rmtree(own / "backups")
    status, _, err = call("--no-browser")
    assert status == 1
    assert "there is no backup" in err
    assert len(opened) == 2


def test_nothing_is_settled_while_a_run_is_still_being_lived(call, own):
    kept = lose(own, "gone")
    with FileLock(own / "locks" / "willow-bay-1.lock"):
        for settle in (["doctor", "--restore"], ["doctor", "--begin-anew"]):
            status, _, err = call(*settle)
            assert status == 1
            assert "'willow-bay-1' is still running" in err
    assert kept_in(own / "backups") == kept
    assert not (own / "townwright.db").exists()
    assert call("doctor", "--restore")[0] == 0
