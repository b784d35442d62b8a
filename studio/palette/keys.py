"""The keyboard shortcuts of the studio, by where they work."""

from __future__ import annotations

import streamlit as st

from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.dialogs import close_dialog

KEYS = (
    (
        marked("Anywhere"),
        "Ctrl+K",
        marked("Find a page, a person, a place, a town, a memory or a talk, and go there"),
    ),
    (marked("Anywhere"), "Esc", marked("Close what lies over the page")),
    (marked("Anywhere"), "Tab, Shift+Tab", marked("On and back through all that can be pressed")),
    (marked("In what Ctrl+K opens"), "↓, ↑", marked("The next and the one before of what was found")),
    (
        marked("In what Ctrl+K opens"),
        "Enter",
        marked("Go there; from the field, to the first that was found"),
    ),
    (marked("Editor"), "Ctrl+S", marked("Save the file")),
    (marked("Editor"), "Ctrl+F", marked("Find and replace")),
    (marked("Editor"), "Ctrl+G", marked("Go to a line")),
    (marked("Editor"), "F8", marked("The next problem")),
    (marked("Editor"), "Ctrl+Z, Ctrl+Y", marked("Undo and redo what was typed")),
    (marked("Editor"), "Esc, then Tab", marked("Leave the editor")),
    (marked("Notebook"), "Ctrl+Enter", marked("Run the cell that is open")),
    (
        marked("Map and moment"),
        "←, →, Page Up, Page Down",
        marked("Earlier and later, in small and in large steps"),
    ),
    (marked("Map"), "Enter or Space", marked("Look at the person or place that has the focus")),
    (
        marked("Shown to a room: the button for it is under the town's name, on top of a page"),
        "Page Up, Page Down",
        marked("A step on and back, as on a presenter's remote control"),
    ),
    (marked("Shown to a room"), "←, →", marked("The part of the page before, and the next one")),
)


def keys_dialog() -> None:
    """Draw the list of shortcuts. On a Mac, Cmd stands for Ctrl."""
    st.dialog(tr("Keys"), icon=":material/keyboard:", on_dismiss=close_dialog)(_list)()


def _list() -> None:
    plain(tr("On a Mac, Cmd stands for Ctrl."), muted=True, small=True)
    rows = "".join(
        f'<tr><th scope="row">{_pressed(keys)}</th><td>{tr(what)}<br>'
        f'<span class="tw-muted">{tr(where)}</span></td>'
        for where, keys, what in KEYS
    )
    title = tr("Keys")
    st.html(f'<table class="tw-keys" aria-label="{title}">{rows}</table>')


def _pressed(keys: str) -> str:
    return " ".join(f"<kbd>{one}</kbd>" for one in keys.split(", "))
