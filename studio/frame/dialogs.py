"""Which dialog is open, kept with the session: a rerun of the page for another reason does not close it."""

from __future__ import annotations

from studio import session

_KEY = "dialog"


def open_dialog(kind: str, about: str = "") -> None:
    """Open a dialog of the page, about something; a button's callback."""
    session.remember(_KEY, (kind, about))


def close_dialog() -> None:
    """Close whatever is open."""
    session.remember(_KEY, ("", ""))


def is_open(kind: str) -> str | None:
    """Return what the dialog of a kind is about, when it is open; None when it is not."""
    opened, about = session.recalled(_KEY, ("", ""))
    return about if opened == kind else None
