"""Scripts that write no spaces between words: Chinese, Japanese, Korean, Thai and their neighbours."""

from __future__ import annotations

import re
from functools import cache

_SCRIPTS = (
    "\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_FIRST = "\u0e00"
_WORD = re.compile(r"\w[\w'’-]*")


def has_unspaced(text: str) -> bool:
    """Return whether any letter of a text belongs to a script without spaces."""
    # Most texts are answered by the cheap tests, and most processes never need the pattern.
    return not text.isascii() and max(text) >= _FIRST and _letter().search(text) is not None


def pieces(text: str) -> list[str]:
    """Split a text where a script without spaces begins or ends."""
    return _piece().findall(text) if has_unspaced(text) else [text]


def count_words(text: str) -> int:
    """Count the words of a text; in a script without spaces, every letter counts as one."""
    return sum(
        len(_letter().findall(piece)) if has_unspaced(piece) else len(_WORD.findall(piece))
        for piece in pieces(text)
    )


@cache
def _letter() -> re.Pattern[str]:
    return re.compile(f"[{_SCRIPTS}]")


@cache
def _piece() -> re.Pattern[str]:
    return re.compile(f"[{_SCRIPTS}]+|[^{_SCRIPTS}]+")
