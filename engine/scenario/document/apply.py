"""Applies an edit by minimal splices; the result is read again and compared before it counts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from pydantic import BaseModel

from engine.errors import BadInput, worded
from engine.language.names.suggesting import shown
from engine.scenario.allowed_files import TOWN, WORLD, check_scenario_files, persona_of
from engine.scenario.document import splices, values
from engine.scenario.document.edits import (
    Add,
    AddFile,
    AddPerson,
    Edit,
    FileEdit,
    Mend,
    Move,
    MovePart,
    PutOnMap,
    Remove,
    RemoveFile,
    RemoveFragment,
    RenameFragment,
    RenameKey,
    RenamePerson,
    RenamePlace,
    SetField,
    StateExactly,
)
from engine.scenario.document.parts.moving import moved_part
from engine.scenario.document.renaming import renamed_person, renamed_place
from engine.scenario.document.sharing import renamed_fragment, without_fragment
from engine.scenario.document.values import Said, said, said_at, said_in, seed_changed, seed_of
from engine.scenario.reading.nodes import Path
from engine.scenario.reading.reader import read_yaml
from engine.scenario.reading.schema import FragmentPart, PersonaPart, PlacePart, RoomPart, ThingPart, TownPart
from engine.scenario.reading.stated.events import EventPart
from engine.scenario.reading.stated.intents import IntentPart, TownIntentPart

_BOM = "\ufeff"


def apply(files: Mapping[str, str], edit: Edit) -> Mapping[str, str | None]:
    """Apply an edit and return the changed files with their new texts; None for a removed file.

    Elsewhere the text stays the same, letter for letter. Raises BadInput if there is no such file or path, if
    a file cannot be read as it stands, or if the edit cannot be made without changing anything else.
    """
    if isinstance(edit, AddFile):
        check_scenario_files([edit.file], worded("the scenario"))
        if edit.file in files:
            raise BadInput(
                worded("the file {file} already exists; choose another name", file=shown(edit.file))
            )
        return {edit.file: edit.text}
    if isinstance(edit, AddPerson):
        return {**apply(files, AddFile(file=edit.file, text=edit.text)), **_with_facts(files, edit.facts)}
    if isinstance(edit, RemoveFile):
        _text(files, edit.file)
        return {edit.file: None}
    if isinstance(edit, (RenameFragment, RemoveFragment)):
        return _of_a_fragment(files, edit)
    if isinstance(edit, StateExactly):
        return _in_turn(files, _stated(files, edit))
    if isinstance(edit, (RenamePlace, RenamePerson, MovePart, PutOnMap, Mend)):
        return _in_many(files, edit)
    return _in_file(files, edit)


def _in_many(
    files: Mapping[str, str], edit: RenamePlace | RenamePerson | MovePart | PutOnMap | Mend
) -> Mapping[str, str | None]:
    if isinstance(edit, RenamePlace):
        return renamed_place(files, edit.place, edit.name)
    if isinstance(edit, RenamePerson):
        return renamed_person(files, edit.agent, edit.name, edit.new_id)
    if isinstance(edit, MovePart):
        return moved_part(files, edit.path, edit.into)
    if isinstance(edit, PutOnMap):
        return _on_map(files, edit.points)
    return _in_turn(files, edit.edits)


def _of_a_fragment(
    files: Mapping[str, str], edit: RenameFragment | RemoveFragment
) -> Mapping[str, str | None]:
    if isinstance(edit, RenameFragment):
        return renamed_fragment(files, edit.fragment, edit.name)
    return without_fragment(files, edit.fragment)


def _stated(files: Mapping[str, str], edit: StateExactly) -> list[Edit]:
    """Return the edits that replace a first memory by intentions in fields. Raises BadInput if the memory is
    not there.
    """
    said_of = said_in(_text(files, edit.file), edit.file)
    seed = said_at(said_of, ("seed",))
    left = seed_of(seed)
    if edit.memory not in left:
        raise BadInput(
            worded(
                "{file} no longer contains the memory {memory}; check the current version and try again",
                file=edit.file,
                memory=shown(edit.memory),
            )
        )
    left.remove(edit.memory)
    value = seed_changed(seed, left)
    without: Edit = (
        SetField(file=edit.file, path=("seed",), value=value)
        if left
        else Remove(file=edit.file, path=("seed",))
    )
    first, *others = edit.intends
    intends = [{**first, "text": edit.memory}, *others]
    return [without, *(Add(file=edit.file, path=("intends",), value=intention) for intention in intends)]


def _on_map(files: Mapping[str, str], points: Mapping[str, tuple[float, float]]) -> Mapping[str, str | None]:
    """Return the world's file with places at new points of the map."""
    now = dict(files)
    for place, (x, y) in points.items():
        if not _is_named(now, place):
            raise BadInput(
                worded(
                    "{world} has no place {place}; check its current name and try again",
                    world=WORLD,
                    place=shown(place),
                )
            )
        value = {"x": _coordinate(x), "y": _coordinate(y)}
        now |= {
            file: str(text)
            for file, text in _in_file(now, SetField(file=WORLD, path=(place, "map"), value=value)).items()
        }
    return {WORLD: now[WORLD]} if now[WORLD] != files.get(WORLD) else {}


def _is_named(files: Mapping[str, str], place: str) -> bool:
    world = said_in(_text(files, WORLD), WORLD)
    return isinstance(world, Mapping) and place in world


def _coordinate(value: float) -> Said:
    near = round(float(min(100.0, max(0.0, value))), 1)
    return int(near) if near.is_integer() else near


def _in_turn(files: Mapping[str, str], edits: Sequence[Edit]) -> Mapping[str, str | None]:
    """Apply several edits, each to the result of the one before, and return the changed files."""
    now, changed = dict(files), dict[str, str | None]()
    for edit in edits:
        for file, text in apply(now, edit).items():
            changed[file] = text
            if text is None:
                del now[file]
            else:
                now[file] = text
    return changed


def _with_facts(files: Mapping[str, str], facts: Sequence[Said]) -> Mapping[str, str | None]:
    """Return the town's file with more facts after the existing ones."""
    if not facts:
        return {}
    there = said_at(said_in(_text(files, TOWN), TOWN), ("facts",))
    before = there if isinstance(there, list) else []
    return _in_file(files, SetField(file=TOWN, path=("facts",), value=[*before, *facts]))


def _in_file(files: Mapping[str, str], edit: FileEdit) -> Mapping[str, str | None]:
    whole = _text(files, edit.file)
    text = whole.removeprefix(_BOM)
    before = said_in(text, edit.file)
    try:
        wanted = _wanted(before, edit)
    except (KeyError, IndexError) as error:
        raise BadInput(
            worded(
                "{file} has no entry at {spelt}; check the current version and try again",
                file=edit.file,
                spelt=_spelt(edit.path),
            )
        ) from error
    ordered = isinstance(edit, (Move, RenameKey))
    if _spelt_out(wanted, ordered) == _spelt_out(before, ordered):
        return {}
    spliced = _spliced(text, edit, before)
    reading = read_yaml(spliced, edit.file)
    if reading.errors or _spelt_out(said(reading.root), ordered) != _spelt_out(wanted, ordered):
        raise BadInput(
            worded(
                "{spelt} in {file} cannot be changed without affecting the text around it; change "
                "it in the text",
                spelt=_spelt(edit.path),
                file=edit.file,
            )
        )
    return {edit.file: whole[: len(whole) - len(text)] + spliced}


def _wanted(before: Said, edit: FileEdit) -> Said:
    """Return the value the file should have after the edit."""
    if isinstance(edit, SetField):
        return values.with_set(before, edit.path, edit.value)
    if isinstance(edit, Add):
        return values.with_added(before, edit.path, edit.value, _place(before, edit))
    if isinstance(edit, Move):
        return values.with_moved(before, edit.path, edit.to)
    values.at(before, edit.path)
    if isinstance(edit, Remove):
        return values.with_removed(before, edit.path)
    around = values.at(before, edit.path[:-1])
    if isinstance(around, Mapping) and edit.name in around and edit.name != edit.path[-1]:
        raise BadInput(
            worded(
                "{file} already has {name} at this level; choose another name",
                file=edit.file,
                name=shown(edit.name),
            )
        )
    return values.with_key_renamed(before, edit.path, edit.name)


def _spliced(text: str, edit: FileEdit, before: Said) -> str:
    if isinstance(edit, SetField):
        return splices.put(text, edit.path, edit.value, _order(edit.file, edit.path))
    if isinstance(edit, Add):
        return splices.add_item(text, edit.path, _place(before, edit), edit.value)
    if isinstance(edit, Remove):
        return splices.remove(text, edit.path)
    if isinstance(edit, Move):
        return splices.move(text, edit.path, edit.to)
    return splices.rename_key(text, edit.path, edit.name)


def _place(before: Said, edit: Add) -> int:
    there = said_at(before, edit.path)
    many = len(there) if isinstance(there, list) else 0
    return many if edit.before is None else min(max(0, edit.before), many)


def _text(files: Mapping[str, str], file: str) -> str:
    if file not in files:
        known = ", ".join(sorted(files)[:6])
        raise BadInput(
            worded("the scenario has no file {file}; use one of: {known}, …", file=shown(file), known=known)
        )
    return files[file]


def _spelt_out(value: Said, ordered: bool) -> str:
    """Return a value as a text for comparison; equal values give equal texts. With `ordered`, the order of
    keys counts.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=not ordered)


def _spelt(path: Path) -> str:
    return shown(" / ".join(str(part) for part in path)) if path else worded("the top level")


def _order(file: str, path: Path) -> Sequence[str]:
    """Return the keys of the part at a path, in the order in which they are usually written."""
    model: type[BaseModel] | None = None
    if file == TOWN and len(path) == 1:
        model = TownPart
    elif file == TOWN and path[0] == "fragments" and len(path) == 3:
        model = FragmentPart
    elif file == WORLD:
        model = {2: PlacePart, 4: RoomPart if "rooms" in path else ThingPart, 5: ThingPart}.get(len(path))
    elif persona_of(str(PurePosixPath(file))) and len(path) == 1:
        model = PersonaPart
    elif path[0] == "intends" and len(path) == 3:
        model = TownIntentPart if file == TOWN else IntentPart
    elif path[0] == "events" and len(path) == 3:
        model = EventPart
    if model is None:
        return ()
    return [field.alias or name for name, field in model.model_fields.items()]
