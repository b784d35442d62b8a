"""Kept words: messages of the program, kept in a text column so that they can be shown in another language.

A text that knows its pattern and values is kept as these, behind a sign that nobody types. Any other text,
and every text of an older workspace, is kept as it is.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Mapping

from engine.errors import Part, Worded

_SIGN = "\x1e"  # a separator of records: no key types it, and no sentence begins with it
_AS = re.compile(r"(?:,|0?\d)?(?:\.\d\d?)?[a-z%]?")  # how a value is written: never a thousand wide
_PARTS: tuple[Part, ...] = ("message", "remedy")
_MOST_INSIDE = 8  # wordings in one another; a workspace from elsewhere may say anything


def words_to_keep(text: str) -> str:
    """Return a text in the form in which a column keeps it."""
    if isinstance(text, Worded):
        return _SIGN + json.dumps(_parts(text), ensure_ascii=False)
    return text.lstrip(_SIGN)


def kept_words(kept: str) -> str:
    """Return the text kept in a column, with its pattern and values if these are known."""
    if not kept.startswith(_SIGN):
        return kept
    try:
        return _worded(json.loads(kept[1:]))
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):  # written by somebody else
        return kept[1:]


def _parts(text: Worded, inside: int = 0) -> dict[str, object]:
    values = {name: _value(one, inside + 1) for name, one in text.values.items()}
    return {"said": text.pattern, "with": values, **({"part": text.part} if text.part else {})}


def _value(value: object, inside: int) -> object:
    if isinstance(value, Worded) and inside <= _MOST_INSIDE:
        return _parts(value, inside)
    return value if isinstance(value, str | int | float) else str(value)


def _worded(parts: Mapping[str, object], inside: int = 0) -> str:
    """Rebuild a worded text from its parts. Raises KeyError or ValueError if the parts are malformed."""
    pattern, values = parts["said"], parts["with"]
    if not isinstance(pattern, str) or not isinstance(values, dict) or inside > _MOST_INSIDE:
        raise ValueError(pattern)
    for _, name, how, _ in string.Formatter().parse(pattern):
        if name is not None and (name not in values or not _AS.fullmatch(how or "")):
            raise KeyError(name)  # a place asks for a value, never for a part of one
    return Worded(
        pattern,
        {
            name: _worded(one, inside + 1) if isinstance(one, dict) else one
            for name, one in values.items()
            if isinstance(one, dict | str | int | float)
        },
        next((part for part in _PARTS if part == parts.get("part")), ""),
    )
