"""The intentions of a day that failed or are late, shown below the day's paper."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.run import Thread
from engine.api.workspace import Run
from engine.clock import day_of
from studio import session
from studio.basics.people import colour_of, disc
from studio.basics.text import plain
from studio.catalogue.tr import tr, tr_worded
from studio.pages import file_of
from studio.threads.thread_words import state_words, who_of
from studio.why.memory_card import why_button


def day_threads(run: Run, day: int) -> None:
    """Draw a row for every intention that failed or is late on a day, with a link to all threads."""
    failed = failed_on(run, day)
    if not failed:
        return
    with st.container(key="tw-failed", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(tr("**Failed or late**"), width="content")
            if st.button(tr("All threads"), key="all-threads", icon=":material/timeline:", type="tertiary"):
                st.switch_page(file_of("threads"))
        for thread in failed:
            _row(run, thread)


def failed_on(run: Run, day: int) -> Sequence[Thread]:
    """Return the threads that failed on a day, or were due on it and are late, at the moment shown."""
    threads = run.story(session.minute()).threads()
    return [thread for thread in threads if thread.state in ("failed", "late") and _day_of(thread) == day]


def _day_of(thread: Thread) -> int | None:
    due = thread.until if thread.until is not None else thread.when
    minute = thread.ended if thread.ended is not None else due
    return None if minute is None else day_of(minute)


def _row(run: Run, thread: Thread) -> None:
    with st.container(
        horizontal=True,
        wrap=False,
        vertical_alignment="center",
        gap="small",
        width=760,
        key=f"failed-{thread.id}",
    ):
        st.html(disc(who_of(run, thread), colour_of(run, thread.agent)), width="content")
        with st.container(gap=None, width="stretch"):
            plain(tr("{state}: {what}", state=state_words(thread.state), what=tr_worded(thread.words)))
            plain(tr_worded(thread.reason), small=True, muted=True)
        if thread.shown_by:
            why_button(thread.shown_by, key=f"failed-{thread.id}", quiet=True)
