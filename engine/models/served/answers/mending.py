"""Mending: read an object whose punctuation is at fault, and nothing else of it.

A repairer guesses: it closes what was cut and drops what it cannot place. So what it makes counts only if all
that was written is in it, in the same order, and every text of it stands in the answer word for word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_MOST_LETTERS = 20_000
_PUNCTUATION = re.compile(r"[\s\"'“”„‘’‚«»`,:\\]+")
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*|/\*.*?\*/", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_OF_OBJECT = re.compile(r"[,{]\s*[\"'“]\w+[\"'”]|[\"'”]\s*:|\\u[0-9a-fA-F]{4}")  # a name, or half an escape
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def mended(text: str) -> dict[str, Any] | None:
    """Return the object that a text is meant to be; None if that is not certain.

    It may have commas too many or too few, comments, quotes of other kinds or none, and the literals of
    Python.
    """
    if not text or len(text) > _MOST_LETTERS:
        return None
    from json_repair import repair_json

    try:
        made = repair_json(text, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    if not isinstance(made, dict):
        return None
    source = _ESCAPE.sub(_meant, text)
    written = [_bare(source), _bare(_COMMENT.sub("", source))]
    if _bare(" ".join(_parts(made))) not in written:
        return None
    return made if all(_is_whole(part, source, text) for part in _texts(made)) else None


def _is_whole(part: str, source: str, text: str) -> bool:
    """Return whether a text stands there word for word, with nothing in it that may belong to the object."""
    if part not in source and part not in text:
        return False
    one_sided = (part[:1] == "'") != (part[-1:] == "'") or part.count('"') % 2 == 1
    return not (one_sided or part.rstrip().endswith(",") or _OF_OBJECT.search(part))


def _bare(text: str) -> str:
    """Return a text without its punctuation, as it may differ; `None` and `null` are the same."""
    return _PUNCTUATION.sub("", text).casefold().replace("none", "null")


def _meant(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16)) if escape[1] else _ESCAPED.get(escape[2], escape[2])


def _parts(value: object) -> Iterator[str]:
    """Yield the brackets and the contents of a value in order."""
    if isinstance(value, dict):
        yield "{"
        for name, inner in value.items():
            yield str(name)
            yield from _parts(inner)
        yield "}"
    elif isinstance(value, list):
        yield "["
        for inner in value:
            yield from _parts(inner)
        yield "]"
    else:
        yield "null" if value is None else str(value)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield str(name)
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, str):
        yield value
