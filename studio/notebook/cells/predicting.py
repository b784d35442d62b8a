"""Predicting: a question is answered before what it is about is shown, and the answer stays as it is."""

from __future__ import annotations

import streamlit as st

from engine.errors import TownwrightError
from engine.notebook.running.predicting import LONGEST
from engine.notebook.running.session import CellState, Session
from engine.notebook.showing.page import prose
from engine.notebook.specs import Predict
from studio import session
from studio.basics.text import plain, story
from studio.catalogue.tr import tr, tr_error, tr_worded
from studio.notebook.looking import Look


def prediction(opened: Session, state: CellState, look: Look, *, key: str) -> None:
    """Draw the question, the field for the answer until one was committed, then what was answered."""
    spec = state.cell.spec
    assert isinstance(spec, Predict)
    story(spec.ask)
    if state.output is not None:
        for sentence in state.output.sentences:
            st.html(f'<div class="tw-prose">{prose(tr_worded(sentence))}</div>')
        answered = any(sentence.startswith("Answer: ") for sentence in state.output.sentences)
        if spec.key and not answered:
            plain(tr("The answer appears after the cells below are run."), muted=True, small=True)
        return
    if session.workspace().read_only:
        plain(tr("This workspace is read-only, so you cannot make predictions."), muted=True, small=True)
        return
    if look.writes and spec.key:
        st.html(f'<div class="tw-prose">{prose(tr("Answer key: {key}", key=spec.key))}</div>')
    field = f"nb-guess-{key}"
    with st.form(f"nb-predict-{key}", border=False):
        _answer(spec, field)
        pressed = st.form_submit_button(
            tr("Commit"),
            type="primary",
            icon=":material/lock:",
            help=tr("You can't change your answer afterwards"),
        )
    if pressed:
        said = st.session_state[field]
        try:
            opened.predict(
                state.cell.id, "" if said is None else f"{said:g}" if isinstance(said, float) else str(said)
            )
        except TownwrightError as error:
            plain(tr_error(error))
            return
        st.rerun()


def _answer(spec: Predict, field: str) -> None:
    if spec.type == "choice":
        st.radio(tr("Your answer"), spec.options, index=None, key=field)
    elif spec.type == "number":
        st.number_input(
            tr("Your answer"),
            min_value=spec.least,
            max_value=spec.most,
            value=None,
            width=240,
            key=field,
            step=1.0,
            format="%g",
        )
    else:
        st.text_area(tr("Your answer"), key=field, max_chars=LONGEST, height=80)
