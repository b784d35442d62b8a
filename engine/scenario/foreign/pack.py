"""A pack: the files of a stranger's folder or zip. Each file is read only on request, and only up to a
limit.
"""

from __future__ import annotations

import os
import pathlib
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from engine.errors import BadInput, worded
from engine.language.names.suggesting import shown
from engine.plain_files import open_plain
from engine.scenario.allowed_files import check_inside

MOST_ENTRIES = 40_000  # two days of a save, a file for each ten seconds, and as many of where they went
_MOST_FOLDERS = 5_000
_MOST_DIRECTORY = 8_000_000  # bytes of a zip's list of files
_MOST_ALL = 128_000_000  # bytes that are read of one pack, unpacked
_MOST_OF_A_ZIP, _MOST_TIMES = 16_000_000, 40  # so much, or so many times its own size: texts pack ten to one
_MOST_RATIO = 1_000  # how many times longer a plain text is than when it is packed, at the very most
_END, _END_SIZE, _LONG_END = b"PK\x05\x06", 22, b"PK\x06\x07"
_LONGEST_COMMENT = 65_535
# What the standard library raises over a damaged zip.
ZIP_FAULTS = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError,
    EOFError, OSError, ValueError, IndexError, KeyError, OverflowError,
)  # fmt: skip
ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what every program writes; others may take GB


class Pack:
    """The files of a pack by path, separated by `/`. Links are left out; `links` counts them."""

    def __init__(self, name: str, paths: frozenset[str], links: int, most: int = _MOST_ALL) -> None:
        self.name = name
        self.paths = paths
        self.links = links
        self._most = self._left = min(most, _MOST_ALL)

    def read(self, path: str, most: int) -> bytes:
        """Read a file of at most `most` bytes. Raises BadInput if it is longer, or cannot be read."""
        content = self._content(path, most + 1)
        if len(content) > most:
            raise BadInput(
                worded(
                    "{path} is over the limit of {most:,} bytes; make it smaller", path=shown(path), most=most
                )
            )
        self._left -= len(content)
        if self._left < 0:
            raise BadInput(
                worded(
                    "{name} is over the limit of {most:,} bytes; make it smaller",
                    name=shown(self.name),
                    most=self._most,
                )
            )
        return content

    def _content(self, path: str, most: int) -> bytes:
        raise NotImplementedError


class _Folder(Pack):
    def __init__(self, folder: pathlib.Path) -> None:
        paths, self._links = set(), 0
        for path in self._walk(folder):
            paths.add(path)
            if len(paths) > MOST_ENTRIES:
                raise BadInput(
                    worded(
                        "{folder!r} contains more than {most_entries:,} files; choose the folder "
                        "of a single save in it",
                        folder=str(folder),
                        most_entries=MOST_ENTRIES,
                    )
                )
        self._root = folder
        super().__init__(folder.resolve().name, frozenset(paths), self._links)

    def _walk(self, root: pathlib.Path) -> Iterator[str]:
        waiting, folders = [""], 0
        while waiting:
            inner, folders = waiting.pop(), folders + 1
            if folders > _MOST_FOLDERS:
                raise BadInput(
                    worded(
                        "{root!r} contains more than {most_folders:,} folders; choose the folder "
                        "of a single save in it",
                        root=str(root),
                        most_folders=_MOST_FOLDERS,
                    )
                )
            try:
                entries = sorted(os.scandir(root / inner), key=lambda one: one.name)
            except OSError as error:
                raise BadInput(
                    worded(
                        "{root!r} cannot be read ({strerror}); check its permissions",
                        root=str(root / inner),
                        strerror=error.strerror,
                    )
                ) from error
            for entry in entries:
                path = f"{inner}/{entry.name}".lstrip("/")
                if entry.is_symlink():
                    self._links += 1
                elif entry.is_dir(follow_symlinks=False):
                    waiting.append(path)
                elif entry.is_file(follow_symlinks=False):
                    yield path

    def _content(self, path: str, most: int) -> bytes:
        with open_plain(self._root / path, follow=False) as file:
            return file.read(most)


class _Zip(Pack):
    def __init__(self, name: str, archive: zipfile.ZipFile, size: int) -> None:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        links = [entry for entry in entries if stat.S_ISLNK(entry.external_attr >> 16)]
        plain = [entry for entry in entries if not stat.S_ISLNK(entry.external_attr >> 16)]
        check_inside([entry.filename for entry in entries], worded("the zip"))
        self._entries = {entry.filename: entry for entry in plain}
        if len(self._entries) < len(plain):
            raise BadInput(worded("the zip contains the same file twice; pack the folder again"))
        self._archive = archive
        most = max(_MOST_OF_A_ZIP, _MOST_TIMES * size)
        super().__init__(name, frozenset(self._entries), len(links), most)

    def _content(self, path: str, most: int) -> bytes:
        entry = self._entries[path]
        if entry.compress_type not in ZIP_METHODS:
            raise BadInput(
                worded(
                    "{path} uses an unsupported compression method; choose a .zip with Deflate compression",
                    path=shown(path),
                )
            )
        if entry.file_size > _MOST_RATIO * max(entry.compress_size, 100):
            raise BadInput(
                worded(
                    "the zip states an impossible size for {path}; pack the folder again", path=shown(path)
                )
            )
        try:
            with self._archive.open(entry) as opened:
                return opened.read(most)  # what the entry says of its size is not to be relied on
        except ZIP_FAULTS as error:
            raise BadInput(
                worded("{path} cannot be unpacked; pack the folder again", path=shown(path))
            ) from error


@contextmanager
def opened_folder(folder: pathlib.Path) -> Iterator[Pack]:
    """Open a folder as a pack; links in it are not followed."""
    yield _Folder(folder)


@contextmanager
def opened_zip(file: BinaryIO, name: str) -> Iterator[Pack]:
    """Open a zip as a pack. Raises BadInput if it is not a zip, or lists too many files."""
    size = check_directory(file)
    try:
        archive = zipfile.ZipFile(file)
    except ZIP_FAULTS as error:
        raise BadInput(
            worded("this file cannot be unpacked; choose a plain .zip, without a password")
        ) from error
    with archive:
        yield _Zip(name, archive, size)


def check_directory(file: BinaryIO) -> int:
    """Return the size of a zip. Raises BadInput if its directory is too long, before reading it."""
    size = file.seek(0, os.SEEK_END)
    tail_at = max(0, size - _LONGEST_COMMENT - _END_SIZE - 20)
    file.seek(tail_at)
    tail = file.read()
    file.seek(0)
    for at in _ends(tail):
        entries, length = struct.unpack_from("<HI", tail, at + 10)
        is_long = tail[max(0, at - 20) : at].startswith(_LONG_END)
        if is_long or entries > MOST_ENTRIES or length > _MOST_DIRECTORY:
            raise BadInput(
                worded(
                    "the zip contains more than {most_entries:,} files; pack only one scenario or save",
                    most_entries=MOST_ENTRIES,
                )
            )
    return size


def _ends(tail: bytes) -> Iterator[int]:
    """Yield the possible positions of a zip's end record; a reader uses one of them."""
    at = tail.rfind(_END)
    while at >= 0:
        if at + _END_SIZE <= len(tail):
            yield at
        at = tail.rfind(_END, 0, at)
