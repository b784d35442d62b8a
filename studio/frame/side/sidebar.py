"""The sidebar of every page: the name, and the run, scenario or workspace that the page is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

import streamlit as st

from engine.clock import day_of
from studio import session
from studio.basics.select_box import select_box
from studio.basics.text import alike, escape_md, plain, shorten
from studio.catalogue.lists import with_commas
from studio.catalogue.moments import day_words
from studio.catalogue.tr import tr, tr_n
from studio.frame.moment.moment_bar import state_words
from studio.frame.side.sidebar_close import uncover
from studio.frame.towns import titles
from studio.tour.tour import invitation

MOST_RUNS, MOST_LETTERS = 40, 40

About = Literal["run", "scenario", "workspace"]


def sidebar(page: str, about: About) -> None:
    """Draw the part above the list of pages, which Streamlit draws; `page` is the open one."""
    with st.sidebar:
        st.html('<div class="tw-name">Townwright</div>')
        _DRAWN[about]()
        if session.workspace().read_only:
            plain(tr("Read-only: you can look at everything, but nothing is saved."), muted=True, small=True)
        if session.workspace().unverified_backup:
            damaged = tr(
                "The latest backup was made from a damaged file. "
                "Run `townwright doctor` to see what is damaged."
            )
            st.caption(f":material/warning: {damaged}")
        invitation()
        uncover(page)


def scenario_words(name: str) -> str:
    """Return the state of a scenario: `v3, saved`, `v3, 2 unsaved drafts`."""
    workspace = session.workspace()
    drafts = len(workspace.scenarios.drafts.of(name))
    version = workspace.scenarios.versions(name)[0].version
    if not drafts:
        return tr("v{version}, saved", version=version)
    return tr_n("v{version}, {n} unsaved draft", "v{version}, {n} unsaved drafts", drafts, version=version)


def workspace_words() -> str:
    """Return the content of the workspace in words: `2 scenarios, 1 run`."""
    workspace = session.workspace()
    scenarios, runs = len(workspace.scenarios.names()), len(workspace.runs.all())
    return with_commas([tr_n("{n} scenario", "{n} scenarios", scenarios), tr_n("{n} run", "{n} runs", runs)])


def _run() -> None:
    run = session.run()
    missing = session.missing_run()
    if missing:
        plain(tr("This workspace has no run {run!r}.", run=shorten(missing, 40)), muted=True, small=True)
    missing = session.missing_town()
    if missing:
        plain(tr("This workspace has no town {town!r}.", town=shorten(missing, 40)), muted=True, small=True)
    if run is None and session.sought_town() is None:
        plain(tr("No run yet. Choose a scenario and run it."), muted=True, small=True)
        return
    if run is not None:
        finger = (
            f":material/fingerprint: `{run.at().fingerprint[:8]}`" if run.is_founded else tr("not started")
        )
        _called(run.scenario.town, finger)
    _runs(None if run is None else run.row.id)


def _runs(current: str | None) -> None:
    rows = list(reversed(session.workspace().runs.all()))[:MOST_RUNS]
    labels = {row.id: _label(row.number) for row in rows}
    if not labels or (current is not None and current not in labels):
        return
    about = tr("All runs of all scenarios, newest first")
    select_box(
        tr("Run"),
        labels,
        current,
        key="side-run",
        on_choice=session.choose_run,
        explained=about if current is None else f"{escape_md(labels[current])}\n\n{about}",
        placeholder=tr("Choose a run"),
    )


def _scenario() -> None:
    name = session.town()
    if name is None:
        plain(tr("No scenario yet. Create one on the Scenarios page."), muted=True, small=True)
        return
    called = titles(session.workspace())
    _called(called[name], scenario_words(name))
    select_box(
        tr("Scenario"),
        {one: shorten(title, 60) for one, title in called.items()},
        name,
        key="side-scenario",
        on_choice=session.choose_town,
        explained=tr("The scenario shown in Editor and Notebook"),
    )


def _workspace() -> None:
    _called(session.folder().resolve().name, workspace_words())


def _called(name: str, state: str) -> None:
    st.markdown(f"**{escape_md(shorten(name, 40))}**  \n:gray[{state}]")


def _label(number: int) -> str:
    glance = session.workspace().runs.glance(number)
    when = day_words(day_of(glance.clock)) if glance.founded else tr("not started")
    state = [state_words(glance.job).lower()] if glance.job else []
    row = glance.row
    of = [] if alike(row.name, row.scenario) else [shorten(row.scenario, 24)]
    return " · ".join([shorten(row.name, MOST_LETTERS), when, *state, *of])


_DRAWN: Mapping[About, Callable[[], None]] = MappingProxyType(
    {"run": _run, "scenario": _scenario, "workspace": _workspace}
)
