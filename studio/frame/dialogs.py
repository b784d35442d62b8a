"""The open dialog, kept in the session, so that a rerun of the page does not close it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Literal, ParamSpec

import streamlit as st

from studio import session
from studio.catalogue.tr import tr

_KEY, _PRESSED = "dialog", "dialog-pressed"

_Given = ParamSpec("_Given")


def dialog(
    title: str, *, icon: str, width: Literal["small", "medium", "large"] = "small"
) -> Callable[[Callable[_Given, None]], Callable[_Given, None]]:
    """Make a dialog of a function that draws its content. The title is marked for translation, and translated
    when the dialog opens.
    """

    def made(draw: Callable[_Given, None]) -> Callable[_Given, None]:
        @wraps(draw)
        def drawn(*args: _Given.args, **given: _Given.kwargs) -> None:
            opened = st.dialog(tr(title), width=width, icon=icon, on_dismiss=close_dialog)
            opened(draw)(*args, **given)

        return drawn

    return made


def open_dialog(kind: str, about: str = "") -> None:
    """Open a dialog of the page about something; a button's callback."""
    session.remember(_KEY, (kind, about))
    session.remember(_PRESSED, "")


def close_dialog() -> None:
    """Close the open dialog."""
    session.remember(_KEY, ("", ""))


def go_button(label: str, *, key: str, icon: str | None = None) -> bool:
    """Draw the submit button of a dialog's form; return whether it was pressed.

    A press is recorded before anything is drawn. The server may interrupt the drawing for another rerun of
    the page, and the press is not reported to that one.
    """
    st.form_submit_button(
        label, type="primary", icon=icon, key=key, on_click=session.remember, args=(_PRESSED, key)
    )
    if session.recalled(_PRESSED, "") != key:
        return False
    session.remember(_PRESSED, "")
    return True


def is_open(kind: str) -> str | None:
    """Return the subject of the open dialog of a kind, or None if it is not open."""
    opened, about = session.recalled(_KEY, ("", ""))
    return about if opened == kind else None
