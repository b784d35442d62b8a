"""The author's hand in the town: an object's state, or something that happens."""

from __future__ import annotations

import streamlit as st

from engine.api.interventions import Happen, Intervention, SetState
from engine.api.workspace import Run
from engine.clock import moment_words
from studio import session
from studio.basics.kept_field import keep_field
from studio.basics.rooms import place_words
from studio.basics.text import plain, shorten
from studio.frame.page import in_plain_words


def intervene(run: Run) -> None:
    """Two forms; what is done takes effect at the next common moment and is logged as the author's."""
    if session.moment() is not None:
        plain("What you do here happens now, not at the moment you are looking at.", muted=True)
    left, right = st.columns(2, gap="large")
    with left:
        _set_state(run)
    with right:
        _happen(run)


def _set_state(run: Run) -> None:
    things = run.town.world.things
    if not things:
        plain("There is no object in this town.", muted=True)
        return
    st.markdown(":material/switch: **Set an object's state**")
    now = run.things() if run.is_founded else {path: thing.state for path, thing in things.items()}
    path = st.selectbox(
        "Object",
        list(things),
        key=f"set-thing-{run.number}",
        format_func=lambda one: shorten(place_words(one), 70),
    )
    known = [state for state in things[path].states if state != now.get(path)]
    state = st.selectbox(
        "New state",
        known,
        index=None,
        key=f"set-state-{run.number}-{path}-{now.get(path)}",
        accept_new_options=True,
        placeholder=f"now {now.get(path) or 'nothing said'}: choose or type",
    )
    if st.button("Set it", key="set-go", disabled=not state, icon=":material/check:") and state:
        _do(run, SetState(thing=path, state=state))


def _happen(run: Run) -> None:
    st.markdown(":material/campaign: **Make something happen**")
    rooms, key = list(run.town.world.rooms), f"happen-what-{run.number}"
    with st.form(f"happen-{run.number}", border=False, clear_on_submit=True):
        room = st.selectbox("Where", rooms, format_func=lambda one: shorten(place_words(one), 70))
        text = st.text_input(
            "What",
            key=key,
            max_chars=2_000,
            placeholder="A black dog runs in, dripping wet.",
        )
        go = st.form_submit_button("Let it happen", icon=":material/check:", key=f"happen-go-{run.number}")
    keep_field(session.workspace(), key)
    if go:
        session.workspace().forget_unsent(key)
        _do(run, Happen(room=room, text=text))


def _do(run: Run, what: Intervention) -> None:
    with in_plain_words():
        turn = run.intervene(what)
        session.choose_moment(None)
        done = (
            f"It happened at {moment_words(turn.minute)}." if turn else "It happens at the next safe moment."
        )
        session.remember("stage-said", done)
        st.rerun()
