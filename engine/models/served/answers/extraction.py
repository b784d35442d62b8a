"""Extraction: read the one JSON object in a model's answer strictly, and one text of it while it streams."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from engine.models.served.answers.mending import mended
from engine.models.served.answers.thinking import spoken_so_far, without_thinking

MOST_NESTED = 40
_KEPT = "\n\N{ZERO WIDTH JOINER}"  # the joiner makes one emoji of several
_FENCE = re.compile(r"```[a-zA-Z0-9]*\n?(.*?)```", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")
_NAME = re.compile(r'[\s,]*"((?:[^"\\]|\\.)*+)"\s*:\s*')
_UNENDED = re.compile(r'"((?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+)')
_BEGINS_AN_OBJECT = re.compile(r"\{\s*(?:[\"'“‘\\}]|//|#|/\*|\w+\s*:)")
_ANOTHER = re.compile(r"\s*,\s*\{")


@dataclass(frozen=True, slots=True)
class Found:
    """The object in an answer. `is_mended` is true if it was no valid JSON as it was written."""

    fields: dict[str, Any]
    is_mended: bool = False


def json_object(text: str) -> dict[str, Any]:
    """Return the fields of the object in an answer, as by `object_in`."""
    return object_in(text).fields


def object_in(text: str) -> Found:
    """Return the object in an answer: bare, in a fence, in a text, after thinking aloud, or amid prose.

    It is mended if only its punctuation is at fault. Raises ValueError, saying what is wrong, for one that is
    cut, has a key twice, or holds invalid JSON (NaN) or half a character; control characters in texts are
    removed.
    """
    for candidate in _candidates(text):
        found = _first_object(candidate)
        if found is not None:
            return Found(_clean(found.fields), found.is_mended)
    raise ValueError("there is no JSON object in it")


def text_so_far(said: str, field: str) -> str:
    """Return as much of one text of the object as has come of a streamed answer.

    It only ever grows, towards what `json_object` finds in the whole. An incomplete escape or character
    waits for the rest, and no other field or thinking is in it.
    """
    spoken = spoken_so_far(said)
    at = spoken.find("{") + 1
    while at and (name := _NAME.match(spoken, at)):
        if name[1] == field:
            return _unended_text(spoken, name.end())
        at = _value_end(spoken, name.end())
    return ""


def _value_end(text: str, start: int) -> int:
    """Return the position after a value; 0 if it is not complete."""
    try:
        _, end = json.JSONDecoder(strict=False).raw_decode(text, start)
    except (ValueError, RecursionError):
        return 0
    return end


def _unended_text(text: str, start: int) -> str:
    come = _UNENDED.match(text, start)
    if come is None:
        return ""
    read: str = json.loads(f'"{come[1]}"', strict=False)
    half = _SURROGATE.search(read)
    return _clean_text(read[: half.start()] if half else read)


def _candidates(text: str) -> list[str]:
    spoken = _decoded(without_thinking(text))
    fenced: list[str] = _FENCE.findall(spoken)
    return [*(each for each in fenced if "{" in each), spoken]


def _decoded(text: str) -> str:
    """Return an answer that is JSON in a text of JSON without the outer one."""
    try:
        inner = json.loads(text) if text.lstrip()[:1] == '"' else None
    except (ValueError, RecursionError):
        return text
    return inner if isinstance(inner, str) else text


def _first_object(text: str) -> Found | None:
    """Return the first object in a text, which no brace in prose is; None if there is none."""
    for brace in re.finditer(r"\{", text):
        start = brace.start()
        try:
            return _read(text, start)
        except json.JSONDecodeError as error:
            if _BEGINS_AN_OBJECT.match(text, start) is None:
                continue
            whole = mended(text[start : text.rfind("}") + 1])
            if whole is None:
                raise ValueError(f"{error.msg} at character {error.pos - start + 1}") from None
            return Found(whole, is_mended=True)
    return None


def _read(text: str, start: int) -> Found:
    decoder = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant, strict=False)
    try:
        found, end = decoder.raw_decode(text, start)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if text[:start].rstrip().endswith("[") and _ANOTHER.match(text, end):
        raise ValueError("it is a list of several objects")
    return Found(found)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, _ in pairs if sum(name == other for other, _ in pairs) > 1)
        raise ValueError(f"it has {twice!r} twice")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _clean(value: Any, depth: int = 0) -> Any:  # noqa: ANN401 - any JSON
    if depth > MOST_NESTED:
        raise ValueError("it is nested too deeply")
    if isinstance(value, dict):
        return {_clean(name): _clean(inner, depth + 1) for name, inner in value.items()}
    if isinstance(value, list):
        return [_clean(inner, depth + 1) for inner in value]
    return _clean_text(value) if isinstance(value, str) else value


def _clean_text(text: str) -> str:
    if _SURROGATE.search(text):
        raise ValueError("it holds half a character")
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _KEPT else " " for c in text)
