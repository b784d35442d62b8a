"""Suggesting: what somebody who wrote an unknown name probably meant."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz, process

from engine.errors import worded
from engine.language.unspaced import has_unspaced
from engine.records import AgentId, Persona

_MOST_WORD = 200
_LONG_WORD = 4


def shown(text: str, most: int = 60) -> str:
    """Return a text from outside as a message may show it: quoted, escaped, and not longer than it need
    be.
    """
    return repr(text if len(text) <= most else text[: most - 1] + "…")


def nearest(word: str, known: Sequence[str]) -> str | None:
    """Return the known name that somebody who wrote `word` probably meant; None when none is near."""
    word = word[:_MOST_WORD]
    found = process.extractOne(word, known, processor=str.casefold, scorer=fuzz.ratio, score_cutoff=60)
    if found is None and len(word) >= _LONG_WORD:  # a part of a longer name: `Café` for `Harbour Café`
        found = process.extractOne(word, known, processor=str.casefold, scorer=fuzz.WRatio, score_cutoff=85)
    return found[0] if found else None


def did_you_mean(word: str, known: Sequence[str], otherwise: str) -> str:
    """Return the remedy for an unknown name."""
    near = nearest(word, known)
    return worded("did you mean {near}?", near=shown(near)) if near is not None else otherwise


def nearest_name(personas: Sequence[Persona], said: str, *, but: AgentId) -> str | None:
    """Return which name of whom, `but` one of them, may be meant by one that nobody bears: a full name by a
    full one, a first name by a first one.
    """
    whole = " " in said or has_unspaced(said)
    others = [one for one in personas if one.id != but]
    return nearest(said, [one.name if whole else one.called or one.name.split()[0] for one in others])
