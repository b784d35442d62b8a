"""Fixes of problems: the edits of the simple cases, each with a label for its button."""

from __future__ import annotations

from engine.errors import worded
from engine.language.names.suggesting import shown
from engine.scenario.document.edits import Mend, Move, Remove, RenameKey, SetField
from engine.scenario.document.values import Said
from engine.scenario.reading.nodes import Path


def written(file: str, path: Path, value: Said, does: str = "") -> Mend:
    """Build the fix that writes a value at a path."""
    return Mend(
        does=does or worded("write {value}", value=_short(value)),
        edits=(SetField(file=file, path=path, value=value),),
    )


def renamed_key(file: str, path: Path, name: str) -> Mend:
    """Build the fix that renames a key."""
    does = worded("rename it to {name}", name=shown(name))
    return Mend(does=does, edits=(RenameKey(file=file, path=path, name=name),))


def taken_away(file: str, path: Path, does: str) -> Mend:
    """Build the fix that removes what is at a path."""
    return Mend(does=does, edits=(Remove(file=file, path=path),))


def moved(file: str, path: Path, to: int, does: str) -> Mend:
    """Build the fix that moves an item within its list."""
    return Mend(does=does, edits=(Move(file=file, path=path, to=to),))


def _short(value: Said) -> str:
    if isinstance(value, str):
        return shown(value)
    return str(value).lower() if isinstance(value, bool) else str(value)
