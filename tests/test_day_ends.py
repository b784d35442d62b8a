"""Many runs that end a day at about the same time are backed up once, and every day is backed up soon."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from store_samples import live, new_run

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.store.file.backup import backups_of
from engine.store.file.connection import open_store
from engine.store.living.day_ends import end_day, note_backup, owes_backup, waiting
from engine.store.living.jobs import finish_job, start_job
from engine.store.log.rows import fingerprint

TOWN = "three-neighbours"
NOON, EVENING = 12 * 60, 20 * 60


def lived_run(store, minute, until=DAY, pid=None):
    """The number of a run whose last turn is at a minute, and that is being lived to another."""
    run = new_run(store).number
    live(store, run, [minute])
    start_job(store, run, until=until)
    if pid is not None:
        with store.write() as db:
            db.execute("UPDATE job SET state = 'running', pid = ? WHERE run = ?", (pid, run))
    return run


def test_a_run_alone_is_backed_up_at_the_end_of_each_of_its_days(store):
    run = lived_run(store, EVENING, 3 * DAY)
    for day in (1, 2, 3):
        assert end_day(store, run, day)
        note_backup(store, waiting(store))
    assert not owes_backup(store, run)


def test_of_eight_that_end_a_day_the_last_one_backs_up(store):
    runs = [lived_run(store, EVENING) for _ in range(8)]
    assert [end_day(store, run, 1) for run in runs] == [False] * 7 + [True]
    note_backup(store, waiting(store))
    assert [owes_backup(store, run) for run in runs] == [False] * 8


@pytest.mark.parametrize(
    ("minute", "until"),
    [(NOON, DAY), (EVENING, DAY - 1), (DAY + NOON, 2 * DAY)],
    ids=["has hours to go", "stops before midnight", "is in the day after"],
)
def test_nothing_is_left_to_a_run_that_will_not_end_a_day_soon(store, minute, until):
    run = lived_run(store, EVENING)
    lived_run(store, minute, until)
    assert end_day(store, run, 1)


def test_nothing_is_left_to_a_run_whose_process_is_gone_or_whose_job_has_ended(store):
    run, ended = lived_run(store, EVENING), lived_run(store, EVENING)
    lived_run(store, EVENING, pid=2**22 + 1)
    finish_job(store, ended)
    assert end_day(store, run, 1)


def test_a_fast_run_beside_a_slow_one_leaves_its_backup_once_and_not_for_ever(store):
    run = lived_run(store, EVENING, 9 * DAY)
    lived_run(store, EVENING)
    made = []
    for day in range(1, 6):
        made.append(end_day(store, run, day))
        if made[-1]:
            note_backup(store, waiting(store))
    assert made == [False, True, False, True, False]


def test_a_run_that_stops_in_the_evening_sees_to_what_was_left_to_it(store):
    run, other, third = (lived_run(store, EVENING) for _ in range(3))
    assert not end_day(store, run, 1)
    assert not owes_backup(store, other), "the third one is still at it"
    finish_job(store, other)
    assert owes_backup(store, third)
    note_backup(store, waiting(store))
    assert not owes_backup(store, third), "it was seen to"


def test_a_backup_that_a_killed_process_had_begun_is_made_by_whoever_takes_the_run_up(store):
    run = lived_run(store, EVENING)
    assert end_day(store, run, 1)
    assert owes_backup(store, run), "it was never made"
    note_backup(store, waiting(store))
    assert not owes_backup(store, run)


def test_what_a_killed_process_owed_the_next_one_sees_to(store):
    run, killed = lived_run(store, EVENING), lived_run(store, EVENING)
    assert not end_day(store, run, 1)
    with store.write() as db:
        db.execute("UPDATE job SET state = 'running', pid = ? WHERE run = ?", (2**22 + 1, killed))
    later = lived_run(store, NOON)
    assert owes_backup(store, later)


# ---- lived


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path / "ws") as opened:
        yield opened


def all_at_once(runs, until):
    """Lives runs, each in a thread; all of them wait for each other in the evening of every day."""
    meet = threading.Barrier(len(runs), timeout=60)

    def together():
        met = set()

        def watch(progress):
            day, minute = divmod(progress.minute, DAY)
            if minute >= EVENING and day not in met:
                met.add(day)
                meet.wait()

        return watch

    with ThreadPoolExecutor(len(runs)) as threads:
        assert list(threads.map(lambda run: run.live(until, watch=together()), runs)) == [until] * len(runs)


def numbers(workspace):
    return [int(path.name[:6]) for path in reversed(backups_of(workspace.store.backups))]


@pytest.mark.nightly
def test_eight_runs_lived_at_once_are_backed_up_once_a_day(workspace):
    first = workspace.runs.new(TOWN)
    first.live(EVENING - 60)  # once for all of them
    runs = [first.fork() for _ in range(8)]
    all_at_once(runs, 2 * DAY)
    assert numbers(workspace) == [1, 2]
    for day, path in enumerate(reversed(backups_of(workspace.store.backups)), 1):
        with open_store(path, read_only=True) as copy:
            for run in runs:
                assert fingerprint(copy, run.number, day * DAY) == run.at(day * DAY).fingerprint
