"""Stage: let the town live, and watch."""

from __future__ import annotations

import streamlit as st

from engine.town import Run
from studio import session
from studio.components import gallery
from studio.components.dialogs import open_dialog
from studio.components.empty import empty
from studio.components.feed import feed
from studio.components.intervening import intervene
from studio.components.living import controls
from studio.components.page import SCENARIOS, in_plain_words, open_page
from studio.components.stage_map import picked_card, stage_map
from studio.components.text import escape_md, shorten

EVERY = 1.5  # seconds between two looks at a town that is living


def main() -> None:
    run = session.run()
    if run is None:
        open_page("Stage")
        empty(
            "Choose a town and run it. Its people then live here, a day at a time.",
            title="No town is living yet",
            action="Choose a town",
            page=SCENARIOS,
            key="no-run",
        )
        return
    open_page("Stage", lead="Let the town live, a day or an hour at a time, and watch.")
    said = session.recalled("stage-said", "")
    if said:
        st.toast(escape_md(said))
        session.remember("stage-said", "")
    controls(run)
    job = run.job
    live = job is not None and job.is_live
    st.fragment(_town, run_every=EVERY if live else None)()
    with st.expander(
        "Intervene", icon=":material/front_hand:", key="stage-intervene", on_change="rerun"
    ) as hand:
        if hand.open:
            intervene(run)
    _other_runs(run)


def _town() -> None:
    run = session.run()
    if run is None:
        return
    at, job = session.moment(), run.job
    picture, words = st.columns([7, 4], gap="large")
    with picture:
        stage_map(run, at, live=job is not None and job.is_live)
    with words:
        picked_card(run, at)
        st.subheader("What happened", anchor=False)
        feed(run, at)


def _other_runs(run: Run) -> None:
    with st.container(horizontal=True):
        if run.is_founded:
            _fork(run)
        st.button(
            "New run of this town",
            key="stage-new-run",
            icon=":material/add:",
            type="tertiary",
            on_click=open_dialog,
            args=("run", run.row.scenario),
        )
    gallery.dialogs()


def _fork(run: Run) -> None:
    with (
        st.popover("Fork from here", icon=":material/fork_right:", type="tertiary"),
        st.form(f"fork-{run.number}", border=False),
    ):
        st.caption("Another run with the same past up to the moment you look at, and free from there on.")
        name = st.text_input(
            "Name", key=f"fork-name-{run.number}", value=f"{shorten(run.row.name, 60)}, fork", max_chars=80
        )
        if st.form_submit_button("Fork", type="primary", key=f"fork-go-{run.number}"):
            with in_plain_words():
                fork = run.fork(session.moment(), name)
                session.choose_run(fork.row.id)
                st.rerun()


main()
