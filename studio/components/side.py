"""The left side of every page: the name, the run with its fingerprint, and the other runs."""

from __future__ import annotations

import streamlit as st

from engine.clock import day_of
from studio import session
from studio.components.choice import choice
from studio.components.moment_bar import state_words
from studio.components.narrow import uncover
from studio.components.text import alike, escape_md, plain, shorten

MOST_RUNS = 40


def sidebar(page: str) -> None:
    """Draw what stands above the list of pages, which Streamlit draws; `page` is the one that is open."""
    with st.sidebar:
        st.html('<div class="tw-name">Townwright</div>')
        _run()
        uncover(page)


def _run() -> None:
    run = session.run()
    missing = session.missing_run()
    if missing:
        plain(f"This workspace has no run {shorten(missing, 40)!r}.", muted=True, small=True)
    if run is None:
        plain("No run yet. Choose a scenario and run it.", muted=True, small=True)
        return
    finger = f"`{run.fingerprint()[:8]}`" if run.is_founded else "not begun"
    st.markdown(f"**{escape_md(shorten(run.scenario.town, 40))}**  \n:gray[{finger}]")
    _picker(run.row.id)


def _picker(current: str) -> None:
    rows = list(reversed(session.workspace().runs()))[:MOST_RUNS]
    labels = {row.id: _label(row.number) for row in rows}
    if current in labels:
        choice(
            "Run",
            labels,
            current,
            key="side-run",
            on_choice=session.choose_run,
            explained="All runs of all scenarios, newest first",
        )


def _label(number: int) -> str:
    glance = session.workspace().glance(number)
    when = f"day {day_of(glance.clock)}" if glance.founded else "not begun"
    state = [state_words(glance.job).lower()] if glance.job else []
    row = glance.row
    of = [] if alike(row.name, row.scenario) else [shorten(row.scenario, 24)]
    return " · ".join([shorten(row.name, 24), when, *state, *of])
