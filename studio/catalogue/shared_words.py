"""Shared words: what the same few things are called on every page, each said in one place.

Of each pair the first stands by itself, as in a list to choose from, and the second within a sentence.
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
    """Return what a faculty is called."""
    return tr(_FACULTIES[faculty][within])


def weight_name(weight: str, *, within: bool = False) -> str:
    """Return what a part of a memory's score is called."""
    return tr(_WEIGHTS[weight][within])


def pronouns_name(pronouns: str) -> str:
    """Return what pronouns are called."""
    return tr(_PRONOUNS[pronouns])


def status_name(status: str) -> str:
    """Return what a value of a status is called: those that every town may have in the reader's language, and
    what an author named as it is written.
    """
    known = _STATUSES.get(status)
    return tr(known) if known else status
