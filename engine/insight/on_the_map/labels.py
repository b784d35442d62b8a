"""Labels: as much of a text as fits where there is little room."""

from __future__ import annotations


def shorten(text: str, most: int = 60) -> str:
    """Return a text on one line, cut with an ellipsis where it is too long for a label."""
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= most else one_line[: most - 1].rstrip() + "…"
