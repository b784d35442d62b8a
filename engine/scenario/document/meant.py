"""What an edit means in a file that has changed since the edit was thought of, as in another window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.errors import BadInput, worded
from engine.scenario.document.edits import FileEdit, SetField
from engine.scenario.document.values import Said, said_at, seed_changed, seed_of
from engine.scenario.reading.nodes import Path

_SEED: Path = ("seed",)


def meant_now(edit: FileEdit, seen: Said, now: Said) -> FileEdit:
    """Return an edit as it is meant in a file as it is `now`; `seen` is what the file said when the edit was
    thought of. An item is known by what it says, wherever it has come to stand, and of a list that was
    written anew only what was added to it or taken from it counts.

    Raises BadInput where an item is not there any more, or not as it was: something else would be changed.
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
            "what this is about in {file} was changed meanwhile, in another window or in "
            "the text; look at it as it is now, and do it again",
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
    """Return a list as it is now, without what was taken from it, and with what was added."""
    kept = [one for one in now if one in wanted or one not in seen]
    return kept + [one for one in wanted if one not in seen and one not in kept]
