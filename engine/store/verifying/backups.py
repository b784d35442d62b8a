"""Whether backups are sound: finds the newest that verifies, and checks a new one before it replaces any."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.errors import NotWritten, WorkspaceDamaged, worded
from engine.store.file.checks import backups_of, check_backup
from engine.store.file.connection import open_store
from engine.store.file.schema import FILE, applied_migrations, known_migrations
from engine.store.verifying.unchanged import unchanged_before
from engine.store.verifying.verifying import changed_beside, differences, verify

UNVERIFIED = "-unverified"  # how the name of a copy ends that did not verify
_FOREVER = 2**53  # an id that no row has


def verified_backup(folder: Path) -> Path | None:
    """Return the newest backup of a folder that is sound and whose runs all verify, or None if there is
    none.
    """
    return next((backup for backup in backups_of(folder) if _verifies(backup)), None)


def is_unverified(backup: Path) -> bool:
    """Return whether a copy failed verification when it was made."""
    return backup.stem.endswith(UNVERIFIED)


def unverified_backup(folder: Path) -> Path | None:
    """Return the newest backup of a folder if it failed verification when it was made, else None."""
    return next((backup for backup in backups_of(folder)[:1] if is_unverified(backup)), None)


def first_amiss(part: Path, before: Path | None) -> str:
    """Verify the parts of a new backup that differ from the verified one before it. Return the first fault in
    words, or "" if there is none.
    """
    unchanged = {} if before is None else unchanged_before(part, before)
    since = {run: _FOREVER if low is None else low for run, low in unchanged.items()}
    with open_store(part, read_only=True) as copy:
        for (run,) in copy.select("SELECT number FROM run ORDER BY number"):
            if run in unchanged and unchanged[run] is None:
                continue
            difference = verify(copy, run, since)
            if difference is not None:
                return difference.words
            since[run] = _FOREVER  # its forks need not verify it again
        return changed_beside(copy)


def _verifies(backup: Path) -> bool:
    stands = backup.stat()
    return _verified_as_it_stands(backup, stands.st_mtime_ns, stands.st_size)


@lru_cache(maxsize=64)  # pages that offer a backup ask again and again
def _verified_as_it_stands(backup: Path, changed: int, size: int) -> bool:
    """Verify a backup. One of an older Townwright is verified in a copy, which is migrated for it."""
    try:
        check_backup(backup)
        if _is_current(backup):
            with open_store(backup, read_only=True) as store:
                return not any(differences(store))
        with TemporaryDirectory(prefix=".verifying-", dir=backup.parent) as folder:
            copy = Path(shutil.copyfile(backup, Path(folder) / FILE))
            with open_store(copy) as store:
                return not any(differences(store))
    except WorkspaceDamaged:
        return False
    except OSError as error:
        raise NotWritten(
            worded(
                "{backup!r} could not be verified ({error}); check the disk space and the permissions "
                "of its folder, then try again",
                backup=str(backup),
                error=error,
            )
        ) from error


def _is_current(backup: Path) -> bool:
    """Return whether a backup has all migrations that this program knows."""
    with closing(sqlite3.connect(backup.resolve().as_uri() + "?mode=ro", uri=True)) as db:
        return known_migrations() <= applied_migrations(db)
