"""Common parts of all pages: the run or scenario they need, and errors in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from engine.api.workspace import Run
from engine.clock import next_day_end
from engine.errors import TownwrightError
from studio import session
from studio.basics.text import escape_md, plain
from studio.catalogue.tr import tr, tr_error, tr_worded
from studio.frame.dialogs import open_dialog
from studio.frame.empty import empty
from studio.frame.towns import titles
from studio.pages import file_of

SCENARIOS, STAGE, SETTINGS = file_of("scenarios"), file_of("stage"), file_of("settings")
WORLD = file_of("world")


def the_run() -> Run:
    """Return the run looked at. If there is none, or it is not lived yet, draw what to do and stop the
    page.
    """
    run = session.run()
    if run is None:
        no_run()
        st.stop()
    if not run.is_founded:
        _not_lived(run)
        st.stop()
    return run


@st.fragment(run_every=1.0)
def _not_lived(run: Run) -> None:
    """Draw that a run has not been lived yet, with a button to live its first day; the page appears when
    there is something to see.
    """
    job = run.job
    if run.is_founded:
        st.rerun()
    if job is not None and job.is_live:
        empty(
            tr("Day 1 has started. This page opens as soon as there is something to see."),
            title=tr("The run is starting"),
            action=tr("Watch it on the stage"),
            page=STAGE,
            key="waking",
        )
        return
    if job is not None and job.error:
        plain(tr("The day stopped before anything happened: {error}.", error=tr_worded(job.error)))
    empty(
        tr("There is nothing to see and nobody to ask yet. Run day 1."),
        title=tr("This run has not started yet"),
        action=tr("Run day {day}", day=1),
        on_click=lambda: _begin(run),
        key="not-founded",
    )


def _begin(run: Run) -> None:
    try:
        run.start(next_day_end(run.clock))
    except TownwrightError as error:
        st.toast(escape_md(tr_error(error)), icon=":material/error:")


def the_town() -> str:
    """Return the scenario being edited. If there is none, draw what to do and stop the page."""
    name = session.town()
    if name is None:
        empty(
            tr("Create one from a template, or import a zip file."),
            title=tr("No scenario yet"),
            action=tr("Go to Scenarios"),
            page=SCENARIOS,
            key="no-town",
        )
        st.stop()
    return name


def no_run() -> None:
    """Draw what to do if the workspace, or the town a link asked for, has no run."""
    sought = session.sought_town()
    if sought is not None:
        town = titles(session.workspace())[sought]
        put_away = any(row.scenario == sought for row in session.workspace().runs.all(archived=True))
        empty(
            tr("Only notebooks have run it. Their runs are on the Runs page, among the archived runs.")
            if put_away
            else tr("Run it, or choose a run of another town in the sidebar."),
            title=tr("{town} has no run of its own", town=town)
            if put_away
            else tr("{town} has no runs yet", town=town),
            action=tr("Run it"),
            page=SCENARIOS,
            on_click=lambda: open_dialog("run", sought),
            key="no-run-of-town",
        )
        return
    empty(
        tr("Choose a town and run it. You can then simulate it here, one day at a time."),
        title=tr("No runs yet"),
        action=tr("Choose a town"),
        page=SCENARIOS,
        key="no-run",
    )


@contextmanager
def in_plain_words() -> Iterator[None]:
    """Show one of our errors, or one caused by a damaged workspace, as a sentence; the rest of the page goes
    on.
    """
    try:
        yield
    except TownwrightError as error:
        complain(tr_error(error))
    except Exception as error:
        damage = session.workspace().damage_behind(error)
        if damage is None:
            raise
        complain(tr_error(damage))


def watched(draw: Callable[[], None], *, every: float | None) -> None:
    """Draw a part of a page, and redraw it alone every `every` seconds; if None, it is drawn once, which
    costs less.
    """
    draw = in_plain_words()(draw)
    (draw if every is None else st.fragment(draw, run_every=every))()


def complain(text: str) -> None:
    """Draw the message of an action that is impossible."""
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=None):
        st.markdown(":red[:material/report:]", width="content")
        plain(text)
