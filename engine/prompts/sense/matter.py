"""The words of a text: all of them, bare, and its matter, which is neither names nor everyday words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.language.sense import Sense
from engine.language.unspaced import has_unspaced

_WORD = re.compile(r"[^\W_]+")


def matter(text: str, sense: Sense | None, names: Iterable[str]) -> frozenset[str]:
    """Return the stems of the words of a text, without names (the longest first) and everyday words.

    In a script without spaces these are pairs of signs.
    """
    for name in names:
        text = text.replace(name, " ")
    common = frozenset(sense.told.common | sense.told.denies) if sense else frozenset()
    stems: set[str] = set()
    for word in _WORD.findall(text.lower()):
        if has_unspaced(word):
            pairs = (word[at : at + 2] for at in range(len(word) - 1))
            stems.update(pair for pair in pairs if not common.issuperset(pair))
        elif word not in common:
            stems.add(sense.stem(word) if sense else word)
    return frozenset(stems)


def bare(text: str) -> str:
    """Return a text in lower case without punctuation."""
    return " ".join(words_of(text))


def words_of(text: str) -> list[str]:
    """Return the words of a text, in lower case."""
    return re.findall(r"\w+", text.lower().replace("_", " "))
