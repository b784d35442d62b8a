"""A thread as a card: its person, its content, its state and why, and its history."""

from __future__ import annotations

from functools import partial

import streamlit as st

from engine.api.run import Thread
from engine.api.workspace import Run
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.people import colour_of, disc
from studio.basics.text import capital, plain, shorten, story
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.threads.thread_actions import thread_actions
from studio.threads.thread_words import LOOKS, STEPS, about_words, names_of, state_words, who_of
from studio.why.memory_card import why_button


def thread_card(run: Run, thread: Thread) -> None:
    """Draw a thread as a card."""
    persona, look = who_of(run, thread), LOOKS[thread.state]
    with st.container(border=True, width=760, gap="xsmall", key=f"thread-{thread.id}"):
        with st.container(horizontal=True, wrap=False, gap="small", key=f"of-{thread.id}"):
            st.html(disc(persona, colour_of(run, thread.agent)), width="content")
            with st.container(gap="xxsmall", width="stretch"):
                with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                    plain(shorten(persona.name, 60), small=True, muted=True)
                    st.badge(state_words(thread.state), icon=look.icon, color=look.colour)
                story(capital(tr_worded(thread.words)))
                plain(tr_worded(thread.reason))
                plain(about_words(thread), small=True, muted=True)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            if thread.shown_by:
                why_button(thread.shown_by, key=f"thread-{thread.id}")
            thread_actions(run, thread)
        if thread.row is None and not thread.memory:
            return
        lazy_expander(
            tr("History"),
            partial(_history, run, thread),
            key=f"history-{thread.id}",
            icon=":material/timeline:",
            compact=True,
        )


def _history(run: Run, thread: Thread) -> None:
    """Draw the source of a thread, who has heard of it, and each change of its state."""
    with st.container(horizontal=True, wrap=False, gap="small", key=f"source-{thread.id}"):
        story(thread.source.text, "small")
        why_button(thread.source.memory, key=f"source-{thread.id}", quiet=True)
    if thread.heard:
        plain(tr("Heard by {people}", people=names_of(run, thread.heard)), small=True)
    if thread.unheard:
        plain(tr("Not heard by {people}", people=names_of(run, thread.unheard)), small=True)
    for step in thread.history:
        with st.container(
            horizontal=True, wrap=False, vertical_alignment="center", gap="small", key=f"step-{step.id}"
        ):
            with st.container(gap=None, width="stretch"):
                plain(f"{moment_words(step.minute)} · {tr(STEPS[step.state])}", small=True)
                if step.because:
                    plain(tr("Reason: {why}", why=step.because), small=True, muted=True)
            st.button(
                tr("Go there"),
                key=f"go-{step.id}",
                type="tertiary",
                help=tr("Show the town at that moment"),
                on_click=session.choose_moment,
                args=(min(step.minute + 1, run.clock),),
            )
            why_button(step.id, key=f"step-{thread.id}", quiet=True)
