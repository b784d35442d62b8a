"""Whether backups are what was lived: the newest that verifies, and a new one before it replaces any."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.errors import NotWritten, WorkspaceDamaged, worded
from engine.store.file.checks import backups_of, check_backup, damaged
from engine.store.file.connection import open_store
from engine.store.file.row_seals import changed_row
from engine.store.file.schema import FILE
from engine.store.verifying.verifying import differences, verify

_OTHERS = 20  # runs that nobody has lived since the last backup, of which so many are verified at each


def verified_backup(folder: Path) -> Path | None:
    """Return the newest backup of a folder that is whole, and of which every run is as it was lived; None
    where there is none.
    """
    return next((backup for backup in backups_of(folder) if _verifies(backup)), None)


def verify_new_backup(part: Path, workspace: Path, before: Path | None, number: int) -> None:
    """Verify the runs in a backup that is to take its place: those that were lived since the backup `before`,
    and, in turn by the backup's number, some of the others. WorkspaceDamaged names what is damaged in the
    workspace.
    """
    turns, was = _turns(part), _turns(before) if before is not None else {}
    lived = [run for run in turns if turns[run] != was.get(run)]
    others = [run for run in turns if run not in lived]
    first = number * _OTHERS % len(others) if others else 0
    with open_store(part, read_only=True) as copy:
        for run in (*lived, *(others[first:] + others[:first])[:_OTHERS]):
            difference = verify(copy, run)
            if difference is not None:
                raise damaged(workspace, difference.words)
        if words := changed_row(copy.db):
            raise damaged(workspace, words)


def _turns(backup: Path) -> Mapping[int, int]:
    """Return how many turns each run has, by its number; nothing of a backup that cannot be read."""
    uri = backup.resolve().as_uri() + "?mode=ro"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as db:
            return dict(db.execute("SELECT number, turns FROM run ORDER BY number").fetchall())
    except sqlite3.Error:
        return {}


def _verifies(backup: Path) -> bool:
    """Verify a copy: a backup of an older Townwright is brought up to date for it."""
    try:
        check_backup(backup)
        with TemporaryDirectory(prefix="townwright-") as folder:
            copy = Path(shutil.copyfile(backup, Path(folder) / FILE))
            with open_store(copy) as store:
                return not any(differences(store))
    except WorkspaceDamaged:
        return False
    except OSError as error:
        raise NotWritten(
            worded("{backup!r} could not be verified: {error}", backup=str(backup), error=error)
        ) from error
