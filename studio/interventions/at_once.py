"""At once: something is done from where one looks, and said on the page that is drawn next."""

from __future__ import annotations

import streamlit as st

from engine.api.interventions import Intervention
from engine.api.workspace import Run
from studio import session
from studio.basics.text import escape_md
from studio.catalogue.tr import tr
from studio.frame.page import in_plain_words

WHO = "intervene-who"
_SAID = "stage-said"


def do_now(run: Run, what: Intervention, said: str) -> None:
    """Do something at once, or at the next safe moment of a town that lives, signed as the last was."""
    with in_plain_words():
        turn = run.intervene(what, who=session.recalled(WHO, ""))
        session.choose_moment(None)
        session.remember(_SAID, said if turn else tr("It is done at the next safe moment."))
        st.rerun()


def say_what_was_done() -> None:
    """Say once what was done before the page was drawn anew."""
    said = session.recalled(_SAID, "")
    if said:
        st.toast(escape_md(said))
        session.remember(_SAID, "")
