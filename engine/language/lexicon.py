"""Text as index terms: stemmed words, and two-character shingles for scripts without spaces."""

from __future__ import annotations

import re
import threading
from collections import Counter
from functools import lru_cache
from importlib.metadata import version
from typing import Protocol
from unicodedata import unidata_version

from engine.language.languages import FALLBACK, about
from engine.language.unspaced import has_unspaced, pieces

_WORD = re.compile(r"[^\W_]+")
_HEARD_BY_MANY = 256  # texts whose terms are kept for the next who remembers them


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str:
        """Return the stem of a word."""


_OWN = threading.local()


class Lexicon:
    """The terms of one language. Stems are kept, since a town uses few words and uses them often."""

    def __init__(self, language: str) -> None:
        self._stemmer = about(language).stemmer
        self._asking = about(language).asking | about(FALLBACK).asking  # texts in English are in every town
        self._stems: dict[str, str] = {}
        self.terms = lru_cache(maxsize=_HEARD_BY_MANY)(self._terms)

    @property
    def rules(self) -> str:
        """Return by which rules terms are made: another version of them makes others of the same text."""
        if self._stemmer is None:
            return f"unicode {unidata_version}"
        return f"unicode {unidata_version}, {self._stemmer} {_version()}"

    def _terms(self, text: str) -> Counter[str]:
        """Return how often each term occurs in a text. What is said is remembered by all who hear it."""
        stems = self._stems
        return Counter([stems.get(word) or self._stem(word) for word in _words(text)])

    def asked(self, query: str) -> list[str]:
        """Return the distinct terms a query looks for, without the words that only ask."""
        return sorted({self._stem(word) for word in _words(query) if word not in self._asking})

    def _stem(self, word: str) -> str:
        stem = self._stems.get(word)
        if stem is None:
            stemmer = "" if has_unspaced(word) else self._stemmer
            stem = self._stems[word] = stemmed(stemmer, word) if stemmer else word
        return stem


@lru_cache(maxsize=1)
def _version() -> str:
    return version("snowballstemmer")


@lru_cache(maxsize=65_536)
def stemmed(stemmer: str, word: str) -> str:
    """Return the stem of a word, kept for all towns: to work it out takes a tenth of a millisecond."""
    return str(_own_stemmer(stemmer).stemWord(word))


def _own_stemmer(name: str) -> _Stemmer:
    """Return this thread's stemmer of a language: it holds the word it is at, and several threads stem at
    once.
    """
    import snowballstemmer  # brings all its languages with it, and only a mind needs one

    mine: dict[str, _Stemmer] = _OWN.__dict__
    if name not in mine:
        mine[name] = snowballstemmer.stemmer(name)
    return mine[name]


def _words(text: str) -> list[str]:
    """Lower-case words; of scripts without spaces, every two characters that stand together."""
    words = _WORD.findall(text.lower())
    return [part for word in words for part in _parts(word)] if has_unspaced(text) else words


def _parts(word: str) -> list[str]:
    return [part for piece in pieces(word) for part in (_pairs(piece) if has_unspaced(piece) else [piece])]


def _pairs(piece: str) -> list[str]:
    return [piece[i : i + 2] for i in range(len(piece) - 1)] or [piece]
