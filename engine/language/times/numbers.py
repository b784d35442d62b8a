"""Number words: what a language calls one to ninety-nine, as cardinals and ordinals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Numbers:
    """The number words of a language, the patterns that find them, and their values."""

    word: str
    order: str
    amount: str
    _values: Mapping[str, int]

    def value(self, said: str) -> int | None:
        """Return the number that digits or words stand for, or None if they are no number."""
        text = " ".join(said.lower().replace("-", " ").split())
        if text.isdecimal():
            return int(text)
        if (found := re.match(r"\d+", text)) is not None:
            return int(found[0])
        return self._values.get(text)


def read_numbers(data: Mapping[str, Any]) -> Numbers:
    """Build the number words of a language from the data of its pack."""
    ones, tens = data["ones"], data["tens"]
    orders, before = data.get("ordinals", {}), data.get("tens_before_ordinals", {})
    space = " " if data["joint"] else ""
    values = {**data.get("amounts", {}), **ones, **tens, **orders}
    for above, rows in ((tens, ones), (before, orders)):
        pairs = ((f"{ten}{space}{one}", ten, one) for ten in above for one in rows if 0 < rows[one] < 10)
        values.update({words: above[ten] + rows[one] for words, ten, one in pairs})
    word = _with_tens(tens, data["joint"], ones)
    order = _with_tens(before, data["joint"], orders)
    digits = data.get("ordinal_digits", "")
    return Numbers(
        word=word,
        order=rf"(?:\d{{1,2}}{digits}|{order})" if orders else rf"(?:\d{{1,4}}|{word})",
        amount=rf"(?:\d{{1,4}}|{word}|{alternatives(data.get('amounts', ()))})",
        _values=values,
    )


def alternatives(words: Iterable[str]) -> str:
    """Build a pattern for any of the words, the longest first. Without words it matches nothing."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word))) or "(?!)"


def _with_tens(tens: Iterable[str], joint: str, ones: Iterable[str]) -> str:
    one, ten = alternatives(ones), alternatives(tens)
    return rf"(?:(?:{ten})(?:{joint}(?:{one}))?|{one})"
