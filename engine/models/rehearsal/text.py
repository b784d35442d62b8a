"""Making any text fit for an answer: one line, no control characters, cut at a word."""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNFIT = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b\u200c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+"
)
_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")


def tidy(text: str, most: int = 400) -> str:
    """The text on one line without control characters, at most `most` characters long."""
    line = " ".join(_UNFIT.sub(" ", text[: most * 4]).split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    at_word = cut.rpartition(" ")[0]
    return (at_word if len(at_word) > most // 2 else cut).rstrip(" ,;:") + "…"


def words_of(text: str) -> list[str]:
    """The words of a text in small letters, in order."""
    return [found.lower() for found in _WORD.findall(text)]


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str, most: int = 400) -> str:
    """The text as a sentence: capital letter, closing mark, fit for an answer."""
    line = capital(tidy(text, most - 1))
    return line if line[-1:] in '.!?…。！？”"' else f"{line}."


def bare(text: str) -> str:
    """The text without the mark that closes it."""
    return text.strip().rstrip(".!?。！？… ")


def lowered(words: Iterable[str]) -> frozenset[str]:
    """A list of words in small letters."""
    return frozenset(word.lower() for word in words)
