"""A crowd: many processes in one workspace at once, and all of them end well."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing, contextmanager

import pytest
from store_samples import live, new_run, new_store

from engine.api.workspace import open_workspace
from engine.cli.screen.progress import ProgressLine
from engine.cli.screen.terminal import Terminal
from engine.clock import DAY
from engine.errors import NotWritten
from engine.export.cassette import record_cassette
from engine.records import Call, Memory, Sighting, Turn
from engine.row_ids import row_id
from engine.running.run_session import Progress, hold
from engine.running.runner import spawn_runner
from engine.store.file import backup, connection
from engine.store.file.backup import back_up, backups_of, check_backup
from engine.store.file.connection import open_store
from engine.store.living.jobs import claim_job, start_job
from engine.store.living.runs import list_runs
from engine.store.log.rows import append
from engine.store.verifying.verifying import verify

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"

BACKING_UP = """
import sys
from pathlib import Path
from engine.store.file.backup import back_up
from engine.store.file.connection import open_store
with open_store(Path(sys.argv[1])) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(3):
        back_up(store)
"""


def together(script, count):
    """Run a script in several processes, which begin at the same moment; how each of them ended."""
    command = [sys.executable, "-c", *script]
    crowd = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    for one in crowd:
        assert one.stdout.readline() == "ready\n"
    for one in crowd:
        one.stdin.write("go\n")
        one.stdin.flush()
    for one in crowd:
        one.communicate()
    return [one.returncode for one in crowd]


@pytest.mark.nightly
def test_processes_that_back_up_at_once_do_not_meet(tmp_path):
    with new_store(tmp_path) as store:
        live(store, new_run(store).number, range(10, 400))
    assert together([BACKING_UP, str(store.path)], 4) == [0] * 4
    kept = backups_of(store.backups)
    assert kept
    assert {path.suffix for path in store.backups.iterdir()} == {".db"}
    for path in kept:
        check_backup(path)


def test_who_waited_for_a_backup_that_was_begun_after_it_asked_needs_no_other(tmp_path, monkeypatch):
    with new_store(tmp_path) as store:
        live(store, new_run(store).number, [10])
        waits = backup.FileLock

        def meanwhile(path):
            """Two others were quicker."""
            monkeypatch.setattr(backup, "FileLock", waits)
            assert [back_up(store).name[:6], back_up(store).name[:6]] == ["000001", "000002"]
            return waits(path)

        monkeypatch.setattr(backup, "FileLock", meanwhile)
        assert back_up(store).name[:6] == "000002"


def test_what_a_killed_backup_left_is_gone_after_the_next(tmp_path):
    with new_store(tmp_path) as store:
        live(store, new_run(store).number, [10])
        store.backups.mkdir()
        (store.backups / "000007-77.part").write_bytes(b"half of it")
        assert [back_up(store)] == list(store.backups.iterdir())


OPENING = """
import sys
from engine.api.workspace import open_workspace
print("ready", flush=True)
sys.stdin.readline()
with open_workspace(sys.argv[1]) as workspace:
    workspace.runs.new("three-neighbours")
"""


@pytest.mark.nightly
def test_a_new_workspace_may_be_begun_by_many_at_once(tmp_path):
    assert together([OPENING, str(tmp_path / "ws")], 3) == [0] * 3
    with open_store(tmp_path / "ws" / "townwright.db") as store:
        assert [run.id for run in list_runs(store)] == [f"{TOWN}-{n}" for n in range(1, 4)]


def test_a_log_that_sqlite_will_not_begin_while_others_begin_it_is_begun_after_them(tmp_path, monkeypatch):
    class Crowded(sqlite3.Connection):
        tries = 0

        def execute(self, sql, *values):
            if sql == "PRAGMA journal_mode = WAL":
                Crowded.tries += 1
                if Crowded.tries < 3:
                    error = sqlite3.OperationalError("database is locked")
                    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                    raise error
            return super().execute(sql, *values)

    def crowded(uri):
        return connection.add_functions(sqlite3.connect(uri, uri=True, isolation_level=None, factory=Crowded))

    monkeypatch.setattr(connection, "_connect", crowded)
    with open_store(tmp_path / "townwright.db") as store:
        assert store.select("PRAGMA journal_mode") == [("wal",)]
        assert list_runs(store) == ()
    assert Crowded.tries == 3


@contextmanager
def being_written(path):
    """Another program writes to the file, and keeps everybody else from it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@pytest.mark.soak
def test_a_day_waits_for_another_program_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "_WAIT", 0.3)
    monkeypatch.setattr(connection, "_SLICE", 0.05)
    heard = []
    with ExitStack() as other, open_workspace(tmp_path / "ws") as workspace:
        run = workspace.runs.new(TOWN)

        def look(progress):
            if progress.turns == 5 and not heard:
                other.enter_context(being_written(workspace.store.path))
            if progress.turns >= 5:
                heard.append(progress.waiting)
            if progress.waiting > 1:
                other.close()

        run.live(9 * 60, watch=look)
        assert run.clock >= 9 * 60
        assert (run.job.state, run.job.error) == ("done", "")
    waits = [seconds for seconds in heard if seconds]
    assert len(waits) > 3
    assert max(waits) > 1 > waits[0]
    assert heard[heard.index(max(waits)) + 1] == 0, "and hears when it is over"


def test_whoever_does_not_live_a_day_is_told_soon_that_another_program_is_writing(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "_WAIT", 0.2)
    monkeypatch.setattr(connection, "_SLICE", 0.05)
    with new_store(tmp_path) as store, being_written(store.path):
        with pytest.raises(NotWritten, match="another program has been writing"):
            new_run(store)
        assert store.is_being_written
    assert not store._open


def test_a_day_that_waits_is_not_taken_for_dead(tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        run = workspace.runs.new(TOWN)
        start_job(run.store, run.number, until=DAY)
        claim_job(run.store, run.number, pid=os.getpid())
        later = time.time() + 100
        workspace.store.now = lambda: later
        assert run.job.state == "interrupted", "nobody holds it: another process has its number now"
        with hold(run.store, run.row):
            assert run.job.state == "running"
            assert run.held_up == ""
            with being_written(run.store.path):
                assert "waiting (100 s so far) because another program is writing to" in run.held_up


def test_the_terminal_says_that_another_program_keeps_the_day_waiting():
    heard = io.StringIO()
    with ProgressLine(Terminal(io.StringIO(), heard), since=0, until=DAY) as line:
        line.show(Progress(minute=600, turns=7, waiting=12.4))
    words = "day 1 10:00, waiting for another program that is writing to the workspace (12 s)"
    assert words in heard.getvalue()


# ---- the whole of it

LINES = 154_000
MUCH = 8  # runs that live at once
MOST_ROWS = 20_000  # of a cassette that one transaction takes in


def long_cassette(folder):
    """A day of Willow Bay, after which everybody remembers and asks for a long time."""
    with open_workspace(folder) as workspace:
        run = workspace.runs.new("willow-bay", name="Long")
        run.live(DAY, concurrency=8)
        agents = list(run.town.cast.agent_numbers.items())
        rooms = list(run.town.world.rooms)
        with workspace.store.write():
            for n in range(LINES // 11):
                agent, order = agents[n % len(agents)]
                minute = DAY + 60 + n // len(agents)
                append(workspace.store, run.number, *_remembering(minute, agent, order, rooms[0], n))
        return b"".join(record_cassette(run))


def _remembering(minute, agent, order, room, n):
    ids = iter(row_id(minute, order, i) for i in range(20))
    turn = Turn(id=next(ids), agent=agent, room=room, reason="step")
    made = [
        Memory(
            id=next(ids), agent=agent, kind="observation", importance=3,
            text=f"In hour {n} the {i}. of seven gulls went by, and nobody looked up from what they did.",
        )
        for i in range(7)
    ]  # fmt: skip
    made += [Sighting(id=next(ids), agent=agent, path=room) for _ in range(2)]
    key = hashlib.sha256(f"{n}".encode()).hexdigest()
    asked = f"You are {agent}. It is hour {n}. What do you do next? " * 12
    made.append(
        Call(
            id=next(ids), agent=agent, purpose="act", model="rehearsal", key=key, prompt=asked,
            answer=json.dumps({"activity": f"count gulls {n}"}),
        )
    )  # fmt: skip
    return turn, made


@contextmanager
def writes_of(store, monkeypatch):
    """Count the rows that each write transaction of a store changes."""
    changed, write = [], type(store).write

    @contextmanager
    def counted(self, **how):
        outermost = self is store and not self.db.in_transaction
        with write(self, **how) as db:
            before = db.total_changes
            yield db
            if outermost:
                changed.append(db.total_changes - before)

    with monkeypatch.context() as patched:
        patched.setattr(type(store), "write", counted)
        yield changed


@pytest.mark.nightly
def test_eight_runs_live_and_a_long_cassette_is_opened_in_one_workspace(tmp_path, monkeypatch):
    cassette = long_cassette(tmp_path / "there")
    count = gzip.decompress(cassette).count(b"\n")
    assert count >= 150_000
    with open_workspace(tmp_path / "ws") as workspace:
        runs = [workspace.runs.new("willow-bay", seed=seed) for seed in range(MUCH)]
        crowd = [spawn_runner(workspace.store, run.row, 2 * DAY) for run in runs]
        with writes_of(workspace.store, monkeypatch) as changed:
            came = workspace.runs.open_cassette(io.BytesIO(cassette))
        assert [process.wait(1_200) for process in crowd] == [0] * MUCH
        assert [(run.job.state, run.job.error) for run in runs] == [("done", "")] * MUCH
        assert [verify(workspace.store, run.number) for run in [*runs, came]] == [None] * (MUCH + 1)
        for path in backups_of(workspace.store.backups):
            check_backup(path)
    assert max(changed) <= MOST_ROWS, "one transaction would keep the others waiting"


@pytest.mark.nightly
def test_runs_live_and_cassettes_are_opened_in_one_workspace(tmp_path):
    """Each run lives its day as if it were alone, and what is opened meanwhile is what was recorded."""
    with open_workspace(tmp_path / "there") as there:
        other = there.runs.new(TOWN, name="Long")
        other.live(10 * 60, concurrency=8)
        cassette, fingerprint = b"".join(record_cassette(other)), other.at().fingerprint
    with open_workspace(tmp_path / "ws") as workspace:
        runs = [workspace.runs.new(TOWN, seed=seed) for seed in range(3)]
        alone = workspace.runs.new(TOWN, seed=2)
        crowd = [spawn_runner(workspace.store, run.row, DAY) for run in runs]
        came = [workspace.runs.open_cassette(io.BytesIO(cassette)) for _ in range(3)]
        assert [process.wait(300) for process in crowd] == [0] * 3
        assert [(run.job.state, run.job.error) for run in runs] == [("done", "")] * 3
        assert [verify(workspace.store, run.number) for run in [*runs, *came]] == [None] * 6
        assert {run.at().fingerprint for run in came} == {fingerprint}
        alone.live(DAY)
        assert alone.at().fingerprint == runs[2].at().fingerprint
        for path in backups_of(workspace.store.backups):
            check_backup(path)
