"""Estimate the tokens of a text before a server has counted them."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.language.unspaced import has_unspaced

FIRST_RATIO = 1.5  # how many tokens there may be for each that was estimated, before a server has said it

_PARTS = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_")
_LETTERS_A_PIECE = 6  # most words up to this length are one token in today's vocabularies
_DIGITS_A_PIECE = 3


@lru_cache(maxsize=4_096)
def tokens(text: str) -> int:
    """Return an estimate of the tokens of a text.

    It counts one for each short word, mark, three digits, and character of a script without spaces. It can
    be scaled by the counts that a server gave.
    """
    return sum(map(_of_part, _PARTS.findall(text)))


def _of_part(part: str) -> int:
    if part.isdigit():
        return -(-len(part) // _DIGITS_A_PIECE)
    if has_unspaced(part):
        return len(part)
    return -(-len(part) // _LETTERS_A_PIECE)
