"""The scale of charts in pixels: normal, or larger while a page is presented."""

from __future__ import annotations

from studio import session

_TO_A_ROOM = 1.5


def scaled(pixels: int) -> int:
    """Return a size in pixels, scaled for presenting; everything else on a page grows with its font size."""
    return round(pixels * _TO_A_ROOM) if session.presents() else pixels
