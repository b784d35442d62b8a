"""A crowd: many processes in one workspace at once, and all of them end well."""

from __future__ import annotations

import os
import subprocess
import sys

from store_samples import live, new_run, new_store

from engine.clock import DAY
from engine.simulation.runner import spawn_runner
from engine.store.backup import back_up, backups_of, check_backup
from engine.store.connection import open_store
from engine.store.verifying import verify
from engine.town import open_workspace

TOWN = "three-neighbours"

BACKING_UP = """
import sys
from pathlib import Path
from engine.store.backup import back_up
from engine.store.connection import open_store
with open_store(Path(sys.argv[1])) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(3):
        back_up(store, sys.argv[2])
"""


def test_processes_that_back_up_at_once_do_not_meet(tmp_path):
    with new_store(tmp_path) as store:
        live(store, new_run(store).number, range(10, 400))
    command = [sys.executable, "-c", BACKING_UP, str(store.path)]
    crowd = [
        subprocess.Popen([*command, str(n)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for n in range(4)
    ]
    for one in crowd:
        assert one.stdout.readline() == "ready\n"
    for one in crowd:
        one.stdin.write("go\n")
        one.stdin.flush()
    for one in crowd:
        one.communicate()
    assert [one.returncode for one in crowd] == [0] * 4
    kept = backups_of(store.backups)
    assert kept
    assert {path.suffix for path in store.backups.iterdir()} == {".db"}
    for path in kept:
        check_backup(path)


def test_who_waited_for_a_backup_that_was_begun_after_it_asked_needs_no_other(tmp_path, monkeypatch):
    from engine.store import backup

    with new_store(tmp_path) as store:
        live(store, new_run(store).number, [10])
        waits = backup.FileLock

        def meanwhile(path):
            """Two others were quicker."""
            monkeypatch.setattr(backup, "FileLock", waits)
            assert [back_up(store).name, back_up(store).name] == ["000001.db", "000002.db"]
            return waits(path)

        monkeypatch.setattr(backup, "FileLock", meanwhile)
        assert back_up(store).name == "000002.db"


def test_what_a_killed_backup_left_is_gone_after_the_next(tmp_path):
    with new_store(tmp_path) as store:
        live(store, new_run(store).number, [10])
        store.backups.mkdir()
        (store.backups / "000007-77.part").write_bytes(b"half of it")
        assert [back_up(store)] == list(store.backups.iterdir())


def test_runs_that_live_at_once_in_one_workspace_all_live_their_days(tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        runs = [workspace.new_run(TOWN, seed=seed) for seed in range(3)]
        alone = workspace.new_run(TOWN, seed=2)
        crowd = [spawn_runner(workspace.store, run.row, 2 * DAY) for run in runs]
        assert [process.wait(300) for process in crowd] == [0] * 3
        assert [(run.job.state, run.job.error) for run in runs] == [("done", "")] * 3
        assert [verify(workspace.store, run.number) for run in runs] == [None] * 3
        alone.live(2 * DAY)
        assert alone.fingerprint() == runs[2].fingerprint()
        for path in backups_of(workspace.store.backups):
            check_backup(path)


def test_a_new_workspace_may_be_begun_by_many_at_once(tmp_path):
    command = [sys.executable, "-m", "engine.cli", "run", TOWN, "--until", "day 1 07:00", "--quiet"]
    with_folder = [*command, "--workspace", str(tmp_path / "ws")]
    crowd = [
        subprocess.Popen(
            with_folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=os.environ
        )
        for _ in range(4)
    ]
    heard = [process.communicate()[1] for process in crowd]
    assert [process.returncode for process in crowd] == [0] * 4, heard
    with open_store(tmp_path / "ws" / "townwright.db") as store:
        assert len({store.select("SELECT id FROM run ORDER BY number LIMIT 1 OFFSET ?", (n,))[0] for n in range(4)}) == 4
