"""Ends of days: if several runs end a day at about the same time, the last one backs up for all of them.

A run that ends its day leaves the backup to another run that is being lived and in the evening of its own
day. It does so once: at the end of its next day a backup is made in any case. A backup that was begun and not
finished, because its process was killed, is still owed.
"""

from __future__ import annotations

from collections.abc import Sequence
from sqlite3 import Connection

from engine.clock import DAY, day_of
from engine.store.file.backup import is_being_made
from engine.store.file.connection import Store
from engine.store.living.jobs import Job, live_jobs
from engine.store.log.rows import last_turn_minute

_EVENING = 18 * 60


def end_day(store: Store, run: int, day: int) -> bool:
    """Record that a run ended a day; return whether it should back up now, for all runs that left this to
    it.
    """
    with store.write() as db:
        left = _waits(db, run)
        leaves = not left and _another_ends(store, db, run)
        db.execute("INSERT OR REPLACE INTO day_end (run, day, waits) VALUES (?, ?, 1)", (run, day))
    return not leaves


def owes_backup(store: Store, run: int) -> bool:
    """Return whether a run that stops being lived should back up for the runs that left this to it, because
    no other run will.
    """
    if not waiting(store) or is_being_made(store):
        return False
    with store.write() as db:
        return not _another_ends(store, db, run)


def waiting(store: Store) -> Sequence[tuple[int, int]]:
    """Return the pairs of run and day that wait for a backup. Call it before a backup is begun."""
    return store.select("SELECT run, day FROM day_end WHERE waits")


def note_backup(store: Store, days: Sequence[tuple[int, int]]) -> None:
    """Record that a backup was made for the days that were waiting when it began."""
    with store.write() as db:
        db.executemany("UPDATE day_end SET waits = 0 WHERE run = ? AND day = ?", days)


def _waits(db: Connection, run: int) -> bool:
    return db.execute("SELECT 1 FROM day_end WHERE run = ? AND waits", (run,)).fetchone() is not None


def _another_ends(store: Store, db: Connection, run: int) -> bool:
    ended = dict(db.execute("SELECT run, day FROM day_end").fetchall())
    return any(_ends_soon(store, job, ended.get(job.run, 0)) for job in live_jobs(store) if job.run != run)


def _ends_soon(store: Store, job: Job, ended: int) -> bool:
    """Return whether a run is in the evening of a day that it will complete."""
    last = last_turn_minute(store, job.run)
    today = day_of(last)
    return today > ended and last % DAY >= _EVENING and (job.until or 0) >= today * DAY
