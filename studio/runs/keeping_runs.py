"""Keeping runs: rename one, hide it from the lists, and show it again."""

from __future__ import annotations

import streamlit as st

from engine.api.run import RunRow
from studio import session
from studio.catalogue.tr import tr
from studio.frame.page import in_plain_words

_LONGEST = 80


def rename_field(row: RunRow) -> None:
    """Draw the form that renames a run."""
    with (
        st.popover(tr("Rename"), icon=":material/edit:", type="tertiary", key=f"rename-{row.number}"),
        st.form(f"rename-form-{row.number}", border=False),
    ):
        name = st.text_input(tr("Name"), value=row.name, max_chars=_LONGEST, key=f"rename-name-{row.number}")
        if st.form_submit_button(tr("Save name"), type="primary", key=f"rename-go-{row.number}"):
            with in_plain_words():
                session.workspace().runs.find(row.number).rename(name)
                st.rerun()


def archive_button(row: RunRow, *, is_here: bool) -> None:
    """Draw the button that hides a run from the lists, or shows it again; not for the run looked at."""
    if row.hidden:
        st.button(
            tr("Restore"),
            key=f"bring-back-{row.number}",
            icon=":material/unarchive:",
            type="tertiary",
            on_click=_archive,
            args=(row.number, False),
        )
        return
    st.button(
        tr("Archive"),
        key=f"archive-{row.number}",
        icon=":material/archive:",
        type="tertiary",
        disabled=is_here,
        help=tr("Open another run first")
        if is_here
        else tr("Removes the run from all lists; its log and forks stay"),
        on_click=_archive,
        args=(row.number, True),
    )


def _archive(number: int, archived: bool) -> None:
    session.workspace().runs.find(number).archive(archived=archived)
