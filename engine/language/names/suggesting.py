"""Suggestions for an unknown name: the known name that was probably meant."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz, process

from engine.errors import worded
from engine.language.unspaced import has_unspaced
from engine.records import AgentId, Persona

_MOST_WORD = 200
_LONG_WORD = 4


def shown(text: str, most: int = 60) -> str:
    """Quote a text from outside for a message: escaped, and cut to `most` characters."""
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def nearest(word: str, known: Sequence[str]) -> str | None:
    """Find the known name that `word` was probably meant to be, or None if none is similar."""
    word = word[:_MOST_WORD]
    found = process.extractOne(word, known, processor=str.casefold, scorer=fuzz.ratio, score_cutoff=60)
    if found is None and len(word) >= _LONG_WORD:  # a part of a longer name: `Café` for `Harbour Café`
        found = process.extractOne(word, known, processor=str.casefold, scorer=fuzz.WRatio, score_cutoff=85)
    return found[0] if found else None


def did_you_mean(word: str, known: Sequence[str], otherwise: str) -> str:
    """Return a question with the known name most similar to `word`, or `otherwise` if none is."""
    near = nearest(word, known)
    return worded("did you mean {near}?", near=shown(near)) if near is not None else otherwise


def nearest_name(personas: Sequence[Persona], said: str, *, but: AgentId) -> str | None:
    """Find the name most similar to `said`, which nobody has, among the personas other than `but`, or None.

    A full name is compared with full names, a first name with first names.
    """
    whole = " " in said or has_unspaced(said)
    others = [one for one in personas if one.id != but]
    return nearest(said, [one.name if whole else one.called or one.name.split()[0] for one in others])
