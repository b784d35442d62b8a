"""Presenting: a page shown to an audience, in large type and alone, without secrets."""

from __future__ import annotations

import streamlit as st

from studio import session
from studio.basics.assets import mount
from studio.catalogue.tr import tr
from studio.frame.empty import empty
from studio.frame.side.sidebar import About

_PANEL, _MOST_PANELS = "panel", 99


def present(about: About) -> None:
    """Mark the page as presented: look.css enlarges it. A page about the workspace, with addresses of servers
    and names of folders, is not shown.
    """
    with st.container(key="tw-present"):
        _one_at_a_time()
    if about == "workspace":
        empty(
            tr("This page shows addresses and folders of this computer. Exit presentation mode to see it."),
            title=tr("Hidden in presentation mode"),
            action=tr("Exit presentation mode"),
            on_click=_leave,
            icon=":material/visibility_off:",
            key="not-presented",
        )
        st.stop()


def present_button() -> None:
    """Draw the button that starts the presentation of the page."""
    st.button(
        tr("Present"),
        key="present",
        icon=":material/present_to_all:",
        type="tertiary",
        help=tr(
            "Large type, one part of the page at a time. The arrow keys change the part, and Page "
            "Up and Page Down change the moment."
        ),
        on_click=session.link,
        args=("view", "present"),
    )


def leave_button() -> None:
    """Draw the button that ends the presentation."""
    st.button(
        tr("Exit"), key="leave-present", icon=":material/close_fullscreen:", type="tertiary", on_click=_leave
    )


def _one_at_a_time() -> None:
    """Show the large parts of the page one at a time, from the one in the address line."""
    asked = session.linked(_PANEL) or ""
    at = int(asked) - 1 if asked.isascii() and asked.isdecimal() and 0 < len(asked) < 3 else 0
    result = mount("panels", {"at": max(0, at)}, key="panels", in_page=True, on_at_change=lambda: None)
    match result.get("at"):
        case int(chosen) if 0 <= chosen < _MOST_PANELS:
            session.link(_PANEL, str(chosen + 1) if chosen else None)


def follow_slides() -> None:
    """Mark the notes of the slide that another window of this browser shows, and step through its slides."""
    mount("panels", {"at": 0, "notes": True}, key="slide-notes", in_page=True, on_at_change=lambda: None)


def _leave() -> None:
    session.link("view", None)
    session.link(_PANEL, None)
