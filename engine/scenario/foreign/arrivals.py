"""Imports: recognises and examines files written by other programs, or by Townwright elsewhere."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.errors import BadInput, NotFound, with_commas, worded
from engine.language.names.suggesting import shown
from engine.plain_files import open_plain
from engine.scenario.allowed_files import TOWN
from engine.scenario.archive import MOST_ZIP, from_zip
from engine.scenario.cards.card import MOST_FILE
from engine.scenario.cards.png import SIGNATURE
from engine.scenario.cards.proposal import CardIn, accepted, card_in
from engine.scenario.files import read_folder
from engine.scenario.foreign.notes import FILES, PEOPLE, ImportNote, count, note
from engine.scenario.foreign.pack import Pack, opened_folder, opened_zip
from engine.scenario.problems import Problem
from engine.scenario.reading.checked import read_scenario
from engine.scenario.smallville.proposal import SaveIn, save_in
from engine.scenario.smallville.save import holds_save
from engine.scenario.spoken.proposal import ENDINGS as _ENDINGS, ScriptIn, script_in
from engine.scenario.spoken.script import MOST_TEXT

ENDINGS = (".json", ".png", *_ENDINGS, ".zip")
"""How the files end that can be taken in."""

_REMEDY = worded(
    "choose a character card (.json, .png), a story or table ({endings}), or a scenario or "
    "Smallville save (a folder or .zip)",
    endings=with_commas(_ENDINGS),
)
Files = Callable[[], Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesIn:
    """A scenario from another workspace, not stored yet; `problems` are its errors."""

    name: str
    files: Mapping[str, str]
    notes: tuple[ImportNote, ...]
    problems: tuple[Problem, ...]


PersonIn = CardIn | ScriptIn
"""What brings people to a scenario that is there."""

TownIn = SaveIn | FilesIn
"""What makes a scenario of its own."""

Arrival = PersonIn | TownIn


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The result of an import: the scenario, the new agents, and the id of the run made from a save's
    days.
    """

    scenario: str
    agents: tuple[str, ...] = ()
    run: str = ""


def arrival_at(path: Path, files: Files, home: str = "") -> Arrival:
    """Examine a file or folder as an import. If it brings people, `files` is called for those of the town."""
    if path.is_dir():
        if (path / TOWN).is_file():
            texts = {name: _as_text(name, one) for name, one in read_folder(path).items()}
            return _scenario(path.resolve().name, texts, 0)
        return _packed(opened_folder(path), None)
    if not path.exists():
        raise NotFound(
            worded("there is no file or folder {path!r}; {remedy}", path=str(path), remedy=_REMEDY)
        )
    if path.suffix.lower() == ".zip":
        with open_plain(path) as file:
            return _packed(opened_zip(file, path.stem), lambda: _whole(file))
    with open_plain(path) as file:
        content = file.read(max(MOST_FILE, MOST_TEXT) + 1)
    return arrival(path.name, content, files, home)


def _whole(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read(MOST_ZIP + 1)


def arrival(file_name: str, content: bytes, files: Files, home: str = "") -> Arrival:
    """Examine the bytes of a file as an import, recognised by its name and first bytes."""
    ending = Path(file_name).suffix.lower()
    if ending in _ENDINGS:
        return script_in(content, file_name, files(), home)
    if content.startswith(SIGNATURE) or ending == ".json":
        return card_in(content, files(), home)
    if content.startswith(b"PK") or ending == ".zip":
        return _packed(opened_zip(io.BytesIO(content), Path(file_name).stem), lambda: content)
    raise BadInput(
        worded(
            "{name} cannot be imported; {remedy}",
            name=shown(Path(file_name).name),
            remedy=_REMEDY,
        )
    )


def _packed(opened: AbstractContextManager[Pack], whole: Callable[[], bytes] | None) -> TownIn:
    """Examine a folder or zip with a scenario or a save; `whole` returns the bytes of a zip."""
    with opened as pack:
        if holds_save(pack):
            return save_in(pack)
        towns = [path for path in pack.paths if path.rpartition("/")[2] == TOWN]
        if not towns or whole is None:
            raise BadInput(
                worded(
                    "the folder or zip contains neither a scenario ({town}) nor a Smallville save; {remedy}",
                    town=TOWN,
                    remedy=_REMEDY,
                )
            )
        texts = from_zip(whole())
        return _scenario(pack.name, texts, len(pack.paths) - len(texts))


def _scenario(name: str, files: Mapping[str, str], others: int) -> FilesIn:
    clean = " ".join(name.split())[:80] or "town"
    problems = read_scenario(files, clean).problems
    people = sum(path.startswith("personas/") for path in files)
    notes = [note(worded("scenario"), "came", with_commas([count(len(files), FILES), count(people, PEOPLE)]))]
    if others > 0:
        notes.append(
            note(
                worded("other files"),
                "dropped",
                worded("{files} not part of a scenario", files=count(others, FILES)),
            )
        )
    errors = tuple(one for one in problems if one.severity == "error")
    return FilesIn(name=clean, files=files, notes=tuple(notes), problems=errors)


def _as_text(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(worded("{name} is not UTF-8 text; save it as UTF-8", name=name)) from error


def accepted_files(found: PersonIn, files: Mapping[str, str], agents: Sequence[str] | None) -> dict[str, str]:
    """Return the files of a scenario in a folder that change when the imported people are added."""
    if isinstance(found, CardIn):
        return dict(accepted(files, found))
    return {one.file: one.text for one in found.chosen(agents)}
