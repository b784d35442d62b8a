"""Lists: several items in one sentence, joined as in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from studio.catalogue.tr import tr


def with_commas(parts: Iterable[str]) -> str:
    """Join parts with commas: `a, b, c`."""
    return tr(", ").join(parts)


def with_and(parts: Iterable[str]) -> str:
    """Join parts with `and` before the last: `a, b and c`."""
    *first, last = parts or ("",)
    return tr("{first} and {last}", first=with_commas(first), last=last) if first else last


def sentences(*parts: str) -> str:
    """Join sentences; empty ones are left out."""
    said, *more = [part for part in parts if part] or [""]
    for part in more:
        said = tr("{before} {after}", before=said, after=part)
    return said
