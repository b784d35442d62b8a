"""Names: people as friends call them and in full, wherever they stand in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.language.unspaced import has_unspaced
from engine.records import Name

LONGEST_NAME = 80
NEVER = "(?!)"


def called(text: str, names: Iterable[Name]) -> str:
    """Full names as friends say them."""
    known = {name.full: name.called for name in names if name.full != name.called}
    found = _names(tuple(known))
    return found.sub(lambda name: known[name[0]], text)


def in_full(text: str, names: Iterable[Name]) -> str:
    """What friends call people, where only one is called so, written as full names."""
    found, full = _short_names(tuple(names))
    return found.sub(lambda name: full[name[0]] if name["short"] else name[0], text)


def by_itself(word: str) -> str:
    """The pattern of a word that is not part of a longer one, in whatever script."""
    return re.escape(word) if has_unspaced(word) else rf"(?<!\w){re.escape(word)}(?!\w)"


def any_of(words: Iterable[str], any_case: bool = False) -> str:
    """The pattern of any of the words, the longest first."""
    ordered = sorted({word for word in words if word}, key=lambda word: (-len(word), word))
    found = "|".join(map(by_itself, ordered)) or NEVER
    return f"(?i:{found})" if any_case else found


@lru_cache(maxsize=256)
def _names(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(any_of(word for word in words if 1 < len(word) <= LONGEST_NAME))


@lru_cache(maxsize=64)
def _short_names(names: tuple[Name, ...]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    full: dict[str, str] = {}
    shared: set[str] = set()
    for name in names:
        if name.called in full and full[name.called] != name.full:
            shared.add(name.called)
        full[name.called] = name.full
    usable = {word: long for word, long in full.items() if word not in shared and word != long}
    longs = any_of(sorted({name.full for name in names if len(name.full) <= LONGEST_NAME}))
    return re.compile(rf"(?:{longs})|(?P<short>{any_of(usable)})"), usable
