"""Interventions on the memory shown: edit it, retract it, or undo that."""

from __future__ import annotations

import streamlit as st

from engine.api.interventions import LONGEST, Done, Forget, Reword, Undo
from engine.api.workspace import Run
from engine.records import Memory
from studio import session
from studio.basics.text import plain
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.interventions.at_once import do_now
from studio.interventions.signed_words import who_words


def memory_hand(run: Run, memory: Memory) -> None:
    """Draw the actions on a memory, or that it is retracted, with an undo."""
    by = _retracted_by(run, memory)
    if by is not None:
        _retracted(run, by)
        return
    with st.container(horizontal=True, gap="small", key="memory-hand"):
        with st.popover(
            tr("Edit"), icon=":material/edit_note:", type="tertiary", key=f"hand-edit-{memory.id}"
        ):
            with st.form(f"edit-{memory.id}", border=False):
                text = st.text_area(
                    tr("New text of the memory"),
                    memory.text,
                    key=f"hand-text-{memory.id}",
                    max_chars=LONGEST,
                    width=420,
                )
                edited = st.form_submit_button(
                    tr("Save memory"), key=f"hand-edit-go-{memory.id}", type="primary"
                )
            plain(tr("Applies from now on. The old text stays in the log."), muted=True, small=True)
        retracted = st.button(
            tr("Retract"),
            key=f"hand-retract-{memory.id}",
            icon=":material/visibility_off:",
            type="tertiary",
            help=tr("From now on, it is not recalled. It stays in the log, and you can restore it."),
        )
    if edited:
        do_now(run, Reword(memory=str(memory.id), text=text), tr("Memory changed."))
    if retracted:
        do_now(run, Forget(memory=str(memory.id)), tr("Retracted."))


def _retracted_by(run: Run, memory: Memory) -> Done | None:
    """Return the intervention by which a memory is retracted at the moment shown, or None."""
    moment = run.at(session.minute())
    gone = next((row for row in moment.retractions if row.row == memory.id), None)
    if gone is None:
        return None
    return next((one for one in reversed(moment.interventions) if one.entry.id < gone.id), None)


def _retracted(run: Run, by: Done) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="memory-hand"):
        st.badge(tr("retracted"), icon=":material/visibility_off:", color="gray")
        told = tr("{moment}, {signed}", moment=moment_words(by.entry.minute), signed=who_words(by.entry.who))
        plain(told, muted=True, small=True)
        key = f"hand-undo-{by.entry.id}"
        pressed = by.can_be_undone and st.button(tr("Undo"), key=key, icon=":material/undo:", type="tertiary")
    if pressed:
        do_now(run, Undo(entry=str(by.entry.id)), tr("Undone."))
