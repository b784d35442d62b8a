"""The scale of what charts draw in pixels: as it is, or larger while a page is shown to a room."""

from __future__ import annotations

from studio import session

_TO_A_ROOM = 1.5


def scaled(pixels: int) -> int:
    """Return a size in pixels as it is drawn; everything else on a page grows with its type."""
    return round(pixels * _TO_A_ROOM) if session.presents() else pixels
