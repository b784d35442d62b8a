"""What is done with a cell as a whole, and where a new one is put: each is an edit that can be undone."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

import streamlit as st

from engine.notebook.editing import with_copy, with_moved, with_new_cell, with_new_prose, without_cell
from engine.notebook.parts import Cell, Notebook
from engine.records import Scenario
from studio import session
from studio.catalogue.marked import marked
from studio.catalogue.tr import reads, tr
from studio.frame.dialogs import open_dialog
from studio.notebook.cells.cell_kinds import KINDS, PROSE, first_words
from studio.notebook.results.past_results import PAST
from studio.notebook.writing import Desk, edit, parsed

_WHOLE: Mapping[str, str] = MappingProxyType(
    {
        "up": marked(":material/arrow_upward: Move up"),
        "down": marked(":material/arrow_downward: Move down"),
        "copy": marked(":material/content_copy: Duplicate"),
        "to": marked(":material/vertical_align_bottom: Run to here"),
        "past": marked(":material/history: Earlier results"),
        "branch": marked(":material/fork_right: Branch from here"),
        "drop": marked(":material/delete: Delete"),
    }
)


def add_menu(desk: Desk, place: int, town: Scenario) -> None:
    """Draw the menu by which a cell is put before the part at a place."""
    key = f"nb-add-{desk.key}-{place}"
    st.menu_button(
        tr("Add"),
        list(KINDS),
        key=key,
        icon=":material/add:",
        type="tertiary",
        format_func=_kinds_in(reads()).__getitem__,
        on_click=_add,
        args=(desk, place, town, key),
    )


@functools.cache
def _kinds_in(language: str) -> Mapping[str, str]:
    """Return what each kind of cell is for in the `language` that is read: the menu stands at every cell."""
    return {
        name: tr("{icon} {kind}: {about}", icon=kind.icon, kind=tr(kind.word), about=tr(kind.about))
        for name, kind in KINDS.items()
    }


def cell_menu(desk: Desk, cell: Cell) -> str | None:
    """Draw the menu of a cell; what is to be run is returned: `to` for all up to it."""
    key = f"nb-more-{desk.key}-{cell.id}"
    chosen = st.menu_button(
        tr("More"), list(_WHOLE), key=key, icon=":material/more_horiz:", type="tertiary",
        format_func=lambda one: tr(_WHOLE[one]), on_click=_do, args=(desk, cell.id, key),
    )  # fmt: skip
    return chosen if chosen == "to" else None


def _add(desk: Desk, place: int, town: Scenario, key: str) -> None:
    kind = str(st.session_state[key])
    person = town.personas[0].id if town.personas else "somebody"
    body = first_words(kind, _above(desk.notebook, place), person)
    before = {cell.id for cell in desk.notebook.cells}

    def make(notebook: Notebook) -> str:
        if kind == PROSE:
            return with_new_prose(notebook, place, body)
        return with_new_cell(notebook, kind, body, place=place)

    edit(desk, make)
    if kind == PROSE:
        session.remember(f"nb-prose-{desk.key}", place)
        return
    new = [cell.id for cell in parsed(make(desk.notebook)).cells if cell.id not in before]
    if new:
        session.link("cell", new[0])


def _above(notebook: Notebook, place: int) -> Notebook:
    """Return the notebook up to a place: a new cell names only what stands above it."""
    return Notebook(front=notebook.front, parts=notebook.parts[:place])


def _do(desk: Desk, cell: str, key: str) -> None:
    match st.session_state[key]:
        case "up":
            edit(desk, lambda notebook: with_moved(notebook, cell, -1), cell)
        case "down":
            edit(desk, lambda notebook: with_moved(notebook, cell, 1), cell)
        case "copy":
            edit(desk, lambda notebook: with_copy(notebook, cell), cell)
        case "drop":
            edit(desk, lambda notebook: without_cell(notebook, cell), cell)
            session.remember("notebook-dropped", cell)
        case "past":
            open_dialog(PAST, cell)
        case "branch":
            body = f"from: {_line(desk.notebook, cell)}\nname: what if\n"
            edit(desk, lambda notebook: with_new_cell(notebook, "branch", body), cell)


def _line(notebook: Notebook, cell: str) -> str:
    """Return the cell at or above one that changed the town last: a branch goes on from there."""
    upto = notebook.cells[: notebook.cells.index(notebook.cell(cell)) + 1]
    return next((one.id for one in reversed(upto) if one.changes_town), cell)
