"""Reads YAML written by people, with the line of every key, as for scenarios."""

from __future__ import annotations

from engine.plain_files import open_plain as open_plain
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import (
    Add as Add,
    FileEdit,
    Remove as Remove,
    RenameKey as RenameKey,
    SetField as SetField,
)
from engine.scenario.document.values import said as said
from engine.scenario.reading.nodes import (
    Items as Items,
    Node as Node,
    Path as Path,
    Scalar as Scalar,
    Table as Table,
    at as at,
    spot as spot,
)
from engine.scenario.reading.reader import read_yaml as read_yaml
from engine.scenario.setting import with_values as with_values


def with_edit(text: str, edit: FileEdit) -> str:
    """Return a YAML text with an edit made by the smallest splices: comments and layout elsewhere stay.
    Raises BadInput if the text cannot be read, or the edit cannot be made without changing anything else.
    """
    found = apply({edit.file: text.replace("\r\n", "\n")}, edit).get(edit.file)
    if found is None:
        return text
    return found.replace("\n", "\r\n") if "\r\n" in text else found
