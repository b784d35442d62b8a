"""Sharing: a run as one file, to be viewed or to be opened and continued elsewhere."""

from __future__ import annotations

import streamlit as st

from engine.api.exports import run_exports
from studio import session
from studio.basics.text import plain
from studio.catalogue.tr import tr
from studio.frame.dialogs import close_dialog, is_open, open_dialog
from studio.frame.page import in_plain_words
from studio.runs.downloads import Narrowed, form, let_go

_KIND = "share"
_FORMS = ("copy", "cassette")


def share_button(run_id: str) -> None:
    """Draw the button that opens the ways to share a run."""
    st.button(
        tr("Share"),
        key=f"share-{run_id}",
        icon=":material/share:",
        type="tertiary",
        on_click=open_dialog,
        args=(_KIND, run_id),
    )


def sharing() -> None:
    """Draw the dialog of the ways to share a run, while it is open."""
    about = is_open(_KIND)
    if about is not None:
        dialog = st.dialog(tr("Share run"), width="medium", icon=":material/share:", on_dismiss=_close)
        dialog(_ways)(about)


def _close() -> None:
    let_go()
    close_dialog()


def _ways(run_id: str) -> None:
    with in_plain_words():
        run = session.workspace().runs.find(run_id)
        plain(tr("Save {run} as one file, with its full history and no other runs.", run=run.row.name))
        for name in _FORMS:
            form(run, run_exports()[name], Narrowed())
        plain(
            tr(
                "People who open the copy can see every page but change nothing. People who open "
                "the cassette get their own run, which they can fork and continue."
            ),
            muted=True,
            small=True,
        )
