"""What was changed between two texts of a notebook, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import worded
from engine.notebook.outputs import listed
from engine.notebook.parts import Cell, Notebook, Part, Prose

_MOST_NAMED = 3


def changes_between(before: Notebook, after: Notebook) -> str:
    """Describe the changes of cells (added, deleted, changed, moved), of the prose and of the settings; empty
    if only blank lines changed.
    """
    old = {_name(cell): cell.source for cell in before.cells}
    new = {_name(cell): cell.source for cell in after.cells}
    kept = [cell for cell in new if cell in old]
    added = [cell for cell in new if cell not in old]
    deleted = [cell for cell in old if cell not in new]
    changed = [cell for cell in kept if new[cell] != old[cell]]
    is_moved = kept != [cell for cell in old if cell in new]
    parts = [
        worded("added {cells}", cells=some_named(added)) if added else "",
        worded("deleted {cells}", cells=some_named(deleted)) if deleted else "",
        worded("changed {cells}", cells=some_named(changed)) if changed else "",
        worded("moved cells") if is_moved else "",
        worded("changed the text between cells") if _prose(before) != _prose(after) else "",
        worded("changed the settings of the notebook") if before.front.source != after.front.source else "",
    ]
    found = listed([part for part in parts if part])
    return found or (worded("moved text") if _layout(before) != _layout(after) else "")


def some_named(cells: Sequence[str]) -> str:
    """Return the names of a few cells, and how many more there are."""
    if len(cells) > _MOST_NAMED:
        return worded("{cells} and {n} more", cells=listed(cells[:_MOST_NAMED]), n=len(cells) - _MOST_NAMED)
    return listed(cells)


def _name(cell: Cell) -> str:
    return cell.id or cell.kind


def _prose(notebook: Notebook) -> str:
    parts = (part.source for part in notebook.parts if isinstance(part, Prose))
    return " ".join(word for source in parts for word in source.split())


def _layout(notebook: Notebook) -> list[str]:
    return [said for part in notebook.parts if (said := _words(part))]


def _words(part: Part) -> str:
    return part.source.strip() if isinstance(part, Prose) else _name(part)
