"""The left side of every page: the name, and the run, scenario or workspace that the page is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

import streamlit as st

from engine.clock import day_of
from studio import session
from studio.basics.select_box import select_box
from studio.basics.text import alike, escape_md, plain, shorten
from studio.frame.moment.moment_bar import state_words
from studio.frame.sidebar_close import uncover
from studio.frame.towns import titles
from studio.tour.tour import invitation

MOST_RUNS, MOST_LETTERS = 40, 40

About = Literal["run", "scenario", "workspace"]


def sidebar(page: str, about: About) -> None:
    """Draw what stands above the list of pages, which Streamlit draws; `page` is the one that is open."""
    with st.sidebar:
        st.html('<div class="tw-name">Townwright</div>')
        _DRAWN[about]()
        if session.workspace().read_only:
            plain("Read-only: look at whatever you like, nothing is kept.", muted=True, small=True)
        invitation()
        uncover(page)


def scenario_words(name: str) -> str:
    """Return how a scenario stands: `v3, saved`, `v3, 2 unsaved drafts`."""
    workspace = session.workspace()
    drafts = len(workspace.scenarios.drafts.of(name))
    unsaved = "1 unsaved draft" if drafts == 1 else f"{drafts} unsaved drafts"
    return f"v{workspace.scenarios.versions(name)[0].version}, {unsaved if drafts else 'saved'}"


def workspace_words() -> str:
    """Return how much a workspace holds: `2 scenarios, 1 run`."""
    workspace = session.workspace()
    counted = ((len(workspace.scenarios.names()), "scenario"), (len(workspace.runs.all()), "run"))
    return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counted)


def _run() -> None:
    run = session.run()
    missing = session.missing_run()
    if missing:
        plain(f"This workspace has no run {shorten(missing, 40)!r}.", muted=True, small=True)
    if run is None:
        plain("No run yet. Choose a scenario and run it.", muted=True, small=True)
        return
    finger = f"`{run.at().fingerprint[:8]}`" if run.is_founded else "not begun"
    _called(run.scenario.town, finger)
    rows = list(reversed(session.workspace().runs.all()))[:MOST_RUNS]
    labels = {row.id: _label(row.number) for row in rows}
    if run.row.id in labels:
        select_box(
            "Run",
            labels,
            run.row.id,
            key="side-run",
            on_choice=session.choose_run,
            explained=f"{escape_md(labels[run.row.id])}\n\nAll runs of all scenarios, newest first",
        )


def _scenario() -> None:
    name = session.town()
    if name is None:
        plain("No scenario yet. Begin one on the page Scenarios.", muted=True, small=True)
        return
    called = titles(session.workspace())
    _called(called[name], scenario_words(name))
    select_box(
        "Scenario",
        {one: shorten(title, 60) for one, title in called.items()},
        name,
        key="side-scenario",
        on_choice=session.choose_town,
        explained="The scenario that World, Personas and Prompts show",
    )


def _workspace() -> None:
    _called(session.workspace().store.path.parent.name, workspace_words())


def _called(name: str, state: str) -> None:
    st.markdown(f"**{escape_md(shorten(name, 40))}**  \n:gray[{state}]")


def _label(number: int) -> str:
    glance = session.workspace().runs.glance(number)
    when = f"day {day_of(glance.clock)}" if glance.founded else "not begun"
    state = [state_words(glance.job).lower()] if glance.job else []
    row = glance.row
    of = [] if alike(row.name, row.scenario) else [shorten(row.scenario, 24)]
    return " · ".join([shorten(row.name, MOST_LETTERS), when, *state, *of])


_DRAWN: Mapping[About, Callable[[], None]] = MappingProxyType(
    {"run": _run, "scenario": _scenario, "workspace": _workspace}
)
