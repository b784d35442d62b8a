"""Locks: the holder of a run. The system frees them when the process dies, in whatever way."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from engine.errors import RunBusy, worded
from engine.store.file.connection import Store


def run_lock(store: Store, run_id: str) -> FileLock:
    """Return the lock of a run; the process that lives the run holds it."""
    store.locks.mkdir(parents=True, exist_ok=True)
    return FileLock(store.locks / f"{run_id}.lock")


def refuse_while_lived(workspace: Path) -> None:
    """Raise RunBusy if a process is living a run of a workspace file, even if the file is gone."""
    for held in sorted((workspace.parent / "locks").glob("*.lock")):
        try:
            with FileLock(held).acquire(timeout=0):
                continue
        except Timeout as error:
            raise RunBusy(
                worded(
                    "{stem!r} is still running and backs up everything at the end of the day; wait "
                    "until its process ends, or end the process, and try again",
                    stem=held.stem,
                )
            ) from error


def is_held(store: Store, run_id: str) -> bool:
    """Return whether a process holds a run. False in a workspace that cannot be written."""
    if store.read_only or not (store.locks / f"{run_id}.lock").is_file():
        return False
    try:
        with run_lock(store, run_id).acquire(timeout=0):
            return False
    except Timeout:
        return True
