"""Names of counted things in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_COUNTED: Mapping[str, str] = MappingProxyType(
    {"talks": marked("conversations"), "lines": marked("lines"), "reflections": marked("reflections")}
)


def counted_words(what: str) -> str:
    """Return the heading of a count."""
    return tr(_COUNTED[what])
