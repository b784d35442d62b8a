"""The kinds of changes in an export, in the reader's language."""

from __future__ import annotations

from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_BEFELL = {
    "kept": marked("Kept"),
    "dropped": marked("Left out"),
    "renamed": marked("Renamed"),
    "changed": marked("Changed"),
    "escaped": marked("Escaped"),
}


def befell_words(kind: str) -> str:
    """Return the name of a kind of change in an export."""
    return tr(_BEFELL[kind])
