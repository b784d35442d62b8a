"""Adapts an edit to a file that has changed since the edit was chosen, for example in another window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import BadInput, worded
from engine.scenario.document.edits import FileEdit, SetField
from engine.scenario.document.values import Said, said_at, seed_changed, seed_of
from engine.scenario.reading.nodes import Path

_SEED: Path = ("seed",)


def meant_now(edit: FileEdit, seen: Said, now: Said) -> FileEdit:
    """Adapt an edit to the file as it is `now`; `seen` is its content when the edit was chosen. An item is
    found by its content, even if it has moved. If a whole list was rewritten, only the items added or removed
    count.

    Raises BadInput if an item is gone or was changed: the edit would change something else.
    """
    path: Path = ()
    for number, part in enumerate(edit.path):
        path = (*path, _part(part, said_at(seen, edit.path[:number]), said_at(now, path), edit))
    moved = replace(edit, path=path)
    if not isinstance(moved, SetField):
        return moved
    return replace(moved, value=_value(moved, said_at(seen, edit.path), said_at(now, path)))


def _part(part: str | int, seen: Said, now: Said, edit: FileEdit) -> str | int:
    if isinstance(part, str) or seen == now:
        return part
    item = said_at(seen, (part,))
    if isinstance(now, list) and item in now:
        return now.index(item)
    raise BadInput(
        worded(
            "this part of {file} was changed in another window or in the text; check it and try again",
            file=edit.file,
        )
    )


def _value(edit: SetField, seen: Said, now: Said) -> Said:
    if seen == now:
        return edit.value
    if edit.path == _SEED:
        return seed_changed(now, _merged(seed_of(seen), seed_of(edit.value), seed_of(now)))
    if isinstance(edit.value, list) and isinstance(now, list):
        return _merged(seen if isinstance(seen, list) else [], edit.value, now)
    return edit.value


def _merged(seen: Sequence[Said], wanted: Sequence[Said], now: Sequence[Said]) -> list[Said]:
    """Return a list as it is now, without the items that were removed from it and with those added."""
    kept = [one for one in now if one in wanted or one not in seen]
    return kept + [one for one in wanted if one not in seen and one not in kept]
