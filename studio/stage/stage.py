"""Stage: let the town live, and watch."""

from __future__ import annotations

from functools import partial

import streamlit as st

from engine.api.workspace import Run
from studio import session
from studio.authoring import gallery
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr
from studio.frame.dialogs import open_dialog
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, no_run, watched
from studio.interventions.at_once import say_what_was_done
from studio.interventions.intervening import intervene
from studio.runs.downloads import download_button, downloads
from studio.runs.forking import fork
from studio.runs.run_controls import asking, buttons, standing
from studio.stage.feed import feed
from studio.stage.stage_map import day_shown, is_large, picked_card, stage_map
from studio.stage.transcript import transcript
from studio.why.why import why_panel

EVERY = 1.5  # seconds between two looks at a town that is living


def main() -> None:
    """Draw the page."""
    run = session.run()
    if run is None:
        open_page(marked("Stage"))
        no_run()
        return
    open_page(
        marked("Stage"),
        lead=tr("Run the town a day or an hour at a time, and watch what happens."),
        words=("run", "moment"),
        replays=True,
    )
    say_what_was_done()
    job = run.job
    every = EVERY if job is not None and job.is_live else None
    with st.container(gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center"):
            buttons(run)
            _other_runs(run)
        _written(run)
        standing(run)
        watched(asking, every=every)
    st.fragment(in_plain_words()(_town), run_every=every)()
    lazy_expander(
        tr("Intervene"), partial(intervene, run), key="stage-intervene", icon=":material/front_hand:"
    )
    gallery.dialogs()
    downloads(run)
    transcript(run)


def _town() -> None:
    run = session.run()
    if run is None:
        return
    at, job = session.minute(), run.job
    live = job is not None and job.is_live
    size = "large" if is_large(run) else "small"
    with st.container(horizontal=True, gap="medium", key=f"tw-stage-{size}"):
        with st.container(key="tw-stage-map"):
            key = stage_map(run, at, live=live)
        with st.container(key="tw-stage-words", gap="small"):
            picked_card(run, at)
            st.subheader(tr("What happened"), anchor=False)
            feed(run, at, day=day_shown(run, at), live=live, map_key=key)
    why_panel(run)


def _written(run: Run) -> None:
    """Say that the town being edited is not the one shown, as long as it has no run."""
    name = session.town()
    if name is None or name in {row.scenario for row in session.workspace().runs.all()}:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        plain(tr("{town}, which you are editing, has no run yet.", town=name), muted=True)
        st.button(
            tr("Run it"), key="stage-run-written", icon=":material/play_arrow:", on_click=open_dialog,
            args=("run", name),
        )  # fmt: skip


def _other_runs(run: Run) -> None:
    if run.is_founded:
        fork(run)
        download_button(run)
    st.button(
        tr("New run"),
        key="stage-new-run",
        icon=":material/add:",
        type="tertiary",
        on_click=open_dialog,
        args=("run", run.row.scenario),
        help=tr("Start another run of this town, from its newest version"),
    )


main()
