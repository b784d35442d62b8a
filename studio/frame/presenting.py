"""Presenting: a page as it is shown to a room, in large type and by itself, with nothing secret on it."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.frame.empty import empty
from studio.frame.sidebar import About


def present(about: About) -> None:
    """Mark the page as one that is shown to a room: look.css makes it large. One about the workspace, where
    addresses of servers and names of folders stand, is not shown.
    """
    with st.container(key="tw-present"):
        st.html("<span></span>")
    if about == "workspace":
        empty(
            "This page holds addresses and folders of this machine. Leave the presentation to see it.",
            title="Not for a room",
            action="Leave the presentation",
            on_click=_leave,
            icon=":material/visibility_off:",
            key="not-presented",
        )
        st.stop()


def present_button() -> None:
    """Draw the button by which the page is shown to a room."""
    st.button(
        "Show it to a room",
        key="present",
        icon=":material/present_to_all:",
        type="tertiary",
        help="Large type, this page by itself; Page Up and Page Down step from moment to moment",
        on_click=session.link,
        args=("view", "present"),
    )


def leave_button() -> None:
    """Draw the button by which the presentation is left."""
    st.button(
        "Leave", key="leave-present", icon=":material/close_fullscreen:", type="tertiary", on_click=_leave
    )


def _leave() -> None:
    session.link("view", None)
