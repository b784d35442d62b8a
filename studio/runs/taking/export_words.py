"""What befell a run on its way into a file, in the reader's language."""

from __future__ import annotations

from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_BEFELL = {
    "kept": marked("Kept"),
    "dropped": marked("Dropped"),
    "renamed": marked("Renamed"),
    "changed": marked("Changed"),
    "escaped": marked("Escaped"),
}


def befell_words(kind: str) -> str:
    """Return what befell something on its way into a file."""
    return tr(_BEFELL[kind])
