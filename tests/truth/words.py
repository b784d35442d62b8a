"""Whether two texts say the same, by their words (in Chinese: pairs of characters), whoever is named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from engine.records import AgentId, Name

_EMPTY = re.compile(
    r"an?|the|and|or|but|of|to|in|on|at|for|with|by|from|as|is|are|was|were|be|been|has|have|had|s?he|they|them"
    r"|her|him|his|its?|that|this|there|than|then|so|not?|will|would|i|my|me|your?|their"
)
_WORD = re.compile(r"[a-z0-9']+|[\u3400-\u9fff]+")
SAME, TOUCHES = 0.7, 2


class Words:
    """The words of texts, with the names of a town's people left out."""

    def __init__(self, names: Mapping[AgentId, Name]) -> None:
        every = sorted({part for name in names.values() for part in (name.full, name.called)}, key=len)
        self._names = re.compile("|".join(map(re.escape, reversed(every))) or r"(?!)")
        self.of = lru_cache(maxsize=50_000)(self._of)

    def _of(self, text: str) -> frozenset[str]:
        found = set()
        for word in _WORD.findall(self._names.sub(" ", text).lower().replace("'s", "")):
            if word[0] >= "\u3400":
                found |= {word[at : at + 2] for at in range(len(word) - 1)} or {word}
            elif not _EMPTY.fullmatch(word):
                found.add(stem(word))
        return frozenset(found)

    def same(self, one: str, other: str) -> bool:
        """Return whether two texts say the same, one of them perhaps a little more."""
        a, b = self.of(one), self.of(other)
        return (
            bool(a and b)
            and len(a & b) >= SAME * min(len(a), len(b))
            and len(a & b) >= 0.4 * max(len(a), len(b))
        )

    def within(self, part: str, whole: str) -> bool:
        """Return whether what `part` says is said in `whole`, with whatever else."""
        a = self.of(part)
        return bool(a) and len(a & self.of(whole)) >= SAME * len(a)

    def touches(self, one: str, other: str) -> bool:
        """Return whether two texts are about the same thing, names apart."""
        return len(self.of(one) & self.of(other)) >= TOUCHES


def stem(word: str) -> str:
    """Return a word without its commonest endings: `teaching` and `teaches` are `teach`."""
    for ending in ("ing", "ies", "es", "ed", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            cut = word[: -len(ending)]
            return cut[:-1] if len(cut) > 3 and cut[-1] == cut[-2] else cut.removesuffix("e")
    return word
