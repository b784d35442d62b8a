"""At once: an intervention from the page shown, with a message on the next one."""

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
    """Make an intervention now, or between the turns of a run being lived, signed like the last one."""
    with in_plain_words():
        turn = run.intervene(what, who=session.recalled(WHO, ""))
        session.choose_moment(None)
        session.remember(_SAID, said if turn else tr("It happens when the turns in progress end."))
        st.rerun()


def say_what_was_done() -> None:
    """Show once the message of an intervention made before the page was redrawn."""
    said = session.recalled(_SAID, "")
    if said:
        st.toast(escape_md(said))
        session.remember(_SAID, "")
