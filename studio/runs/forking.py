"""Fork: another run with the same past up to the moment looked at, thinking as before or otherwise."""

from __future__ import annotations

import streamlit as st

from engine.api.models import RECORDED, REHEARSAL
from engine.api.workspace import Run
from studio import session
from studio.basics.text import shorten
from studio.frame.moment.moment_bar import model_words
from studio.frame.page import in_plain_words
from studio.words.explained import word_help


def fork(run: Run) -> None:
    """The form behind the button."""
    with (
        st.popover("Fork from here", icon=":material/fork_right:", type="tertiary"),
        st.form(f"fork-{run.number}", border=False),
    ):
        st.caption(word_help("fork"))
        name = st.text_input(
            "Name", key=f"fork-name-{run.number}", value=f"{shorten(run.row.name, 60)}, fork", max_chars=80
        )
        model = _who_thinks(run)
        if st.form_submit_button("Fork", type="primary", key=f"fork-go-{run.number}"):
            with in_plain_words():
                made = run.fork(session.minute(), name, model)
                session.choose_run(made.row.id)
                st.rerun()


def _who_thinks(run: Run) -> str:
    """Return the model from there on; empty for the same as before. Nothing to choose where there is only
    one.
    """
    profiles = session.workspace().models.profiles()
    if not profiles and run.row.model == REHEARSAL:
        return ""
    words = {"": f"As before: {model_words(run.row.model)}", REHEARSAL: "Rehearsal model"}
    words |= {name: f"{name}: {shorten(profile.model, 40)}" for name, profile in profiles.items()}
    if run.row.model == RECORDED:
        st.caption("The recorded answers end where the record does. Another model can go on from there.")
    chosen: str = st.selectbox(
        "Who thinks from there on", list(words), format_func=words.__getitem__, key=f"fork-model-{run.number}"
    )
    return chosen
