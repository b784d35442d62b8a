"""Read plain files without waiting for endless ones, and write files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from engine.errors import BadInput, worded

if sys.platform != "win32":
    import fcntl

_PART = re.compile(r"\.townwright-[0-9a-f]{16}\.part")
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_KINDS = (
    (stat.S_ISDIR, worded("a folder")),
    (stat.S_ISFIFO, worded("a pipe")),
    (stat.S_ISSOCK, worded("a socket")),
    (stat.S_ISBLK, worded("a device")),
    (stat.S_ISCHR, worded("a device")),
    (stat.S_ISLNK, worded("a link")),
)


def open_plain(path: Path, *, follow: bool = True) -> BinaryIO:
    """Open a plain file for reading, and a link to one if `follow`.

    Raises BadInput for anything else, which might never end, and if the file cannot be read.
    """
    odd = oddity(path, follow=follow)
    if odd:
        raise BadInput(
            worded(
                "{path!r} is {odd}, not a regular file; put the file itself there, or choose another file",
                path=str(path),
                odd=odd,
            )
        )
    try:
        number = os.open(path, os.O_RDONLY | _NO_WAIT | (0 if follow else _NO_LINK))
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        raise BadInput(
            worded("{path!r} cannot be read: {why}; check its permissions", path=str(path), why=_why(error))
        ) from error
    if not stat.S_ISREG(os.fstat(number).st_mode):  # it was changed for another meanwhile
        os.close(number)
        raise BadInput(
            worded(
                "{path!r} is not a regular file; put the file itself there, or choose another file",
                path=str(path),
            )
        )
    return os.fdopen(number, "rb")


def oddity(path: Path, *, follow: bool = True) -> str:
    """Return the kind of a path that is neither a plain file nor free; else empty.

    It may be a folder, a pipe, a broken link, and so on.
    """
    try:
        mode = os.stat(path, follow_symlinks=follow).st_mode
    except (OSError, ValueError):
        return worded("a link to a file that does not exist") if _is_link(path) else ""
    return next((words for is_kind, words in _KINDS if is_kind(mode)), "")


def write_whole(pieces: Iterable[bytes], target: Path) -> int:
    """Write a file that appears only when it is complete; return the number of its pieces.

    Until then the file before it stays, and its permissions are kept. Remains of interrupted writes in the
    folder are removed.
    """
    _remove_leftovers(target.parent)
    count = 0
    with _part(target.parent) as (file, part):
        for piece in pieces:
            file.write(piece)
            count += 1
        file.flush()
        os.fsync(file.fileno())
        if sys.platform == "win32":
            file.close()  # no file is renamed there while it is open
        else:
            _take_over_rights(file.fileno(), target)
        part.replace(target)
    return count


def why_not_writable(path: Path) -> str:
    """Return the reason why a plain file cannot be replaced; empty if it can."""
    if not path.stat().st_mode & stat.S_IWUSR or not os.access(path, os.W_OK):
        return "it is read-only"  # to its owner, who may be root and could do it all the same
    return "" if os.access(path.parent, os.W_OK | os.X_OK) else "its folder is read-only"


if sys.platform != "win32":

    def _take_over_rights(number: int, before: Path) -> None:
        """Give an open file the owner and the permissions of the plain file it replaces, if there is one."""
        try:
            old = before.lstat()
        except OSError:
            return
        if not stat.S_ISREG(old.st_mode):
            return
        with contextlib.suppress(OSError):  # only root gives files away
            os.fchown(number, old.st_uid, old.st_gid)
        os.fchmod(number, stat.S_IMODE(old.st_mode) & 0o777)


@contextlib.contextmanager
def _part(folder: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """Open a new file that is locked while this process writes it, and removed afterwards."""
    part, number = _new_part(folder)
    try:
        with os.fdopen(number, "wb") as file:
            yield file, part
    finally:
        part.unlink(missing_ok=True)


def _new_part(folder: Path) -> tuple[Path, int]:
    while True:
        part = folder / f".townwright-{secrets.token_hex(8)}.part"
        number = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_WAIT, 0o666)
        _lock(number, wait=True)
        if os.fstat(number).st_nlink:
            return part, number
        os.close(number)  # somebody took it for a leftover before it was locked


def _remove_leftovers(folder: Path) -> None:
    for part in folder.iterdir():
        if _PART.fullmatch(part.name):
            # What cannot be removed now is tried again at the next write.
            with contextlib.suppress(OSError):
                _remove_leftover(part)


def _remove_leftover(part: Path) -> None:
    number = os.open(part, os.O_RDWR | _NO_WAIT | _NO_LINK)
    try:
        abandoned = _lock(number)
        if abandoned and sys.platform != "win32":
            part.unlink()
    finally:
        os.close(number)
    if abandoned and sys.platform == "win32":
        part.unlink()  # is refused there while somebody writes it


def _lock(number: int, *, wait: bool = False) -> bool:
    """Lock an open file if the system can; return False if another process has it. A kill frees it."""
    if sys.platform != "win32":
        try:
            fcntl.flock(number, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # held; or a file system without locks, on which nobody can tell
            return False
    return True


def _is_link(path: Path) -> bool:
    try:
        return path.is_symlink()
    except (OSError, ValueError):
        return False


def _why(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else "") or str(error)
