"""Reads and writes folders of scenarios, and lists those that come with Townwright."""

from __future__ import annotations

import importlib.resources
import os
import pathlib
import shutil
import sys
from collections.abc import Iterator, Mapping

from engine.errors import BadInput, NotFound, with_commas, worded
from engine.language.names.suggesting import did_you_mean
from engine.plain_files import open_plain
from engine.scenario.allowed_files import (
    FOLDERS,
    TOWN,
    as_one_name,
    check_scenario_files,
    is_scenario_file,
    looks_meant,
    may_hold_files,
    persona_of,
)
from engine.scenario.reading.reader import MOST_BYTES

MOST_FILES = 2_000
MOST_BYTES_ALL = 16 * MOST_BYTES

_DEEPEST = 4  # folders in each other, in which somebody may have put a file of a scenario


def read_folder(path: str | pathlib.Path) -> Mapping[str, bytes]:
    """Read the files of a scenario in a folder, sorted by name, misspelt ones included. Other files are
    ignored, and links are not followed.

    Raises BadInput if the folder or a file in it cannot be read safely, NotFound if it does not exist.
    """
    folder = pathlib.Path(path)
    if not folder.exists():
        raise NotFound(
            worded(
                "the folder {path!r} does not exist; name a folder that contains {town}",
                path=str(path),
                town=TOWN,
            )
        )
    if not folder.is_dir():
        raise BadInput(
            worded(
                "{path!r} is not a folder; name the folder that contains {town}", path=str(path), town=TOWN
            )
        )
    files: dict[str, bytes] = {}
    count = size = 0
    for path in sorted(_names(folder)):
        name = as_one_name(path)
        if name in files:
            raise BadInput(
                worded(
                    "the folder {path!r} contains {name!r} twice; keep one of the two",
                    path=str(folder),
                    name=name,
                )
            )
        if not is_scenario_file(name) and persona_of(name) is None:  # it is only named, among the problems
            files[name] = b""
            continue
        files[name] = _content(folder / path, name)
        count, size = count + 1, size + len(files[name])
        if size > MOST_BYTES_ALL or count > MOST_FILES:
            raise BadInput(
                worded(
                    "{path!r} has more than {files:,} files or {size:,} bytes, the maximum for a "
                    "scenario; remove files or shorten them",
                    path=str(path),
                    files=MOST_FILES,
                    size=MOST_BYTES_ALL,
                )
            )
    return files


def write_folder(files: Mapping[str, str], folder: pathlib.Path) -> None:
    """Write a scenario's files into a new folder. Raises BadInput if it exists, or a file does not belong to
    a scenario. A folder that cannot be written completely is removed.
    """
    check_scenario_files(files, worded("this scenario"))
    if os.path.lexists(folder):
        raise BadInput(
            worded(
                "{folder!r} already exists; choose another name, or move the existing folder",
                folder=str(folder),
            )
        )
    folder.mkdir(parents=True)
    try:
        for path, text in files.items():
            target = folder / path
            target.parent.mkdir(exist_ok=True)
            with target.open("x", encoding="utf-8", newline="") as file:
                file.write(text)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def bundled() -> tuple[str, ...]:
    """Return the names of the scenarios that come with Townwright."""
    return tuple(sorted(folder.name for folder in _bundled_folders()))


def bundled_folder(name: str) -> pathlib.Path:
    """Return the folder of a bundled scenario. Raises NotFound if there is none of that name."""
    for folder in _bundled_folders():
        if folder.name == name:
            return folder
    known = bundled()
    remedy = did_you_mean(name, known, worded("use one of: {known}", known=with_commas(known)))
    raise NotFound(worded("there is no bundled scenario {name!r}; {remedy}", name=name, remedy=remedy))


def _bundled_folders() -> Iterator[pathlib.Path]:
    with importlib.resources.as_file(importlib.resources.files("scenarios")) as root:
        yield from (folder for folder in root.iterdir() if (folder / TOWN).is_file())


def _names(folder: pathlib.Path) -> Iterator[str]:
    """Yield the paths of files that are, or seem meant as, a scenario's, including nested and misnamed
    folders.
    """
    waiting = [""]
    while waiting:
        where = waiting.pop()
        for entry in _listed(folder / where, where):
            name = f"{where}/{entry}".lstrip("/")
            if looks_meant(name):
                yield name
            elif not entry.startswith(".") and may_hold_files(name) and name.count("/") < _DEEPEST:
                if _is_link(folder / name):
                    if name in FOLDERS:
                        raise BadInput(_no_link(name))
                elif (folder / name).is_dir():
                    waiting.append(name)


def _listed(folder: pathlib.Path, name: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError as error:
        raise BadInput(
            worded(
                "{path!r} cannot be read ({strerror}); check its permissions",
                path=name or str(folder),
                strerror=error.strerror,
            )
        ) from error


def _content(file: pathlib.Path, name: str) -> bytes:
    if _is_link(file):
        raise BadInput(_no_link(name))
    try:
        with open_plain(file, follow=False) as opened:
            return opened.read(MOST_BYTES + 1)  # one more than the reader takes: it then says "too large"
    except OSError as error:
        raise BadInput(
            worded(
                "{name!r} cannot be read ({strerror}); check its permissions",
                name=name,
                strerror=error.strerror,
            )
        ) from error


def _is_link(path: pathlib.Path) -> bool:
    if sys.version_info >= (3, 12) and path.is_junction():
        return True
    return path.is_symlink()


def _no_link(name: str) -> str:
    return worded(
        "{name!r} is a link, which a scenario cannot contain; replace it with what it points to", name=name
    )
