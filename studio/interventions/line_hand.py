"""Interventions on a spoken line: lock it, so that a rerun repeats it."""

from __future__ import annotations

import streamlit as st

from engine.api.interventions import Done, LockLine, Undo
from engine.api.workspace import Run
from engine.clock import moment_words
from engine.records import Line, is_visitor
from studio.catalogue.tr import tr
from studio.interventions.at_once import do_now


def line_hand(run: Run, line: Line, place: int) -> None:
    """Draw the button that locks or unlocks a line; `place` is its number in the talk, from 0."""
    if any(map(is_visitor, (line.speaker, *line.hearers))):
        return
    wanted = _lock_of(run, line, place)
    by = _locked_by(run, wanted)
    if by is not None:
        if st.button(tr("Unlock"), key=f"hand-quiet-unlock-{line.id}", type="tertiary"):
            do_now(run, Undo(entry=str(by.entry.id)), tr("Unlocked. A rerun may change the line."))
        return
    pressed = st.button(
        tr("Lock"),
        key=f"hand-quiet-lock-{line.id}",
        type="tertiary",
        help=tr("A fork from before this conversation repeats the line, word for word, to the same people."),
    )
    if pressed:
        do_now(run, wanted, tr("Locked. A fork from before this conversation repeats the line."))


def _lock_of(run: Run, line: Line, place: int) -> LockLine:
    told = run.by_id([line.tells]).get(line.tells) if line.tells else None
    return LockLine(
        agent=line.speaker,
        others=", ".join(line.hearers),
        text=" ".join(line.text.split()),
        talk=moment_words(line.minute),
        place=str(place + 1),
        tells=told.text if told is not None else "",
    )


def _locked_by(run: Run, wanted: LockLine) -> Done | None:
    return next((one for one in run.at().interventions if one.stands and one.what == wanted), None)
