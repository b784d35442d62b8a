"""Interventions on a block of today's plan that is not over: change it, lock it."""

from __future__ import annotations

import streamlit as st

from engine.api.interventions import LONGEST, Done, LockBlock, Replan, Undo
from engine.api.workspace import Run
from engine.clock import clock_words
from engine.records import Step
from studio.basics.rooms import place_words
from studio.basics.text import shorten
from studio.catalogue.tr import tr
from studio.interventions.at_once import do_now


def plan_hand(run: Run, block: Step) -> None:
    """Draw the form that changes a block; fields left as they are stay."""
    key = f"{block.id}-{block.start}"
    with (
        st.popover(tr("Change"), type="tertiary", key=f"hand-quiet-change-{key}"),
        st.form(f"change-{key}", border=False),
    ):
        left, right = st.columns(2)
        begins = left.text_input(tr("From"), clock_words(max(block.start, run.clock)), key=f"hand-from-{key}")
        ends = right.text_input(tr("To"), clock_words(block.end), key=f"hand-to-{key}")
        rooms = list(run.town.world.rooms)
        room = st.selectbox(
            tr("Where"),
            rooms,
            index=rooms.index(block.room) if block.room in rooms else 0,
            key=f"hand-room-{key}",
            format_func=lambda one: shorten(place_words(one), 70),
        )
        what = st.text_input(tr("What"), block.activity, key=f"hand-what-{key}", max_chars=LONGEST)
        go = st.form_submit_button(tr("Change plan"), key=f"hand-change-go-{key}", type="primary")
    _lock(run, block, key)
    if go:
        wanted = Replan(agent=block.agent, begins=begins, ends=ends, room=room, activity=what)
        do_now(run, wanted, tr("Plan changed."))


def _lock(run: Run, block: Step, key: str) -> None:
    by = _locked_by(run, block)
    if by is not None:
        if st.button(tr("Unlock"), key=f"hand-quiet-unlock-{key}", type="tertiary"):
            do_now(run, Undo(entry=str(by.entry.id)), tr("The block is unlocked."))
        return
    pressed = st.button(
        tr("Lock"),
        key=f"hand-quiet-lock-{key}",
        type="tertiary",
        help=tr("The block stays in the plan when the day is planned again."),
    )
    if pressed:
        within = clock_words(max(block.start, run.clock))
        do_now(run, LockBlock(agent=block.agent, when=within), tr("The block is locked."))


def _locked_by(run: Run, block: Step) -> Done | None:
    """Return the intervention that locked a block, or None; the block is its first row."""
    laid = (one for one in run.at().interventions if one.entry.id + 1 == block.id and one.stands)
    return next((one for one in laid if isinstance(one.what, LockBlock)), None)
