"""Shared words: names used on many pages, each defined in one place.

The first of each pair stands alone, as in a list of options, the second within a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_FACULTIES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "observation": (marked("Observation"), marked("observation")),
        "reflection": (marked("Reflection"), marked("reflection")),
        "planning": (marked("Planning"), marked("planning")),
    }
)
# By what each part of a memory's score is of.
_WEIGHTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "recency": (marked("Recency"), marked("recency")),
        "importance": (marked("Importance"), marked("importance")),
        "relevance": (marked("Relevance"), marked("relevance")),
    }
)
_STATUSES: Mapping[str, str] = MappingProxyType({"energy": marked("energy"), "mood": marked("mood")})
_PRONOUNS: Mapping[str, str] = MappingProxyType(
    {"she": marked("she"), "he": marked("he"), "they": marked("they")}
)

WEIGHTS = tuple(_WEIGHTS)
PRONOUNS = tuple(_PRONOUNS)


def faculty_name(faculty: str, *, within: bool = False) -> str:
    """Return the name of a faculty."""
    return tr(_FACULTIES[faculty][within])


def weight_name(weight: str, *, within: bool = False) -> str:
    """Return the name of a part of a memory's score."""
    return tr(_WEIGHTS[weight][within])


def pronouns_name(pronouns: str) -> str:
    """Return the name of a set of pronouns."""
    return tr(_PRONOUNS[pronouns])


def status_name(status: str) -> str:
    """Return the name of a status: translated for the built-in ones, as written for an author's own."""
    known = _STATUSES.get(status)
    return tr(known) if known else status
