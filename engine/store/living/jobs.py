"""The job of living a run: requested by a person, done by a runner process, watched by everybody."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from sqlite3 import Connection
from typing import Any, Literal

from engine.errors import NotFound, RunBusy, worded
from engine.store.file.connection import Store
from engine.store.file.locks import is_held
from engine.store.kept_words import kept_words, words_to_keep
from engine.store.living.last_words import last_words, log_of
from engine.store.living.runs import refuse_deleted, run_row

JobState = Literal["queued", "running", "done", "failed", "interrupted"]

_LIVE = ("queued", "running")
_TO_THE_RUNNER = ("pause", "stop")
_LOST = 60.0  # seconds after which a process of its number is not enough: it has to hold the run
_SILENT = 5.0  # seconds after which something keeps a runner from being heard
_STARTING = 30.0  # seconds that a new process may take to begin
Alive = Callable[[int], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The state of living a run. `interrupted` and its reason in `error` are derived, not stored: the process
    that could have stored them is dead.
    """

    run: int
    state: JobState
    until: int | None
    pid: int
    started: str
    heartbeat: float
    ended: str
    minute: int
    turns: int
    calls: int
    note: str
    error: str

    @property
    def is_live(self) -> bool:
        """Return whether a runner has the job or is about to."""
        return self.state in _LIVE


_SELECT = """
    SELECT run, state, until, pid, started, heartbeat, ended, minute, turns, calls, note, error FROM job
"""


def process_alive(pid: int) -> bool:
    """Return whether a process with this id exists; on Windows, where asking could harm it, always true."""
    if pid <= 0:
        return False
    if sys.platform == "win32":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def start_job(store: Store, run: int, *, until: int | None = None, alive: Alive = process_alive) -> Job:
    """Queue a run to be lived. Raises RunBusy, naming the runner, if one has it or is about to."""
    with store.write(durable=True) as db:
        refuse_live_job(store, run, alive=alive)
        refuse_deleted(run_row(store, run))
        db.execute(
            "UPDATE command SET applied = -1 WHERE run = ? AND applied IS NULL AND verb IN (?, ?)",
            (run, *_TO_THE_RUNNER),  # meant for the runner before, not for this one
        )
        db.execute(
            "INSERT OR REPLACE INTO job VALUES (?, 'queued', ?, 0, ?, ?, '', 0, 0, 0, '', '')",
            (run, until, store.stamp_now(), store.now()),
        )
    return _job(store, run, alive)


def refuse_live_job(store: Store, run: int, *, alive: Alive = process_alive) -> None:
    """Raise RunBusy, naming the runner, if a runner has the run or is about to."""
    job = job_of(store, run, alive=alive)
    if job is not None and job.is_live:
        holder = worded("process {pid}", pid=job.pid) if job.pid else worded("a new process")
        raise RunBusy(
            worded(
                "run {run} is already running in {holder} (since {started}); wait until it "
                "finishes, or stop it first",
                run=run,
                holder=holder,
                started=job.started,
            )
        )


def end_jobs(store: Store) -> None:
    """End every job that is queued or running, in a backup's file: their runners work on another file."""
    why = words_to_keep(worded("it was running when this backup was made; resume it"))
    with store.write() as db:
        db.execute(
            "UPDATE job SET state = 'done', ended = ?, note = ? WHERE state IN (?, ?)",
            (store.stamp_now(), why, *_LIVE),
        )


def note_process(store: Store, run: int, pid: int) -> None:
    """Record the process started for a queued job, so that its death is noticed even before it claims the
    job.
    """
    with store.write() as db:
        db.execute("UPDATE job SET pid = ? WHERE run = ? AND state = 'queued'", (pid, run))


def claim_job(store: Store, run: int, pid: int) -> Job:
    """Claim a queued job for a process id. Raises RunBusy if the job is no longer queued."""
    with store.write() as db:
        taken = db.execute(
            "UPDATE job SET state = 'running', pid = ?, heartbeat = ? WHERE run = ? AND state = 'queued'",
            (pid, store.now(), run),
        )
        job = _job(store, run, process_alive)
        if not taken.rowcount:
            raise RunBusy(
                worded(
                    "run {run} is no longer waiting to start (its state is {state!r}); if it is not "
                    "running, start it again",
                    run=run,
                    state=job.state,
                )
            )
    return job


def beat(
    store: Store,
    run: int,
    *,
    minute: int | None = None,
    turns: int | None = None,
    calls: int | None = None,
    note: str | None = None,
) -> None:
    """Record that the runner is alive, and, if given, the minute it has reached."""
    with store.write() as db:
        _update(
            store,
            db,
            run,
            "minute = ifnull(?, minute), turns = ifnull(?, turns), calls = ifnull(?, calls),"
            " note = ifnull(?, note)",
            minute,
            turns,
            calls,
            None if note is None else words_to_keep(note),
        )


def finish_job(store: Store, run: int, *, error: str = "", note: str | None = None) -> None:
    """Record that the job ended: well, or with an error in words for people."""
    state = "failed" if error else "done"
    with store.write(durable=True) as db:
        _update(
            store,
            db,
            run,
            "state = ?, error = ?, note = ifnull(?, note), ended = ?",
            state,
            words_to_keep(error),
            None if note is None else words_to_keep(note),
            store.stamp_now(),
        )


def job_of(store: Store, run: int, *, alive: Alive = process_alive) -> Job | None:
    """Return the job of a run, or None if it never had one."""
    rows = store.select(f"{_SELECT} WHERE run = ?", (run,))
    return _record(store, rows[0], alive) if rows else None


def held_up(store: Store, job: Job) -> str:
    """Return in words what keeps a live runner waiting, or "" if nothing does."""
    silence = store.now() - job.heartbeat
    if not job.is_live or not job.pid or silence < _SILENT or store.read_only or not store.is_being_written:
        return ""
    return worded(
        "waiting ({silence:.0f} s so far) because another program is writing to {file!r}; it "
        "continues automatically when that program is done",
        silence=silence,
        file=str(store.path),
    )


def live_jobs(store: Store, *, alive: Alive = process_alive) -> tuple[Job, ...]:
    """Return the jobs that a runner has or is about to have, in the order of their runs."""
    rows = store.select(f"{_SELECT} WHERE state IN ({', '.join('?' * len(_LIVE))}) ORDER BY run", _LIVE)
    jobs = (_record(store, row, alive) for row in rows)
    return tuple(job for job in jobs if job.is_live)


def _update(store: Store, db: Connection, run: int, change: str, *values: object) -> None:
    cursor = db.execute(f"UPDATE job SET heartbeat = ?, {change} WHERE run = ?", (store.now(), *values, run))
    if not cursor.rowcount:
        raise NotFound(worded("run {run!r} has no job; start the run first", run=run))


def _job(store: Store, run: int, alive: Alive) -> Job:
    job = job_of(store, run, alive=alive)
    if job is None:
        raise NotFound(worded("run {run!r} has no job; start the run first", run=run))
    return job


def _record(store: Store, row: tuple[Any, ...], alive: Alive) -> Job:
    values = dict(zip(Job.__slots__, row, strict=True))
    job = Job(**values | {"note": kept_words(values["note"]), "error": kept_words(values["error"])})
    if not job.is_live:
        return job
    lost = _lost(store, job, store.now() - job.heartbeat, alive)
    if not lost:
        return job
    # The runner may have ended well between the look at its row and the look at its process.
    again = store.select(f"{_SELECT} WHERE run = ?", (job.run,))
    if again and again[0] != row:
        return _record(store, again[0], alive)
    return replace(job, state="interrupted", error=lost)


def _lost(store: Store, job: Job, silence: float, alive: Alive) -> str:
    """Return in plain words why no process works on a live job any more, or "" if one does."""
    if not job.pid:
        if silence <= _STARTING:
            return ""
        return worded("no process started the run within {silence:.0f} s", silence=silence)
    run = run_row(store, job.run)
    if not alive(job.pid):
        return last_words(log_of(store, run.id), job.started)
    # One that waits for another program is silent, and alive: it still holds its run.
    if silence > _LOST and not is_held(store, run.id):
        return worded("process {pid} has not responded for {silence:.0f} s", pid=job.pid, silence=silence)
    return ""
