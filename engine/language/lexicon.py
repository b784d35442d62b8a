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
    """The index terms of one language. Stems are cached, since a town uses few words and uses them often."""

    def __init__(self, language: str) -> None:
        self._stemmer = about(language).stemmer
        self._asking = about(language).asking | about(FALLBACK).asking  # texts in English are in every town
        self._stems: dict[str, str] = {}
        self.terms = lru_cache(maxsize=_HEARD_BY_MANY)(self._terms)

    @property
    def rules(self) -> str:
        """Return the version of the rules that make terms.

        Another version may make other terms of the same text.
        """
        if self._stemmer is None:
            return f"unicode {unidata_version}"
        return f"unicode {unidata_version}, {self._stemmer} {_version()}"

    def _terms(self, text: str) -> Counter[str]:
        """Count the occurrences of each term in a text.

        `terms` caches this, since all who hear a text remember it.
        """
        stems = self._stems
        return Counter([stems.get(word) or self._stem(word) for word in _words(text)])

    def asked(self, query: str) -> list[str]:
        """Return the distinct terms of a query, sorted, without question words."""
        return sorted({self._stem(word) for word in _words(query) if word not in self._asking})

    def _stem(self, word: str) -> str:
        stem = self._stems.get(word)
        if stem is None:
            stemmer = "" if has_unspaced(word) else self._stemmer
            stem = self._stems[word] = stemmed(stemmer, word) if stemmer else word
        return stem


@lru_cache(maxsize=8)
def lexicon_of(language: str) -> Lexicon:
    """Return the lexicon of a language, made once."""
    return Lexicon(language)


@lru_cache(maxsize=1)
def _version() -> str:
    return version("snowballstemmer")


@lru_cache(maxsize=65_536)
def stemmed(stemmer: str, word: str) -> str:
    """Return the stem of a word. It is cached for all towns: stemming takes a tenth of a millisecond."""
    return str(_own_stemmer(stemmer).stemWord(word))


def _own_stemmer(name: str) -> _Stemmer:
    """Return this thread's stemmer of a language. A stemmer has state, so threads cannot share one."""
    import snowballstemmer  # brings all its languages with it, and only a mind needs one

    mine: dict[str, _Stemmer] = _OWN.__dict__
    if name not in mine:
        mine[name] = snowballstemmer.stemmer(name)
    return mine[name]


def _words(text: str) -> list[str]:
    """Split a text into lower-case words; words in scripts without spaces into pairs of characters."""
    words = _WORD.findall(text.lower())
    return [part for word in words for part in _parts(word)] if has_unspaced(text) else words


def _parts(word: str) -> list[str]:
    return [part for piece in pieces(word) for part in (_pairs(piece) if has_unspaced(piece) else [piece])]


def _pairs(piece: str) -> list[str]:
    return [piece[i : i + 2] for i in range(len(piece) - 1)] or [piece]
