"""Text as index terms: stemmed words, and two-character shingles for scripts without spaces."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from importlib.metadata import version
from unicodedata import unidata_version

from engine.language.unspaced import has_unspaced, pieces

_WORD = re.compile(r"[^\W_]+")
_STEMMERS = {
    "en": "english",
    "de": "german",
    "fr": "french",
    "es": "spanish",
    "it": "italian",
    "pt": "portuguese",
}

# Words that ask rather than tell. They are dropped from queries only, so that a text keeps all its terms.
_ASKING = frozenset(
    [
        "a",
        "about",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "she",
        "should",
        "so",
        "some",
        "tell",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "they",
        "this",
        "to",
        "up",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
        "的",
        "了",
        "是",
        "在",
        "吗",
        "呢",
        "什么",
        "谁",
        "你",
        "我",
    ]
)


class Lexicon:
    """The terms of one language. Stems are kept, since a town uses few words and uses them often."""

    def __init__(self, language: str) -> None:
        self._stemmer = _STEMMERS.get(language.split("-")[0].lower())
        self._stems: dict[str, str] = {}

    @property
    def rules(self) -> str:
        """Return by which rules terms are made: another version of them makes others of the same text."""
        if self._stemmer is None:
            return f"unicode {unidata_version}"
        return f"unicode {unidata_version}, {self._stemmer} {_version()}"

    def terms(self, text: str) -> Counter[str]:
        """Return how often each term occurs in a text."""
        stems = self._stems
        return Counter([stems.get(word) or self._stem(word) for word in _words(text)])

    def asked(self, query: str) -> list[str]:
        """Return the distinct terms a query looks for, without the words that only ask."""
        return sorted({self._stem(word) for word in _words(query) if word not in _ASKING})

    def _stem(self, word: str) -> str:
        stem = self._stems.get(word)
        if stem is None:
            stemmer = None if has_unspaced(word) else self._stemmer
            stem = self._stems[word] = word if stemmer is None else _stemmed(stemmer, word)
        return stem


@lru_cache(maxsize=1)
def _version() -> str:
    return version("snowballstemmer")


@lru_cache(maxsize=65_536)
def _stemmed(stemmer: str, word: str) -> str:
    """Return the stem of a word, kept for all towns: to work it out takes a tenth of a millisecond. The
    stemmer is made anew, since it holds the word it is at, and several threads stem at once.
    """
    import snowballstemmer  # brings all its languages with it, and only a mind needs one

    return str(snowballstemmer.stemmer(stemmer).stemWord(word))


def _words(text: str) -> list[str]:
    """Lower-case words; of scripts without spaces, every two characters that stand together."""
    words = _WORD.findall(text.lower())
    return [part for word in words for part in _parts(word)] if has_unspaced(text) else words


def _parts(word: str) -> list[str]:
    return [part for piece in pieces(word) for part in (_pairs(piece) if has_unspaced(piece) else [piece])]


def _pairs(piece: str) -> list[str]:
    return [piece[i : i + 2] for i in range(len(piece) - 1)] or [piece]
