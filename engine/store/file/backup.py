"""Backups of the workspace file, complete and verified: the newest five and one of each of the last days; and
restoring one. A copy that fails verification is kept beside them and replaces none.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path

from filelock import FileLock, Timeout

from engine.errors import NotFound, NotWritten, WorkspaceDamaged, worded
from engine.store.file.checks import backups_of, check_backup, damaged, plain_errors
from engine.store.file.connection import Store, open_store
from engine.store.file.locks import refuse_while_lived
from engine.store.living.jobs import end_jobs
from engine.store.verifying.backups import (
    UNVERIFIED,
    first_amiss,
    is_unverified,
    unverified_backup,
    verified_backup,
)

KEPT = 5
_LOCK = "backup.lock"


def back_up(store: Store, label: str = "") -> Path:
    """Write a verified copy of the workspace file into its backups. Of those older than the newest five, one
    of each of the last five days is kept. If verification fails, it raises WorkspaceDamaged, and the copy
    replaces only the unverified one before it.

    The file's name is a number that counts up, the day, and the label. One process makes a backup at a time;
    a process that waits uses a backup begun meanwhile, if there is one.
    """
    if store.db.in_transaction:
        raise ValueError("a backup cannot be made inside a write transaction")
    for folder in (store.backups, store.locks):
        folder.mkdir(parents=True, exist_ok=True)
    newest = _newest_number(store.backups)
    with FileLock(store.locks / _LOCK):
        # The first that came since may have been begun before; a second one was begun after we asked.
        if _newest_number(store.backups) >= newest + 2 and unverified_backup(store.backups) is None:
            return backups_of(store.backups)[0]
        return _written(store, label)


def is_being_made(store: Store) -> bool:
    """Return whether a process is making a backup."""
    if not (store.locks / _LOCK).is_file():
        return False
    try:
        with FileLock(store.locks / _LOCK).acquire(timeout=0):
            return False
    except Timeout:
        return True


def _written(store: Store, label: str) -> Path:
    for left in store.backups.glob("*.part"):  # by a process that was killed
        left.unlink(missing_ok=True)
    number = _newest_number(store.backups) + 1
    today = datetime.fromtimestamp(store.now(), UTC)
    name = f"{number:06d}-{today:%Y-%m-%d}{_clean(label)}"
    part = store.backups / f"{name}-{os.getpid()}.part"
    try:
        write_one_file(store, part)
        try:
            check_backup(part)
        except WorkspaceDamaged as error:
            raise damaged(store.path, worded("a copy of it cannot be read")) from error
        before = next((path for path in backups_of(store.backups) if not is_unverified(path)), None)
        amiss = first_amiss(part, before)
        target = part.with_name(f"{name}{UNVERIFIED if amiss else ''}.db")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    made = backups_of(store.backups)
    for old in set(made) - _to_keep(made):
        old.unlink(missing_ok=True)
    if amiss:
        raise damaged(store.path, amiss)
    return target


def _to_keep(backups: Sequence[Path]) -> set[Path]:
    """Return the backups to keep: the newest verified ones, the newest of each of the last days with a
    backup, and the newest unverified one.
    """
    verified = [backup for backup in backups if not is_unverified(backup)]  # newest first
    of_days: dict[date, Path] = {}
    for backup in verified:
        of_days.setdefault(_day_of(backup), backup)
    others = [backup for backup in backups if is_unverified(backup)]
    return {*verified[:KEPT], *list(of_days.values())[:KEPT], *others[:1]}


def _day_of(backup: Path) -> date:
    """Return the day a backup was made, by its name or else by its file time."""
    named = re.match(r"\d+-(\d{4}-\d\d-\d\d)", backup.name)
    with suppress(ValueError):
        return date.fromisoformat(named[1] if named else "")
    return datetime.fromtimestamp(backup.stat().st_mtime, UTC).date()


def write_one_file(store: Store, target: Path) -> None:
    """Write the whole workspace file, as it stands now, into another file, with no other files beside it."""
    with plain_errors(store.path), closing(sqlite3.connect(target)) as copy:
        store.db.backup(copy)  # page by page: others go on writing meanwhile
        copy.execute("PRAGMA journal_mode = DELETE")  # so that it can be read anywhere


def restore(workspace: Path, backup: Path | None = None) -> Path:
    """Restore a backup (by default the newest that verifies) as the workspace's file.

    No process may have the workspace open. The backup is checked first. The previous file, with the files
    SQLite kept beside it, is moved to the returned path; nothing is deleted. Raises RunBusy while one of its
    runs is being lived.
    """
    backup = backup or verified_backup(workspace.parent / "backups")
    if backup is None or not backup.is_file():
        raise NotFound(
            worded(
                "there is no backup {path!r} to restore; name another file, or start a new "
                "workspace with `townwright doctor --begin-anew`",
                path=str(backup or workspace.parent / "backups"),
            )
        )
    check_backup(backup)
    refuse_while_lived(workspace)
    part = workspace.with_name(f"{workspace.name}.part")
    try:
        shutil.copyfile(backup, part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        aside = _move_aside(workspace)
        part.replace(workspace)
    except OSError as error:
        raise NotWritten(
            worded(
                "{workspace!r} could not be restored ({error}); check the disk and the permissions of "
                "its folder, then try again",
                workspace=str(workspace),
                error=error,
            )
        ) from error
    finally:
        part.unlink(missing_ok=True)
    with open_store(workspace) as store:
        end_jobs(store)
    return aside


def begin_anew(workspace: Path) -> Path:
    """Make room for a new workspace file: the backups move into the returned folder, and the remains of the
    old file beside it; nothing is deleted. No process may have the workspace open. Raises RunBusy while one
    of its runs is being lived.
    """
    folder = workspace.parent / "backups"
    if not backups_of(folder):
        raise NotFound(
            worded(
                "there are no backups in {folder!r}; create a new workspace",
                folder=str(folder),
            )
        )
    refuse_while_lived(workspace)
    kept = _free_name(folder, "aside")
    try:
        _move_aside(workspace)
        folder.replace(kept)
    except OSError as error:
        raise NotWritten(
            worded(
                "{folder!r} could not be moved ({error}); check its permissions, then try again",
                folder=str(folder),
                error=error,
            )
        ) from error
    return kept


def _move_aside(workspace: Path) -> Path:
    """Move a file with the files SQLite kept beside it; return its new path."""
    aside = _free_name(workspace, "damaged")
    for tail in ("", "-wal", "-shm"):
        old = workspace.with_name(workspace.name + tail)
        if old.exists():
            old.replace(aside.with_name(aside.name + tail))
    return aside


def _newest_number(folder: Path) -> int:
    numbers = (int(found[0]) for path in folder.glob("*.db") if (found := re.match(r"\d+", path.name)))
    return max(numbers, default=0)


def _clean(label: str) -> str:
    clean = re.sub(r"[^\w]+", "-", label).strip("-")[:60]
    return f"-{clean}" if clean else ""


def _free_name(path: Path, why: str) -> Path:
    names = (path.with_name(f"{path.stem}-{why}-{n}{path.suffix}") for n in count(1))
    return next(name for name in names if not name.exists())
