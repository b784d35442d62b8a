"""Threads: what became of everything that was asked for, what went wrong first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

import streamlit as st

from engine.api.run import STATES, Thread, ThreadState
from engine.api.workspace import Run
from studio import session
from studio.basics.table import table_twin
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.empty import empty
from studio.frame.head import open_page
from studio.frame.linked_fields import linked_person
from studio.frame.page import in_plain_words, the_run
from studio.pages import file_of
from studio.threads.thread_actions import fork_dialog
from studio.threads.thread_card import thread_card
from studio.threads.thread_words import LOOKS, state_words, thread_rows
from studio.why.why import why_panel

A_PAGE = 15
_NOT_FOR_A_ROOM = ("secret", "feeling")
_FILTERS = ("of", "state", "kind")


def page(run: Run) -> None:
    """Draw the page of a run."""
    every = _shown(run)
    if not every:
        _nothing_asked()
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        who = linked_person(run.town.cast.personas, link="of", key=f"threads-of-{run.number}")
        kind = _kind(run, every)
    some = [one for one in every if who in (None, one.agent) and kind in (None, one.kind)]
    state = _state(run, Counter(one.state for one in every), Counter(one.state for one in some))
    found = [one for one in some if state in (None, one.state)]
    if not found:
        _nothing_fits()
        return
    _cards(run, found, key=f"{who}-{kind}-{state}")
    table_twin(lambda: thread_rows(run, found), key="threads")


def _shown(run: Run) -> Sequence[Thread]:
    """Return the threads of the moment that is looked at; to a room, nothing that somebody keeps to
    themselves.
    """
    found = run.story(session.minute()).threads()
    return [one for one in found if not (session.presents() and one.kind in _NOT_FOR_A_ROOM)]


def _kind(run: Run, every: Sequence[Thread]) -> str | None:
    kinds = sorted({one.kind for one in every if one.kind})
    asked = session.linked("kind")
    chosen = st.selectbox(
        tr("Of which kind"),
        kinds,
        index=kinds.index(asked) if asked in kinds else None,
        format_func=tr,
        placeholder=tr("Every kind"),
        label_visibility="collapsed",
        key=f"threads-kind-{run.number}",
        width=180,
    )
    session.link("kind", chosen)
    return chosen


def _state(run: Run, every: Mapping[ThreadState, int], some: Mapping[ThreadState, int]) -> str | None:
    """Let one state be chosen, each with how many stand so; None for all of them."""
    asked = session.linked("state")
    states = [one for one in STATES if one in every]
    chosen = st.pills(
        tr("How far it has come"),
        states,
        default=asked if asked in states else None,
        format_func=lambda one: f"{LOOKS[one].icon} {state_words(one)} · {some.get(one, 0)}",
        label_visibility="collapsed",
        key=f"threads-state-{run.number}",
    )
    session.link("state", chosen)
    return chosen


def _cards(run: Run, found: Sequence[Thread], *, key: str) -> None:
    counts = Counter(one.state for one in found)
    pages, cards = -(-len(found) // A_PAGE), st.container()
    at = st.pagination(pages, key=f"threads-page-{key}") if pages > 1 else 1
    with cards:
        for state, threads in groupby(found[(at - 1) * A_PAGE : at * A_PAGE], lambda one: one.state):
            st.markdown(f"**{state_words(state)}** · {counts[state]}")
            for thread in threads:
                thread_card(run, thread)


def _nothing_asked() -> None:
    empty(
        tr(
            "Nobody means to do anything by this moment. State what somebody is to do in their form, "
            "or whisper it to them; what becomes of it then stands here."
        ),
        title=tr("Nothing was asked for yet"),
        action=tr("Go to the personas"),
        page=file_of("personas"),
        icon=":material/timeline:",
        key="no-threads",
    )


def _nothing_fits() -> None:
    empty(
        tr("Something else was asked for, of others or of another kind."),
        title=tr("Nothing of the kind by this moment"),
        action=tr("Show all"),
        on_click=_show_all,
        icon=":material/filter_alt_off:",
        key="no-such-threads",
    )


def _show_all() -> None:
    run = session.run()
    for name in _FILTERS:
        session.link(name, None)
        session.set_widget(f"threads-{name}-{run.number if run else 0}", None)


def main() -> None:
    """Draw the page of the run that is looked at."""
    open_page(
        marked("Threads"),
        lead=tr("What became of everything that was asked for: done, failed, late, under way, and why."),
    )
    run = the_run()
    with in_plain_words():
        page(run)
        fork_dialog(run)
    why_panel(run)


main()
