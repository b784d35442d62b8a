"""Bring the catalogues in step with the studio's sources: `python -m tests.catalogues`.

What is new is added with the translation that another room has for it, or none, and what no source says any
more is taken out. Each room of the studio has a catalogue of its own, `studio/catalogue/zh/ROOM.po`; modules
that lie in no room have `studio.po`. What a room of the engine says to people has `engine_ROOM.po`: the texts
in calls of `worded`, and the titles and descriptions of the bundled patterns.
"""

from __future__ import annotations

import ast
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import yaml

from engine.insight.sifting.bundled import FOLDER as PATTERNS

ROOT = Path(__file__).resolve().parents[1]
STUDIO, ENGINE = ROOT / "studio", ROOT / "engine"
CATALOGUES = STUDIO / "catalogue"
IN_JAVASCRIPT = re.compile(r"""\btr\(\s*("(?:[^"\\]|\\.)*")""")
IN_PYTHON = re.compile(r"\b(?:tr|tr_n|tr_in|marked|worded)\(")
Said = tuple[str, str, str]  # a text, what it is for more than one, and in which context it stands


@functools.cache
def texts() -> dict[str, dict[Said, list[str]]]:
    """Every text of the studio, by the room that says it, with the files in which it stands."""
    found: dict[str, dict[Said, list[str]]] = {}
    for file in sorted([*STUDIO.rglob("*.py"), *(STUDIO / "frontend" / "src").rglob("*.js")]):
        inside = file.relative_to(STUDIO)
        _note(found, inside.parts[0] if len(inside.parts) > 1 else "studio", file, inside)
    for file in sorted([*ENGINE.rglob("*.py"), *PATTERNS.glob("*.yaml")]):
        inside = file.relative_to(ROOT)
        _note(found, f"engine_{inside.parts[1].removesuffix('.py')}", file, inside)
    return found


def _note(found: dict[str, dict[Said, list[str]]], room: str, file: Path, called: Path) -> None:
    for said in _said_in(file):
        files = found.setdefault(room, {}).setdefault(said, [])
        if called.as_posix() not in files:
            files.append(called.as_posix())


def catalogue_of(language: str, room: str) -> polib.POFile:
    """The catalogue of a room as it lies there; an empty one where there is none."""
    file = CATALOGUES / language / f"{room}.po"
    return polib.pofile(str(file), encoding="utf-8", wrapwidth=100) if file.exists() else polib.POFile()


def bring_in_step(language: str) -> int:
    """Write the catalogues of a language anew, and return how many texts wait for a translation."""
    waiting, rooms = 0, texts()
    elsewhere = {
        said_by(entry): entry for room in rooms for entry in catalogue_of(language, room).translated_entries()
    }
    for left in (CATALOGUES / language).glob("*.po"):
        if left.stem not in rooms:
            left.unlink()
    for room, said in rooms.items():
        held = {said_by(entry): entry for entry in catalogue_of(language, room)}
        written = polib.POFile(wrapwidth=100)
        written.metadata = {"Language": language, "Content-Type": "text/plain; charset=UTF-8"}
        for one, files in said.items():
            entry = held.get(one) or elsewhere.get(one) or _empty(*one)
            entry.occurrences = [(file, "") for file in files]
            entry.flags = []
            written.append(entry)
        waiting += len(written.untranslated_entries())
        written.save(str(CATALOGUES / language / f"{room}.po"))
    return waiting


def _said_in(file: Path) -> Iterator[Said]:
    """The texts of a module. Python is read as Python reads it, so that those in f-strings are found."""
    if file.suffix == ".js":
        yield from ((json.loads(text), "", "") for text in IN_JAVASCRIPT.findall(file.read_text("utf-8")))
        return
    if file.suffix == ".yaml":
        pattern = yaml.safe_load(file.read_text("utf-8"))
        yield from ((pattern[key], "", "") for key in ("title", "says"))
        return
    text = file.read_text("utf-8")
    if not IN_PYTHON.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(
                func=ast.Name(id="tr" | "marked" | "worded"), args=[ast.Constant(value=str(said)), *_]
            ):
                yield said, "", ""
            case ast.Call(
                func=ast.Name(id="tr_n"),
                args=[ast.Constant(value=str(one)), ast.Constant(value=str(many)), *_],
            ):
                yield one, many, ""
            case ast.Call(
                func=ast.Name(id="tr_in"),
                args=[ast.Constant(value=str(context)), ast.Constant(value=str(said)), *_],
            ):
                yield said, "", context


def said_by(entry: polib.POEntry) -> Said:
    """What an entry of a catalogue is about."""
    return entry.msgid, entry.msgid_plural, entry.msgctxt or ""


def _empty(one: str, many: str, context: str) -> polib.POEntry:
    plural = {0: ""} if many else {}
    return polib.POEntry(msgid=one, msgid_plural=many, msgctxt=context or None, msgstr_plural=plural)


if __name__ == "__main__":
    for language in sorted(folder.name for folder in CATALOGUES.iterdir() if list(folder.glob("*.po"))):
        print(f"{language}: {bring_in_step(language)} texts wait for a translation.")
