"""Text: makes any text fit for an answer: one line, no control characters, cut at a word."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.language.unspaced import has_unspaced, pieces

_UNFIT = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b\u200c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+"
)
_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_CLOSES = '.!?…。！？”"』」'


def tidy(text: str, most: int = 400) -> str:
    """Return the text on one line without control characters, at most `most` characters long."""
    line = " ".join(_UNFIT.sub(" ", text[: most * 4]).split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    at_word = cut.rpartition(" ")[0]
    return (at_word if len(at_word) > most // 2 else cut).rstrip(" ,;:，；：") + "…"


@lru_cache(maxsize=65_536)
def words_of(text: str) -> tuple[str, ...]:
    """Split a text into lower-case words; words in scripts without spaces into pairs of characters."""
    words = [found.lower() for found in _WORD.findall(text)]
    if not has_unspaced(text):
        return tuple(words)
    return tuple(part for word in words for piece in pieces(word) for part in _parts(piece))


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str, stop: str = ".", most: int = 400) -> str:
    """Return the text as a sentence: capital letter, closing mark, fit for an answer."""
    line = capital(tidy(text, most - 1))
    return line if line[-1:] in _CLOSES else f"{line}{stop}"


def bare(text: str) -> str:
    """Return the text without closing punctuation."""
    return text.strip().rstrip(".!?。！？…;； ")


def _parts(piece: str) -> list[str]:
    if not has_unspaced(piece):
        return [piece]
    return [piece[at : at + 2] for at in range(len(piece) - 1)] or [piece]
