"""The author's hand in the town: a form for each intervention, made from what it asks."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.interventions import INTERVENTIONS, LONGEST, Asked, Intervention
from engine.api.workspace import Run
from engine.clock import moment_words
from studio import session
from studio.basics.kept_field import keep_field
from studio.basics.rooms import place_words
from studio.basics.text import plain, shorten
from studio.frame.page import in_plain_words

ELSEWHERE = {"whisper"}  # on the Chat page, beside what was whispered before


def intervene(run: Run) -> None:
    """Draw the forms; what is done takes effect at the next common moment and is logged as the author's."""
    if session.minute() is not None:
        plain("What you do here happens now, not at the moment you are looking at.", muted=True)
    offered = [kind for verb, kind in INTERVENTIONS.items() if verb not in ELSEWHERE]
    for column, kind in zip(st.columns(len(offered), gap="large"), offered, strict=True):
        with column:
            _form(run, kind)


def _form(run: Run, kind: type[Intervention]) -> None:
    if not all(_choices(run, asked.kind) for asked in kind.asks if asked.kind in ("agent", "thing", "room")):
        plain("There is no object in this town.", muted=True)
        return
    st.markdown(f"{kind.icon} **{kind.title}**")
    given: dict[str, str] = {}
    depends = any(asked.kind == "state" for asked in kind.asks)  # on the object: a form would not tell
    key, icon = f"{kind.verb}-go-{run.number}", ":material/check:"
    form = (
        st.container()
        if depends
        else st.form(f"{kind.verb}-{run.number}", clear_on_submit=True, border=False)
    )
    with form:
        for asked in kind.asks:
            given[asked.name] = _field(run, kind, asked, given)
        go = (st.button if depends else st.form_submit_button)(kind.button, key=key, icon=icon)
    texts = [_key(run, kind, asked) for asked in kind.asks if asked.kind == "text"]
    for text in texts:
        keep_field(session.workspace(), text)
    if go:
        _do(run, kind(**given), texts)


def _key(run: Run, kind: type[Intervention], asked: Asked) -> str:
    return f"{kind.verb}-{asked.name}-{run.number}"


def _field(run: Run, kind: type[Intervention], asked: Asked, given: dict[str, str]) -> str:
    """Draw one field and return what stands in it. A state is one of the object chosen before it."""
    key = _key(run, kind, asked)
    if asked.kind == "text":
        return st.text_input(asked.label, key=key, max_chars=LONGEST, placeholder=asked.example)
    if asked.kind == "state":
        return _state(run, asked, given["thing"], key)
    return st.selectbox(
        asked.label, _choices(run, asked.kind), key=key, format_func=lambda one: shorten(place_words(one), 70)
    )


def _state(run: Run, asked: Asked, thing: str, key: str) -> str:
    now = run.at().things.get(thing) if run.is_founded else run.town.world.things[thing].state
    chosen = st.selectbox(
        asked.label,
        [state for state in run.town.world.things[thing].states if state != now],
        index=None,
        key=f"{key}-{thing}-{now}",
        accept_new_options=True,
        placeholder=f"now {now or 'nothing said'}: choose or type",
    )
    return chosen or ""


def _choices(run: Run, kind: str) -> list[str]:
    world = run.town.world
    return list({"agent": run.town.cast.names, "thing": world.things, "room": world.rooms}[kind])


def _do(run: Run, what: Intervention, texts: Sequence[str]) -> None:
    with in_plain_words():
        turn = run.intervene(what)
        for text in texts:
            session.workspace().unsent.forget(text)
        session.choose_moment(None)
        done = (
            f"It happened at {moment_words(turn.minute)}." if turn else "It happens at the next safe moment."
        )
        session.remember("stage-said", done)
        st.rerun()
