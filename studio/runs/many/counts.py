"""Counts in many runs, and verdicts against chance, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded

_COUNTED: Mapping[str, str] = {
    "talks": marked("conversations"),
    "lines": marked("lines"),
    "memories": marked("memories"),
    "reflections": marked("reflections"),
}
_VERDICTS: Mapping[str, str] = {
    "may be chance": marked("may be chance"),
    "borderline": marked("borderline"),
    "beyond chance": marked("beyond chance"),
}


def count_words(name: str) -> str:
    """Return the name of a count, by its name in the table of a batch."""
    return tr(_COUNTED[name]) if name in _COUNTED else tr_worded(name)


def verdict_words(verdict: str | None) -> str:
    """Return a verdict in words; "" if there is none."""
    return tr(_VERDICTS[verdict]) if verdict else ""
