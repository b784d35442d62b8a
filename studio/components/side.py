"""The left side of every page: the name, the run with its fingerprint, and the other runs."""

from __future__ import annotations

import streamlit as st

from engine.clock import day_of
from studio import session
from studio.components.moment_bar import state_words
from studio.components.text import escape_md, plain, shorten

MOST_RUNS = 40


def sidebar() -> None:
    """Draw what stands above the list of pages, which Streamlit draws."""
    with st.sidebar:
        st.html('<div class="tw-name">Townwright</div>')
        _run()


def _run() -> None:
    run = session.run()
    missing = session.missing_run()
    if missing:
        plain(f"This workspace has no run {shorten(missing, 40)!r}.", muted=True, small=True)
    if run is None:
        plain("No run yet. Choose a scenario and run it.", muted=True, small=True)
        return
    finger = run.fingerprint()[:8] if run.is_founded else "no log yet"
    st.markdown(f"**{escape_md(shorten(run.scenario.town, 40))}**  \n:gray[`{finger}`]")
    _picker(run.row.id)


def _picker(current: str) -> None:
    rows = list(reversed(session.workspace().runs()))[:MOST_RUNS]
    names = {row.id: row for row in rows}
    if current not in names:
        return
    session.follow_widget("side-run", current)
    chosen = st.selectbox(
        "Run",
        list(names),
        key="side-run",
        format_func=lambda run_id: _label(names[run_id].number),
        help="All runs of all scenarios, newest first",
    )
    if chosen != current:
        session.choose_run(chosen)
        st.rerun()


def _label(number: int) -> str:
    glance = session.workspace().glance(number)
    when = f"day {day_of(glance.clock)}" if glance.founded else "not begun"
    state = [state_words(glance.job).lower()] if glance.job else []
    return " · ".join([shorten(glance.row.name, 24), when, *state, shorten(glance.row.scenario, 24)])
