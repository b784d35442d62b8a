"""The files of a scenario: their names, and how they are read from a folder."""

from __future__ import annotations

import importlib.resources
import pathlib
import re
from collections.abc import Iterator, Mapping

from engine.errors import BadInput, NotFound
from engine.scenario.reader import MOST_BYTES
from engine.suggesting import did_you_mean

TOWN = "town.yaml"
WORLD = "world.yaml"
MOST_FILES = 2_000
MOST_BYTES_ALL = 16 * MOST_BYTES

_PERSONA = re.compile(r"personas/([^/]+)\.yaml")
_KINDS = {"": (".yaml", ".yml"), "personas": (".yaml", ".yml"), "prompts": (".md",)}
_PROMPT = re.compile(r"prompts/([^/]+)\.md")


def read_folder(path: str | pathlib.Path) -> Mapping[str, bytes]:
    """The files of a scenario in a folder by name, in sorted order; other files are left alone.

    Raises BadInput when the folder or a file in it cannot be read safely, NotFound when it is not there.
    """
    folder = pathlib.Path(path)
    if not folder.exists():
        raise NotFound(f"there is no folder {str(path)!r}; name one that holds {TOWN}")
    if not folder.is_dir():
        raise BadInput(f"{str(path)!r} is not a folder; name the folder that holds {TOWN}")
    files: dict[str, bytes] = {}
    size = 0
    for file in sorted(_wanted(folder), key=lambda found: found.relative_to(folder).as_posix()):
        name = file.relative_to(folder).as_posix()
        files[name] = _content(file, name, folder.resolve())
        size += len(files[name])
        if size > MOST_BYTES_ALL or len(files) > MOST_FILES:
            raise BadInput(
                f"{str(path)!r} holds more than {MOST_FILES:,} files or {MOST_BYTES_ALL:,} bytes; "
                "a scenario is smaller than that"
            )
    return files


def persona_file(agent: str) -> str:
    """The file name of a persona."""
    return f"personas/{agent}.yaml"


def persona_of(file: str) -> str | None:
    """The id of the persona that a file holds; None when it is no persona file."""
    found = _PERSONA.fullmatch(file)
    return found[1] if found else None


def prompt_file(name: str) -> str:
    """The file name of an author's wording of a prompt."""
    return f"prompts/{name}.md"


def prompt_of(file: str) -> str | None:
    """The name of the prompt that a file words; None when it is no such file."""
    found = _PROMPT.fullmatch(file)
    return found[1] if found else None


def bundled() -> tuple[str, ...]:
    """The names of the scenarios that come with Townwright."""
    return tuple(sorted(folder.name for folder in _bundled_folders()))


def bundled_folder(name: str) -> pathlib.Path:
    """The folder of a bundled scenario; NotFound when there is none of that name."""
    for folder in _bundled_folders():
        if folder.name == name:
            return folder
    known = bundled()
    remedy = did_you_mean(name, known, f"there are: {', '.join(known)}")
    raise NotFound(f"no bundled scenario {name!r}; {remedy}")


def _bundled_folders() -> Iterator[pathlib.Path]:
    with importlib.resources.as_file(importlib.resources.files("scenarios")) as root:
        yield from (folder for folder in root.iterdir() if (folder / TOWN).is_file())


def _wanted(folder: pathlib.Path) -> Iterator[pathlib.Path]:
    for name, kinds in _KINDS.items():
        where = folder / name
        if where.is_dir():
            _stay_inside(where, folder.resolve())
            yield from (file for file in where.iterdir() if file.suffix.lower() in kinds)


def _stay_inside(path: pathlib.Path, folder: pathlib.Path) -> None:
    if not path.resolve().is_relative_to(folder):
        raise BadInput(f"{path.name!r} is a link out of the scenario's folder; put the file itself there")


def _content(file: pathlib.Path, name: str, folder: pathlib.Path) -> bytes:
    _stay_inside(file, folder)
    if not file.is_file():
        raise BadInput(f"{name!r} is not a file; a scenario holds only plain files")
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)  # one more than the reader takes: it then says "too large"
    except OSError as error:
        raise BadInput(f"{name!r} cannot be read ({error.strerror}); check its permissions") from error
