"""The scenario that an editing page is about, and the way to another one."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.components.empty import empty
from studio.components.page import SCENARIOS
from studio.components.text import shorten


def choose_town() -> str:
    """The scenario being edited; when there is none, what to do, and the page ends here."""
    names = session.workspace().scenarios()
    name = session.town()
    if name is None:
        empty(
            "Begin one from a template, or bring one in as a zip.",
            title="There is no scenario yet",
            action="Go to the scenarios",
            page=SCENARIOS,
            key="no-town",
        )
        st.stop()
    if len(names) > 1:
        session.follow_widget("town-chosen", name)
        chosen = st.selectbox(
            "Scenario", names, key="town-chosen", format_func=lambda one: shorten(one, 60), width=320
        )
        if chosen != name:
            session.choose_town(chosen)
            st.rerun()
    return name
