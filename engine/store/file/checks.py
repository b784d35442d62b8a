"""Whether a file may be opened: it is ours, undamaged, and not newer than this program; and errors in plain
words.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import Connection

from engine.errors import NotWritten, WorkspaceDamaged, with_commas, worded
from engine.plain_files import oddity, open_plain
from engine.store.file.schema import APPLICATION_ID, FILE, applied_migrations, known_migrations

_MAGIC = b"SQLite format 3\x00"
_BESIDE = ("", "-wal", "-shm", "-journal")
_NO_TEXT = "Could not decode to UTF-8"  # Python's own word, which has no error code of SQLite's
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_OBSTACLES = {
    sqlite3.SQLITE_FULL: worded("the disk is full; free some space and try again"),
    sqlite3.SQLITE_IOERR: worded("the disk reported an error; check its space and health, then try again"),
    sqlite3.SQLITE_READONLY: worded("the file is read-only; allow writing to it, or work on a copy"),
    sqlite3.SQLITE_BUSY: worded("another program has been writing to it for too long; try again"),
    sqlite3.SQLITE_CANTOPEN: worded(
        "the file or its folder cannot be opened; check that both exist and are yours"
    ),
    sqlite3.SQLITE_PERM: worded("access was denied; check who owns the file"),
}

_OPEN_HERE: Counter[tuple[int, int]] = Counter()  # how often SQLite has a file open in this process
_GUARD = threading.Lock()


def check_file(db: Connection, path: Path) -> bool:
    """Return True for a workspace file, False for an empty one. Raises WorkspaceDamaged for any other
    file.
    """
    (application,) = db.execute("PRAGMA application_id").fetchone()
    found = db.execute("SELECT type, name FROM sqlite_master").fetchall()
    if not found and application in (0, APPLICATION_ID):
        return False
    if application != APPLICATION_ID:
        raise refused(
            path, worded("it belongs to another program"), worded("choose another workspace folder")
        )
    odd = sorted(name for kind, name in found if kind in ("trigger", "view"))
    if odd:
        raise refused(
            path,
            worded(
                "it contains {names}, added by another program, which could change the log",
                names=with_commas(map(repr, odd)),
            ),
            use_backup(path),
        )
    newer = sorted(applied_migrations(db) - known_migrations())
    if newer:
        raise refused(
            path,
            worded("it was written by a newer version of Townwright ({version})", version=newer[-1]),
            worded("update Townwright, or open a backup"),
        )
    check_pages(db, path)
    return True


def check_pages(db: Connection, path: Path) -> None:
    """Run SQLite's own quick check of the pages. Raises WorkspaceDamaged with the first fault."""
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise _spoilt(path, " ".join(str(verdict).split()))


def check_header(path: Path) -> None:
    """Check that a non-empty file begins like a SQLite file. Raises WorkspaceDamaged otherwise."""
    check_plain(path)
    with _GUARD:
        if mark_of(path) in _OPEN_HERE:  # it was looked at when it was opened
            return
        try:
            with open_plain(path) as file:
                start = file.read(len(_MAGIC))
        except OSError as error:
            wrong = worded("it cannot be read ({strerror})", strerror=error.strerror)
            raise refused(path, wrong, worded("check the disk")) from error
    if start and start != _MAGIC:
        raise refused(path, worded("it is damaged, or not a SQLite file"), use_backup(path))


def mark_of(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file, which identify it under any name, or None if it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def note_open(path: Path) -> tuple[int, int] | None:
    """Note that SQLite has a file open in this process, and return its mark for `note_closed`.

    On POSIX systems, closing a file releases every lock that the process has on it, SQLite's too. The next
    process that leaves would think it is the last one, and remove SQLite's log while we use it.
    """
    mark = mark_of(path)
    with _GUARD:
        if mark is not None:
            _OPEN_HERE[mark] += 1
    return mark


def note_closed(mark: tuple[int, int] | None) -> None:
    """Note that a connection or handle to a file was closed in this process."""
    with _GUARD:
        if mark is not None:
            _OPEN_HERE[mark] -= 1
            if not _OPEN_HERE[mark]:
                del _OPEN_HERE[mark]


def check_plain(path: Path) -> None:
    """Check that a workspace's file and the files SQLite keeps beside it are plain files or missing. Raises
    WorkspaceDamaged otherwise: reading a pipe, say, would never end.
    """
    for tail in _BESIDE:
        file = path.with_name(path.name + tail)
        odd = oddity(file)
        if odd:
            wrong = worded("{name!r} is {odd}, not a regular file", name=file.name, odd=odd)
            raise refused(path, wrong, worded("move it away, or use a backup"))


def damaged(path: Path, what: str) -> WorkspaceDamaged:
    """Build the error for damage found in a file that opened well: what is damaged and the remedy."""
    return WorkspaceDamaged(
        worded(
            "{path!r} is damaged: {what}; {use_backup}.",
            path=str(path),
            what=what,
            use_backup=use_backup(path),
        )
    )


@contextmanager
def readable(path: Path, what: str) -> Iterator[None]:
    """Turn errors from values that nobody can have written into WorkspaceDamaged, naming the values."""
    try:
        yield
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise damaged(path, worded("{what} cannot be read", what=what)) from error


def refused(path: Path, wrong: str, cure: str) -> WorkspaceDamaged:
    """Build the error for a file that is not opened: which file, what is wrong, what to do."""
    return WorkspaceDamaged(
        worded(
            "{path!r} was not opened: {wrong}. Nothing was written to it; {cure}.",
            path=str(path),
            wrong=wrong,
            cure=cure,
        )
    )


def _spoilt(path: Path, fault: str) -> WorkspaceDamaged:
    """Build the error for a file that SQLite cannot read, with SQLite's words for the fault."""
    return refused(path, worded("it is damaged ({fault})", fault=fault), use_backup(path))


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn errors of the disk or the file into our errors; errors of our own SQL stay as they are."""
    try:
        yield
    except UnicodeDecodeError as error:  # SQLite quotes the damage, and Python cannot read the quotation
        raise _spoilt(path, repr(error.object)) from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
        if code in _DAMAGE:
            raise _spoilt(path, str(error)) from error
        if str(error).startswith(_NO_TEXT):
            raise damaged(path, worded("it contains invalid text ({error})", error=error)) from error
        if code in _OBSTACLES:
            raise NotWritten(
                worded(
                    "{path!r} is unchanged: {obstacles} ({error}).",
                    path=str(path),
                    obstacles=_OBSTACLES[code],
                    error=error,
                )
            ) from error
        raise


def file_of(named: Path) -> Path:
    """Return the workspace file for a path: `named` itself if it is a file, else the file in that folder."""
    return named if named.is_file() else named / FILE


def is_read_only(path: Path) -> bool:
    """Return whether a workspace file exists and cannot be written: it is a copy to look at, or its disk or
    its permissions do not allow it.
    """
    if not path.is_file():
        return False
    return _is_copy(path) or not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def only_read(path: Path) -> str:
    """Return the message that says why a workspace file is read-only, and what to do."""
    if _is_copy(path):
        return worded(
            "{path!r} is a read-only copy. You can view everything, but nothing is saved; to continue "
            "its run, export it with `townwright export RUN --as cassette` and open the cassette in your own "
            "workspace",
            path=str(path),
        )
    return worded(
        "{path!r} is read-only because of its disk or permissions. You can view everything, but "
        "nothing is saved; to continue with it, copy its folder to a place where you can write",
        path=str(path),
    )


def _is_copy(path: Path) -> bool:
    """Return whether a file's name is not the one of a workspace file."""
    return path.name != FILE


def refuse_loss(path: Path) -> None:
    """Raise WorkspaceDamaged if the file is missing or empty while it has backups: it is lost, not new."""
    if backups_of(path.parent / "backups"):
        wrong = (
            worded("it is empty, but it has backups")
            if path.exists()
            else worded("it is missing, but it has backups")
        )
        raise refused(path, wrong, use_backup(path))


def backups_of(folder: Path) -> tuple[Path, ...]:
    """Return the backups in a folder, newest first."""
    return tuple(sorted(folder.glob("[0-9]*.db"), reverse=True))


def sound_backup(folder: Path) -> Path | None:
    """Return the newest sound backup, or None if there is none."""
    return next((backup for backup in backups_of(folder) if _is_sound(backup)), None)


def check_backup(path: Path) -> None:
    """Read a backup as a whole. Raises WorkspaceDamaged if it is not a sound workspace file."""
    check_header(path)
    uri = path.resolve().as_uri() + "?mode=ro"
    with plain_errors(path), closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
        if not check_file(db, path):
            raise refused(path, worded("it is empty"), worded("choose another backup"))


def _is_sound(backup: Path) -> bool:
    try:
        check_backup(backup)
    except (WorkspaceDamaged, NotWritten, OSError):
        return False
    return True


def use_backup(path: Path) -> str:
    """Return the remedy for a damaged file: the backup to restore, or how to begin anew."""
    folder = path.parent / "backups"
    if not backups_of(folder):
        return worded("there is no backup; move the file away to start a new workspace")
    if sound_backup(folder) is None:
        return worded(
            "none of its backups is intact; `townwright doctor --begin-anew` starts a new "
            "workspace and moves the backups to a separate folder"
        )
    return worded(
        "`townwright doctor --restore` restores the newest good backup, or `townwright doctor "
        "--begin-anew` starts a new workspace and moves the backups to a separate folder"
    )
