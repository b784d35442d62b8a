"""Whether a text says something, in any of the words for it; and whether it only repeats an instruction."""

from __future__ import annotations

import re
from collections.abc import Iterable

RECITED_SHARE, FEWEST_WORDS, FEWEST_SIGNS = 0.75, 4, 8

_PIECE = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:['’][^\W\u3400-\u9fff]+)?")
_SIGN = re.compile(r"[\u3400-\u9fff]")


def says(text: str, words: Iterable[str]) -> bool:
    """Tell whether a text matches one of several patterns, however its letters are written."""
    return any(re.search(word, text, re.IGNORECASE) for word in words)


def pieces(text: str) -> list[str]:
    """Return the words of a text, and of Chinese its signs."""
    return _PIECE.findall(text.lower())


def recital(text: str, instruction: str, run: int | None = None) -> str:
    """Return the words that a text takes from an instruction in their order, when they are so many that it
    repeats it: a `run` of them, or three quarters of all there are.
    """
    own, other = pieces(instruction), pieces(text)
    least = FEWEST_SIGNS if _SIGN.search(instruction) else FEWEST_WORDS
    needed = run or min(len(own), max(least, round(RECITED_SHARE * len(own))))
    begin, length = _longest_run(own, other)
    return " ".join(own[begin : begin + length]) if length >= max(needed, 1) else ""


def _longest_run(own: list[str], other: list[str]) -> tuple[int, int]:
    """Return where in the first list the longest run of both begins, and how long it is."""
    best, before = (0, 0), [0] * (len(other) + 1)
    for n, word in enumerate(own):
        now = [0] * (len(other) + 1)
        for m, said in enumerate(other):
            if word == said:
                now[m + 1] = before[m] + 1
                best = max(best, (n - now[m + 1] + 1, now[m + 1]), key=lambda run: run[1])
        before = now
    return best
