"""Whether a text says something, in any of the words for it; and whether it only repeats an instruction."""

from __future__ import annotations

import re
from collections.abc import Iterable

RECITED_SHARE, FEWEST_WORDS, FEWEST_SIGNS, FEWEST_LEFT = 0.75, 4, 8, 3

_PIECE = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")
_PRONOUNS = frozenset((
    "i", "me", "my", "mine", "you", "your", "yours", "he", "him", "his", "she", "her", "hers", "they", "them",
    "their", "theirs", "我", "你", "他", "她", "们",
))  # fmt: skip
_SIGN = re.compile(r"[\u3400-\u9fff]")


def says(text: str, words: Iterable[str]) -> bool:
    """Tell whether a text matches one of several patterns, however its letters are written."""
    return any(re.search(word, text, re.IGNORECASE) for word in words)


def around(text: str, words: Iterable[str], room: int = 60) -> str:
    """Return the part of a text in which it says something, and a little on both sides."""
    found = next((hit for word in words if (hit := re.search(word, text, re.IGNORECASE))), None)
    begin = max(0, found.start() - room) if found else 0
    end = begin + 2 * room
    return f"{'…' if begin else ''}{text[begin:end]}{'…' if end < len(text) else ''}"


def pieces(text: str) -> list[str]:
    """Return the words of a text, and of Chinese its signs, with what is drawn together in full."""
    small = text.lower().replace("’", "'").replace("can't", "cannot")
    for short, full in (("n't", " not"), ("'ve", " have"), ("'ll", " will"), ("'m", " am"), ("'s", "")):
        small = small.replace(short, full)
    return _PIECE.findall(small)


def recital(text: str, instruction: str, names: Iterable[str] = (), run: int | None = None) -> str:
    """Return the words that a text takes from an instruction in their order, when they are so many that it
    repeats it: a `run` of them, or three quarters of all there are. Who is named, and who is I or you, may
    change on the way.
    """
    known = tuple(names)
    own, other = _nameless(instruction, known), _nameless(text, known)
    if len(own) < FEWEST_LEFT:
        own, other = pieces(instruction), pieces(text)
    least = FEWEST_SIGNS if _SIGN.search(instruction) else FEWEST_WORDS
    needed = run or min(len(own), max(least, round(RECITED_SHARE * len(own))))
    begin, length = _longest_run(own, other)
    return " ".join(own[begin : begin + length]) if length >= max(needed, 1) else ""


def _nameless(text: str, names: tuple[str, ...]) -> list[str]:
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(name if _SIGN.search(name) else rf"\b{re.escape(name)}\b", " ", text)
    return [piece for piece in pieces(text) if piece not in _PRONOUNS]


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
