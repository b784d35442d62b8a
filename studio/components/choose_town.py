"""The scenario that an editing page is about, and the way to another one."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.components.choice import choice
from studio.components.editing import titles
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
        called = {one: shorten(title, 60) for one, title in titles(session.workspace()).items()}
        choice("Scenario", called, name, key="town-chosen", on_choice=session.choose_town, width=320)
    return name
