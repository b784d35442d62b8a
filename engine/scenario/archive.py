"""A scenario as one zip file, written and read; what is read is checked and limited."""

from __future__ import annotations

import io
import re
import stat
import zipfile
from collections.abc import Mapping

from engine.errors import BadInput, worded
from engine.scenario.allowed_files import (
    FOLDERS,
    TOWN,
    WORLD,
    as_one_name,
    check_inside,
    check_scenario_files,
    is_scenario_file,
    looks_meant,
)
from engine.scenario.files import MOST_BYTES_ALL, MOST_FILES
from engine.scenario.foreign.pack import ZIP_FAULTS, ZIP_METHODS, check_directory
from engine.scenario.reading.reader import MOST_BYTES

MOST_ZIP = 16_000_000  # bytes of a scenario as a zip
_FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest date that a zip can hold: the same files, the same bytes


def to_zip(files: Mapping[str, str], folder: str) -> bytes:
    """Pack the files of a scenario into a zip with one folder; the same files give the same bytes."""
    name = re.sub(r"[^\w-]+", "-", folder).strip("-") or "town"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(f"{name}/{path}", _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[path].encode("utf-8"))
    return packed.getvalue()


def from_zip(content: bytes) -> dict[str, str]:
    """Return the scenario files in a zip: only allowed paths, each within its size limit.

    Raises BadInput if it is not a zip, or holds no scenario or too much.
    """
    if len(content) > MOST_ZIP:
        raise BadInput(
            worded(
                "the zip is over the limit of {most_zip:,} bytes for a scenario; pack only the files "
                "of the scenario",
                most_zip=MOST_ZIP,
            )
        )
    check_directory(io.BytesIO(content))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _unpacked(archive)
    except ZIP_FAULTS as error:
        raise BadInput(
            worded(
                "this file cannot be unpacked; choose a plain .zip of a scenario folder, without a password"
            )
        ) from error


def _unpacked(archive: zipfile.ZipFile) -> dict[str, str]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > MOST_FILES:
        raise BadInput(
            worded(
                "the zip contains {entries:,} files; pack only the files of the scenario, at most "
                "{most_files:,}",
                entries=len(entries),
                most_files=MOST_FILES,
            )
        )
    names = [entry.filename for entry in entries]
    folder = _folder(names)
    check_inside((*names, *(name.removeprefix(folder) for name in names)), worded("the zip"))
    files: dict[str, str] = {}
    left = MOST_BYTES_ALL
    for entry in entries:
        name = as_one_name(entry.filename.removeprefix(folder))
        if not entry.filename.startswith(folder) or not _is_wanted(name, entry):
            continue
        if name in files:
            raise BadInput(worded("the zip contains {name!r} twice; keep one of the two", name=name))
        content = _content(archive, entry, name)
        left -= len(content)
        if left < 0:
            raise BadInput(
                worded(
                    "the text in the zip is over the limit of {most_bytes_all:,} bytes for a "
                    "scenario; shorten it",
                    most_bytes_all=MOST_BYTES_ALL,
                )
            )
        files[name] = _text(name, content)
    return files


def _is_wanted(name: str, entry: zipfile.ZipInfo) -> bool:
    """Return whether a zip entry is a file of the scenario. Raises BadInput if it is misspelt, or a link."""
    in_a_folder = name.startswith(tuple(f"{folder}/" for folder in FOLDERS)) and looks_meant(name)
    wanted = is_scenario_file(name)
    if stat.S_ISLNK(entry.external_attr >> 16) and (wanted or in_a_folder or name in FOLDERS):
        raise BadInput(
            worded("{name!r} in the zip is a link; replace it with the file it points to", name=name)
        )
    if in_a_folder:
        check_scenario_files([name], worded("the zip"))
    return wanted


def _folder(names: list[str]) -> str:
    """Return the folder of the scenario in the zip: that of the least deep town.yaml. Raises BadInput if
    there is none.
    """
    towns = sorted((name.count("/"), name) for name in names if name.rpartition("/")[2] == TOWN)
    if not towns:
        raise BadInput(
            worded(
                "this zip has no {town}; choose one with {town}, {world} and personas/",
                town=TOWN,
                world=WORLD,
            )
        )
    return towns[0][1].removesuffix(TOWN)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> bytes:
    if entry.compress_type not in ZIP_METHODS:
        raise BadInput(
            worded(
                "{name!r} in the zip uses an unsupported compression method; choose a .zip with "
                "Deflate compression",
                name=name,
            )
        )
    with archive.open(entry) as opened:
        content = opened.read(MOST_BYTES + 1)  # what the entry says of its size is not to be relied on
    if len(content) > MOST_BYTES:
        raise BadInput(
            worded(
                "{name!r} in the zip is over the limit of {most_bytes:,} bytes for a scenario "
                "file; shorten it",
                name=name,
                most_bytes=MOST_BYTES,
            )
        )
    return content


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            worded("{name!r} in the zip is not UTF-8 text; save it as UTF-8", name=name)
        ) from error
