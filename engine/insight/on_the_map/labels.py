"""Shorten texts to labels."""

from __future__ import annotations


def shorten(text: str, most: int = 60) -> str:
    """Return a text on one line, shortened with an ellipsis to at most `most` characters."""
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= most else one_line[: most - 1].rstrip() + "…"
