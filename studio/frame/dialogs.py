"""Which dialog is open, kept with the session: a rerun of the page for another reason does not close it."""

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
    """Make a dialog of a function that draws what is in it. The title is marked for the catalogue, and said
    in the reader's language when the dialog opens.
    """

    def made(draw: Callable[_Given, None]) -> Callable[_Given, None]:
        @wraps(draw)
        def drawn(*args: _Given.args, **given: _Given.kwargs) -> None:
            opened = st.dialog(tr(title), width=width, icon=icon, on_dismiss=close_dialog)
            opened(draw)(*args, **given)

        return drawn

    return made


def open_dialog(kind: str, about: str = "") -> None:
    """Open a dialog of the page, about something; a button's callback."""
    session.remember(_KEY, (kind, about))
    session.remember(_PRESSED, "")


def close_dialog() -> None:
    """Close whatever is open."""
    session.remember(_KEY, ("", ""))


def go_button(label: str, *, key: str, icon: str | None = None) -> bool:
    """Draw the button of a form for which a dialog is there; return whether it was pressed.

    A press is noted before anything is drawn. The server may break off what is being drawn for another rerun
    of the page, and what was pressed is not said again to that one.
    """
    st.form_submit_button(
        label, type="primary", icon=icon, key=key, on_click=session.remember, args=(_PRESSED, key)
    )
    if session.recalled(_PRESSED, "") != key:
        return False
    session.remember(_PRESSED, "")
    return True


def is_open(kind: str) -> str | None:
    """Return what the dialog of a kind is about, when it is open; None when it is not."""
    opened, about = session.recalled(_KEY, ("", ""))
    return about if opened == kind else None
