"""Cleaning up after notebooks: what is kept that none needs any more, its size, and the way to clear it."""

from __future__ import annotations

import streamlit as st

from engine.api.text import size_words
from engine.notebook.running.cleaning import clear, unneeded
from studio import session
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n
from studio.frame.dialogs import dialog, is_open, open_dialog
from studio.frame.page import in_plain_words

_KIND = "notebook-cleaning"
_CLEARED = "notebook-cleared"


def clean_button() -> None:
    """Draw the button that says what can be cleared, and the dialog in which it is."""
    st.button(
        tr("Clean up"), key="nb-clean", icon=":material/mop:", type="tertiary",
        on_click=_opened,
        help=tr("Shows the runs and results that no notebook needs any more, and their size"),
    )  # fmt: skip
    if is_open(_KIND) is not None:
        _clean()


def _opened() -> None:
    session.remember(_CLEARED, "")
    open_dialog(_KIND)


@dialog(marked("Clean up"), icon=":material/mop:")
def _clean() -> None:
    with in_plain_words():
        _what_is_left()


def _what_is_left() -> None:
    workspace = session.workspace()
    said = session.recalled(_CLEARED, "")
    if said:
        plain(said)
        return
    found = unneeded(workspace)
    if not found:
        plain(tr("There is nothing to clean up."))
        return
    size = size_words(found.size)
    if found.count:
        plain(
            tr_n(
                "{n} run that no notebook needs any more takes up about {size}.",
                "{n} runs that no notebook needs any more take up about {size}.",
                found.count,
                size=size,
            )
        )
    else:
        plain(tr("Results of cells that are no longer in any notebook take up about {size}.", size=size))
    plain(
        tr(
            "They belong to cells that were changed or deleted. If you restore such a cell, its "
            "days are simulated again. Runs that you named, forked or talked in are kept."
        ),
        muted=True,
        small=True,
    )
    if st.button(tr("Delete permanently"), key="nb-clean-go", type="primary"):
        with st.spinner(tr("Deleting…")):
            freed = clear(workspace, found)
        gone = tr("Deleted. The workspace is {size} smaller.", size=size_words(freed))
        session.remember(_CLEARED, gone)
        st.rerun()
