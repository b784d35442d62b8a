"""What was changed between two texts of a notebook, in words."""

from __future__ import annotations

from engine.errors import worded
from engine.notebook.outputs import listed
from engine.notebook.parts import Notebook, Prose

_MOST_NAMED = 3


def changes_between(before: Notebook, after: Notebook) -> str:
    """Return which cells were added, deleted, changed or moved, and whether the prose or the settings above
    it were changed; empty if nothing was.
    """
    old = {cell.id: cell.source for cell in before.cells}
    new = {cell.id: cell.source for cell in after.cells}
    kept = [cell for cell in new if cell in old]
    added = [cell for cell in new if cell not in old]
    deleted = [cell for cell in old if cell not in new]
    changed = [cell for cell in kept if new[cell] != old[cell]]
    is_moved = kept != [cell for cell in old if cell in new]
    parts = [
        worded("added {cells}", cells=_named(added)) if added else "",
        worded("deleted {cells}", cells=_named(deleted)) if deleted else "",
        worded("changed {cells}", cells=_named(changed)) if changed else "",
        worded("moved cells") if is_moved else "",
        worded("changed the text between cells") if _prose(before) != _prose(after) else "",
        worded("changed the settings of the notebook") if before.front.source != after.front.source else "",
    ]
    return listed([part for part in parts if part])


def _named(cells: list[str]) -> str:
    if len(cells) > _MOST_NAMED:
        return worded("{cells} and {n} more", cells=listed(cells[:_MOST_NAMED]), n=len(cells) - _MOST_NAMED)
    return listed(cells)


def _prose(notebook: Notebook) -> str:
    return "".join(part.source.strip() for part in notebook.parts if isinstance(part, Prose))
