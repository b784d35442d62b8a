"""Deleted batches: deletes a batch, restores it, or empties it for good."""

from __future__ import annotations

import streamlit as st

from engine.api.many.batch import Batch, BatchRow
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import plain, shorten
from studio.catalogue.tr import tr
from studio.frame.page import in_plain_words


def delete_batch(batch: Batch) -> None:
    """Draw the button that deletes a batch, which can be undone."""
    if st.button(
        tr("Delete"),
        key=f"many-delete-{batch.row.number}",
        icon=":material/delete:",
        type="tertiary",
        help=tr("Removes the batch from the list. You can restore it until you remove it permanently."),
    ):
        with in_plain_words():
            batch.delete()
            st.toast(
                tr("{batch} was deleted; you can restore it.", batch=batch.row.id),
                icon=":material/delete:",
            )
            st.rerun(scope="app")


def deleted_batches() -> None:
    """Draw the batches that can be restored, if there are any."""
    rows = session.workspace().batches.deleted()
    if rows:
        lazy_expander(
            tr("Recently deleted · {n}", n=len(rows)),
            lambda: _all(rows),
            key="many-deleted",
            icon=":material/delete:",
        )


def _all(rows: tuple[BatchRow, ...]) -> None:
    plain(
        tr("You can restore a deleted batch until you click Empty, which removes its runs permanently."),
        muted=True,
    )
    for row in rows:
        with st.container(horizontal=True, vertical_alignment="center", key=f"many-deleted-{row.number}"):
            plain(tr("{batch}: {name}, {n} runs", batch=row.id, name=shorten(row.name, 40), n=row.size))
            if st.button(
                tr("Restore"),
                key=f"many-restore-{row.number}",
                icon=":material/restore_from_trash:",
                type="tertiary",
            ):
                with in_plain_words():
                    session.workspace().batches.restore(row.id)
                    session.link("batch", row.id)
                    st.rerun()
            with st.popover(tr("Empty"), type="tertiary", key=f"many-emptying-{row.number}"):
                plain(
                    tr("All results of {batch} and its cassettes will be removed permanently.", batch=row.id)
                )
                if st.button(tr("Empty"), key=f"many-empty-{row.number}", type="primary"):
                    with in_plain_words():
                        session.workspace().batches.empty(row.id)
                        st.rerun()
