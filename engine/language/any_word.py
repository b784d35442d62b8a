"""Patterns that match any of many words in a text, such as the names of a whole town.

Words that begin alike share their beginning in the pattern, so that a thousand names take hardly longer to
look for than ten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from engine.language.unspaced import has_unspaced

NEVER = "(?!)"
_NESTED = 12  # how deep groups stand in groups at most: deeper, Python cannot read the pattern
_Rest = tuple[str, str]  # what is left of a word, and what has to hold where it ends


def any_word(
    words: Iterable[str], *, any_case: bool = False, ending: Callable[[str], str] = lambda word: ""
) -> str:
    """Build a pattern that matches any of the words standing by itself, the longest first.

    Words in scripts without spaces match between any letters. `ending` returns a pattern that must also match
    where a word ends.
    """
    ordered = sorted({word for word in words if word}, key=lambda word: (-len(word), word))
    if not ordered:
        return NEVER
    apart = not any(map(has_unspaced, ordered))  # all begin where no word goes on: that is asked once
    rests = [
        (_small(word) if any_case else word, _end(word, begins=not apart) + ending(word)) for word in ordered
    ]
    found = (r"(?<!\w)" if apart else "") + _either(rests, _NESTED)
    return f"(?i:{found})" if any_case else found


def but_within(longer: Iterable[str]) -> Callable[[str], str]:
    """Build the `ending` of a pattern whose words do not match where they are part of something longer.

    With `Rose Garden`, `Rose` matches in "Rose is in the garden", but not in "the Rose Garden".
    """
    names = tuple(longer)

    def ending(word: str) -> str:
        parts = (name.partition(word) for name in names if word in name and name != word)
        return "".join(rf"(?!(?<={re.escape(before + word)}){_whole(after)})" for before, _, after in parts)

    return ending


def _whole(text: str) -> str:
    """Build a pattern that matches a text that goes no further."""
    return re.escape(text) + ("" if has_unspaced(text) else r"(?!\w)")


def names_any(lowered: Iterable[str], text: str) -> bool:
    """Return whether a text contains one of some lower-case words, even inside other words.

    For a few words this is faster than building a pattern.
    """
    small = text.lower()
    return any(word in small for word in lowered)


def _end(word: str, *, begins: bool) -> str:
    """Build the pattern that must match at the end of a word for it to stand by itself."""
    if has_unspaced(word):
        return ""
    return rf"(?<!\w{re.escape(word)})(?!\w)" if begins else r"(?!\w)"


def _either(rests: Sequence[_Rest], nested: int) -> str:
    """Build a pattern that matches any of the rests of words, preferring the longest."""
    groups: dict[str, list[_Rest]] = {}
    for rest in rests:
        groups.setdefault(rest[0][:1] if nested else "", []).append(rest)
    ended = groups.pop("", [])
    ways = [_alike(group, nested - 1) for group in groups.values()]
    ways += [re.escape(rest) + end for rest, end in ended]
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"


def _alike(rests: Sequence[_Rest], nested: int) -> str:
    """Build the pattern of words that share their first letter."""
    words = [rest for rest, _ in rests]
    low, high = min(words), max(words)  # what these two share, all that stand between them share too
    many = next((at for at, letter in enumerate(low) if letter != high[at]), len(low))
    return re.escape(low[:many]) + _either([(rest[many:], end) for rest, end in rests], nested)


def _small(word: str) -> str:
    """Return a word in lower case, letter by letter, so that its length stays the same."""
    return "".join(small if len(small := letter.lower()) == 1 else letter for letter in word)
