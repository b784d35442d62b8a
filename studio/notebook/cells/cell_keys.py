"""The keys of cells, and the way to the cell that the address line names: marked, and scrolled to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from engine.notebook.editing import with_moved
from studio import session
from studio.basics.assets import mount
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.notebook.looking import Look
from studio.notebook.writing import Desk, edit

_GOES = "notebook-goes"
KEYS = (
    ("Shift+Enter", marked("in a cell's text: run the cell and go to the next one")),
    ("Ctrl+Enter", marked("run the open cell")),
    ("Alt+↑, Alt+↓", marked("move the cell up or down")),
    ("Tab", marked("go to the next field")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A key that was pressed in a cell just now, by what it asks for."""

    key: Literal["run", "up", "down"]
    cell: str


def place_of(desk: Desk, cell: str) -> str:
    """Return the key of the container that a cell stands in."""
    return f"tw-nb-{desk.key}-{cell}"


def text_of(desk: Desk, cell: str) -> str:
    """Return the key of the field in which a cell is written as text."""
    return f"nb-text-{desk.key}-{cell}"


def cell_keys(desk: Desk, how: Look) -> Pressed | None:
    """Listen to the keys, and lead to the cell of the link. A cell is moved at once; one that is to be run is
    returned.
    """
    cell = session.linked("cell") or ""
    data = {
        "cell": place_of(desk, cell) if cell else "",
        "field": text_of(desk, cell),
        "goes": session.recalled(_GOES, 0),
        "writes": how.writes,
    }
    result = mount("cell_keys", data, key=f"nb-keys-{desk.key}", in_page=True, on_pressed_change=nothing)
    pressed = _pressed(result.get("pressed"), desk)
    if pressed is None or not how.writes or pressed.key == "run":
        return pressed if how.writes else None
    by = -1 if pressed.key == "up" else 1
    edit(desk, lambda notebook: with_moved(notebook, pressed.cell, by), pressed.cell)
    lead_to(pressed.cell)
    st.rerun()


def lead_to(cell: str) -> None:
    """Open a cell, and have the window scroll to it and its text be written in."""
    session.link("cell", cell)
    session.remember(_GOES, session.recalled(_GOES, 0) + 1)


def next_cell(desk: Desk, cell: str) -> str:
    """Return the cell after one; itself where it is the last."""
    ids = [one.id for one in desk.notebook.cells]
    return ids[min(ids.index(cell) + 1, len(ids) - 1)]


def key_list() -> None:
    """Draw which keys there are."""
    with st.popover(tr("Shortcuts"), icon=":material/keyboard:", type="tertiary"):
        st.markdown("\n".join(f"- **{key}** {tr(what)}" for key, what in KEYS))


def _pressed(said: object, desk: Desk) -> Pressed | None:
    """Return the browser's key, if it names a cell of this notebook."""
    match said:
        case {"key": "run" | "up" | "down" as key, "cell": str(cell)} if any(
            one.id == cell for one in desk.notebook.cells
        ):
            return Pressed(key=key, cell=cell)
    return None


def nothing() -> None:
    """Do nothing: Streamlit reports only values that have a callback; the page reads them from the result."""
