"""Deleting: a run leaves every list at once and can be restored. Its space is freed only when it is emptied,
which cannot be undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from filelock import Timeout

from engine.errors import BadInput, RunBusy, with_commas, worded
from engine.store.file.connection import Store
from engine.store.file.locks import run_lock
from engine.store.living.clearing import Removing, clear_run, untold
from engine.store.living.jobs import live_jobs, refuse_live_job
from engine.store.living.last_words import log_of
from engine.store.living.runs import RunRow, run_row
from engine.store.log.incoming import place_apart, put_away

_REPLAY = "replay:"


def delete_run(store: Store, number: int) -> RunRow:
    """Move a run out of every list. Its log stays, and its forks live on. Raises RunBusy while it is being
    lived.
    """
    row = run_row(store, number)
    with _held(store, row), store.write(durable=True) as db:
        refuse_live_job(store, number)
        db.execute(
            "UPDATE run SET deleted = ? WHERE number = ? AND deleted = ''", (store.stamp_now(), number)
        )
    return run_row(store, number)


def restore_run(store: Store, number: int) -> RunRow:
    """Restore a deleted run."""
    with store.write(durable=True) as db:
        db.execute("UPDATE run SET deleted = '' WHERE number = ?", (number,))
    return run_row(store, number)


def empty_run(store: Store, number: int, told: Removing = untold) -> int:
    """Remove a deleted run for good and return by how many bytes the file shrinks.

    Raises BadInput if it is not deleted, a fork is based on it, or another run is answered from it; RunBusy
    while it is being lived. Its spending still counts. While other runs are lived the file keeps its size,
    and they use the space.
    """
    before = _size(store)
    _remove_for_good(store, number, told)
    if not live_jobs(store):
        store.shrink()
    return max(0, before - _size(store))


def remove_runs(store: Store, numbers: Sequence[int]) -> int:
    """Delete some runs and empty them, forks before their parents; return by how many bytes the file shrinks.
    It stops at the first that cannot be removed, with the errors of `empty_run`; those before it are removed.
    """
    before = _size(store)
    try:
        for number in sorted(numbers, reverse=True):  # a fork comes after what it forks from
            delete_run(store, number)
            _remove_for_good(store, number, untold)
    finally:
        if not live_jobs(store):
            store.shrink()
    return max(0, before - _size(store))


def _remove_for_good(store: Store, number: int, told: Removing) -> None:
    row = run_row(store, number)
    with _held(store, row), place_apart(store) as place:
        with store.write(durable=True) as db:
            refuse_live_job(store, number)
            _refuse_needed(store, run_row(store, number))
            db.execute("INSERT INTO emptied VALUES (?, ?, ?)", (number, row.id, store.stamp_now()))
            put_away(db, number, place)
        clear_run(store, number, told)
    log_of(store, row.id).unlink(missing_ok=True)


def _refuse_needed(store: Store, row: RunRow) -> None:
    if not row.deleted:
        raise BadInput(worded("{id!r} is not deleted, so it cannot be emptied; delete it first", id=row.id))
    forks = store.select("SELECT id, deleted FROM run WHERE parent = ? ORDER BY number", (row.number,))
    if forks:
        names = with_commas(
            worded("{run} (also deleted)", run=fork) if deleted else fork for fork, deleted in forks
        )
        raise BadInput(
            worded(
                "{id!r} cannot be emptied: {names} is based on it and would lose its past; delete "
                "and empty that fork first, or keep {id!r}",
                id=row.id,
                names=names,
            )
            if len(forks) == 1
            else worded(
                "{id!r} cannot be emptied: {names} are based on it and would lose their past; "
                "delete and empty those forks first, or keep {id!r}",
                id=row.id,
                names=names,
            )
        )
    replays = store.select("SELECT id FROM run WHERE model = ? ORDER BY number", (f"{_REPLAY}{row.id}",))
    if replays:
        names = ", ".join(one for (one,) in replays)
        raise BadInput(
            worded(
                "{id!r} cannot be emptied: it provides the answers for {names}; delete and empty every run "
                "that uses them first",
                id=row.id,
                names=names,
            )
        )
    batches = store.select(
        "SELECT id FROM batch WHERE run = ? AND state <> 'done' ORDER BY number", (row.number,)
    )
    if batches:
        names = ", ".join(one for (one,) in batches)
        raise BadInput(
            worded(
                "{id!r} cannot be emptied: it is in use by {names}; wait until it is no longer in use",
                id=row.id,
                names=names,
            )
        )


@contextmanager
def _held(store: Store, row: RunRow) -> Iterator[None]:
    """Hold a run as its runner would. Raises RunBusy, naming the holder, if another process has it."""
    if store.read_only:
        store.refuse_writing()
    refuse_live_job(store, row.number)
    try:
        with run_lock(store, row.id).acquire(timeout=0):
            yield
    except Timeout as error:
        raise RunBusy(
            worded("run {id!r} is being changed by another process; try again when it is done", id=row.id)
        ) from error


def _size(store: Store) -> int:
    store.empty_wal()
    return store.path.stat().st_size
