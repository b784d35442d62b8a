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
        marked("Find a page, person, place, town, run, memory or conversation, and go there"),
    ),
    (marked("Anywhere"), "Esc", marked("Close a dialog or panel")),
    (marked("Anywhere"), "Tab, Shift+Tab", marked("Go to the next or previous control")),
    (marked("Find (Ctrl+K)"), "↓, ↑", marked("Next or previous result")),
    (
        marked("Find (Ctrl+K)"),
        "Enter",
        marked("Open the selected result, or the first one if the search field is active"),
    ),
    (marked("Editor"), "Ctrl+S", marked("Save the file")),
    (marked("Editor"), "Ctrl+F", marked("Find and replace")),
    (marked("Editor"), "Ctrl+G", marked("Go to a line")),
    (marked("Editor"), "F8", marked("Next problem")),
    (marked("Editor"), "Ctrl+Z, Ctrl+Y", marked("Undo and redo in the editor")),
    (marked("Editor"), "Esc, then Tab", marked("Leave the editor")),
    (marked("Notebook"), "Ctrl+Enter", marked("Run the open cell")),
    (
        marked("Map and time slider"),
        "←, →, Page Up, Page Down",
        marked("Go back or forward, in small or large steps"),
    ),
    (marked("Map"), "Enter or Space", marked("Select the focused person or place")),
    (
        marked("Presentation mode (start it from the button with the town's name at the top of a page)"),
        "Page Up, Page Down",
        marked("Previous and next moment, as on a presentation remote"),
    ),
    (marked("Presentation mode"), "←, →", marked("Previous and next part of the page")),
)


def keys_dialog() -> None:
    """Draw the list of shortcuts. On a Mac, Cmd stands for Ctrl."""
    st.dialog(tr("Shortcuts"), icon=":material/keyboard:", on_dismiss=close_dialog)(_list)()


def _list() -> None:
    plain(tr("On a Mac, use Cmd instead of Ctrl."), muted=True, small=True)
    rows = "".join(
        f'<tr><th scope="row">{_pressed(keys)}</th><td>{tr(what)}<br>'
        f'<span class="tw-muted">{tr(where)}</span></td>'
        for where, keys, what in KEYS
    )
    title = tr("Shortcuts")
    st.html(f'<table class="tw-keys" aria-label="{title}">{rows}</table>')


def _pressed(keys: str) -> str:
    return " ".join(f"<kbd>{one}</kbd>" for one in keys.split(", "))
