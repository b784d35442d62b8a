"""Stage: let the town live, and watch."""

from __future__ import annotations

from functools import partial

import streamlit as st

from engine.api.workspace import Run
from studio import session
from studio.authoring import gallery
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import escape_md
from studio.frame.dialogs import open_dialog
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, no_run, watched
from studio.runs.downloads import download_button, downloads
from studio.runs.forking import fork
from studio.runs.run_controls import asking, buttons, standing
from studio.stage.feed import feed
from studio.stage.intervening import intervene
from studio.stage.stage_map import day_shown, is_large, picked_card, stage_map
from studio.stage.transcript import transcript
from studio.why.why import why_panel

EVERY = 1.5  # seconds between two looks at a town that is living


def main() -> None:
    """Draw the page."""
    run = session.run()
    if run is None:
        open_page("Stage")
        no_run()
        return
    open_page(
        "Stage",
        lead="Let the town live, a day or an hour at a time, and watch.",
        words=("run", "moment"),
        replays=True,
    )
    said = session.recalled("stage-said", "")
    if said:
        st.toast(escape_md(said))
        session.remember("stage-said", "")
    job = run.job
    every = EVERY if job is not None and job.is_live else None
    with st.container(gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center"):
            buttons(run)
            _other_runs(run)
        standing(run)
        watched(asking, every=every)
    st.fragment(in_plain_words()(_town), run_every=every)()
    lazy_expander("Intervene", partial(intervene, run), key="stage-intervene", icon=":material/front_hand:")
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
            st.subheader("What happened", anchor=False)
            feed(run, at, day=day_shown(run, at), live=live, map_key=key)
    why_panel(run)


def _other_runs(run: Run) -> None:
    if run.is_founded:
        fork(run)
        download_button(run)
    st.button(
        "New run",
        key="stage-new-run",
        icon=":material/add:",
        type="tertiary",
        on_click=open_dialog,
        args=("run", run.row.scenario),
        help="Another life of this town, from its newest version",
    )


main()
