"""Correct what somebody typed: dropped letters, contractions and typing errors.

People write `tommorow`, `an' then`, `thou shalt` and `2nite`. Spellings listed in the language pack are
replaced. A word that differs by a letter or two from an important one (a day, a part of it), and begins with
the same letter, is replaced by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from rapidfuzz.distance import OSA

_TWO_SLIPS = 8  # letters of a word from which on it may be two letters off
_WORD = re.compile(r"[A-Za-z]{5,}")
_IN_A_NAME = re.compile(r"\w+")


@dataclass(frozen=True)
class Spelling:
    """The non-standard spellings of a language, and its words that are often mistyped.

    `replaced` are patterns with their replacements. `mistyped` are the words that typing errors are corrected
    to, `right` those that are similar to one of them and correct, `names` the words of names, which are kept.
    """

    replaced: Mapping[str, str] = field(default_factory=dict)
    mistyped: Sequence[str] = ()
    right: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def keeping(self, names: Iterable[str]) -> Spelling:
        """Return a copy that keeps the words of names as they are: Frida is not Friday, An is not `and`."""
        return replace(self, names=frozenset(word for name in names for word in _IN_A_NAME.findall(name)))

    def mended(self, text: str) -> str:
        """Return a text with its spelling corrected."""
        for pattern, instead in self._patterns:
            text = pattern.sub(partial(self._instead, instead), text)
        return _WORD.sub(self._word, text) if self.mistyped else text

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in self.replaced.items()]

    @cached_property
    def _stays(self) -> frozenset[str]:
        return self.names.union(self.right, self.mistyped)

    def _instead(self, instead: str, found: re.Match[str]) -> str:
        return found[0] if found[0] in self.names else found.expand(instead)

    def _word(self, found: re.Match[str]) -> str:
        written = found[0]
        word = written.lower()
        if not {written, word}.isdisjoint(self._stays) or word.removesuffix("s") in self.mistyped:
            return written
        for meant in self.mistyped:
            slips = 2 if len(meant) >= _TWO_SLIPS else 1
            if meant[0] == word[0] and OSA.distance(word, meant, score_cutoff=slips) <= slips:
                return meant.capitalize() if written[0].isupper() else meant
        return written
