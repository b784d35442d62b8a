"""Lists: several things in one sentence, as the reader's language joins them."""

from __future__ import annotations

from collections.abc import Iterable

from studio.catalogue.tr import tr


def with_commas(parts: Iterable[str]) -> str:
    """Return parts one after another: `a, b, c`."""
    return tr(", ").join(parts)


def with_and(parts: Iterable[str]) -> str:
    """Return parts of which the last is joined by `and`: `a, b and c`."""
    *first, last = parts or ("",)
    return tr("{first} and {last}", first=with_commas(first), last=last) if first else last


def sentences(*parts: str) -> str:
    """Return sentences one after another, of which an empty one is left out."""
    said, *more = [part for part in parts if part] or [""]
    for part in more:
        said = tr("{before} {after}", before=said, after=part)
    return said
