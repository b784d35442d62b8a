"""The Threads page: the outcomes of all intentions and events, problems first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

import streamlit as st

from engine.api.run import STATES, Thread, ThreadState
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from studio import session
from studio.basics.table import table_twin
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.empty import empty
from studio.frame.head import open_page
from studio.frame.into_notebook import into_notebook
from studio.frame.linked_fields import linked_person
from studio.frame.page import in_plain_words, the_run
from studio.intends.kinds import kind_title
from studio.pages import file_of
from studio.threads.thread_actions import fork_dialog
from studio.threads.thread_card import thread_card
from studio.threads.thread_words import LOOKS, state_words, thread_rows
from studio.why.why import why_panel

A_PAGE = 15
_NOT_PRESENTED = ("secret", "feeling")
_FILTERS = ("of", "state", "kind")
_ROWS = """\
SELECT p.name, i.kind, i.deed, i.what, i.content, i.state, i.because
FROM intention AS i JOIN person AS p ON p.agent = i.agent
WHERE {of} AND i.row = (SELECT max(j.row) FROM intention AS j WHERE j.first = i.first)
ORDER BY i.first
"""


def page(run: Run) -> None:
    """Draw the page of a run."""
    all_threads = _shown(run)
    if not all_threads:
        _nothing_asked()
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        who = linked_person(run.town.cast.personas, link="of", key=f"threads-of-{run.number}")
        kind = _kind(run, all_threads)
    matching = [
        thread for thread in all_threads if who in (None, thread.agent) and kind in (None, thread.kind)
    ]
    counts = Counter(thread.state for thread in all_threads)
    state = _state(run, counts, Counter(thread.state for thread in matching))
    listed = [thread for thread in matching if state in (None, thread.state)]
    if not listed:
        _nothing_fits()
        return
    _cards(run, listed, key=f"{who}-{kind}-{state}")
    table_twin(lambda: thread_rows(run, listed), key="threads")
    into_notebook(run, lambda: _piece(run, who), key=f"threads-{run.number}")


def _piece(run: Run, who: str | None) -> Piece:
    """Return what became of the intentions, of one person or all, as a cell of a notebook."""
    name = run.town.cast.names.get(who or "", tr("everyone"))
    of = "i.agent = '{}'".format((who or "").replace("'", "''")) if who else "true"
    return Piece(
        kind="sql",
        body=_ROWS.format(of=of),
        title=tr("Intentions of {name} and their outcomes", name=name),
        minute=run.at(session.minute()).minute,
    )


def _shown(run: Run) -> Sequence[Thread]:
    """Return the threads of the moment shown; while presenting, without secrets and feelings."""
    threads = run.story(session.minute()).threads()
    return [thread for thread in threads if not (session.presents() and thread.kind in _NOT_PRESENTED)]


def _kind(run: Run, threads: Sequence[Thread]) -> str | None:
    kinds = sorted({thread.kind for thread in threads if thread.kind})
    linked = session.linked("kind")
    chosen = st.selectbox(
        tr("Kind"),
        kinds,
        index=kinds.index(linked) if linked in kinds else None,
        format_func=kind_title,
        placeholder=tr("All kinds"),
        label_visibility="collapsed",
        key=f"threads-kind-{run.number}",
        width=180,
    )
    session.link("kind", chosen)
    return chosen


def _state(run: Run, counts: Mapping[ThreadState, int], matching: Mapping[ThreadState, int]) -> str | None:
    """Draw the choice of a state, and return it; None for all.

    `counts` has every state that occurs, and `matching` how many threads of the chosen person and kind are in
    each.
    """
    linked = session.linked("state")
    states = [state for state in STATES if state in counts]
    chosen = st.pills(
        tr("State"),
        states,
        default=linked if linked in states else None,
        format_func=lambda state: f"{LOOKS[state].icon} {state_words(state)} · {matching.get(state, 0)}",
        label_visibility="collapsed",
        key=f"threads-state-{run.number}",
    )
    session.link("state", chosen)
    return chosen


def _cards(run: Run, threads: Sequence[Thread], *, key: str) -> None:
    counts = Counter(thread.state for thread in threads)
    pages, cards = -(-len(threads) // A_PAGE), st.container()
    page_number = st.pagination(pages, key=f"threads-page-{key}") if pages > 1 else 1
    with cards:
        first = (page_number - 1) * A_PAGE
        for state, of_state in groupby(threads[first : first + A_PAGE], lambda thread: thread.state):
            st.markdown(f"**{state_words(state)}** · {counts[state]}")
            for thread in of_state:
                thread_card(run, thread)


def _nothing_asked() -> None:
    empty(
        tr(
            "Nobody intends to do anything at this moment. Add an intention in a person's form, or "
            "whisper it to them."
        ),
        title=tr("No threads yet"),
        action=tr("Go to Personas"),
        page=file_of("personas"),
        icon=":material/timeline:",
        key="no-threads",
    )


def _nothing_fits() -> None:
    empty(
        tr("There are threads for other people, kinds or states."),
        title=tr("No matching threads"),
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
    """Draw the page of the run that is shown."""
    open_page(
        marked("Threads"),
        lead=tr("The outcome of every intention and event: done, failed, late or in progress, and why."),
    )
    run = the_run()
    with in_plain_words():
        page(run)
        fork_dialog(run)
    why_panel(run)


main()
