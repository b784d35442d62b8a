"""Server words: what a server says of a failure, found in whatever shape it says it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_MOST_NESTED = 8
_TEXTS = ("message", "msg", "detail", "error", "errors", "raw", "metadata", "reason", "title")
_CODES = ("code", "type", "status", "error_type")
_PLACES = frozenset({"body", "query", "header"})  # where a parameter is found, which is not its name


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerWords:
    """The words of a server.

    `codes` are its names for the failure, `status` is an HTTP status among them, `named` are the parameters
    at fault, and `output` is what the model had said, if that was the fault.
    """

    text: str = ""
    codes: frozenset[str] = frozenset()
    status: int | None = None
    named: frozenset[str] = frozenset()
    output: str = ""

    @property
    def all(self) -> str:
        """Return the words and codes in small letters, to search in."""
        return " ".join([*sorted(self.codes), self.text]).lower()


def words_in(body: object) -> ServerWords:
    """Return what is said in the body of an answer.

    It may be a text, a list, an object, JSON in a text of it, or an error of another server passed on.
    """
    parts = list(_parts(body, 0))
    texts: list[str] = []
    for kind, value in parts:
        if kind == "text" and not any(value in known for known in texts):
            texts.append(value)
    statuses = [int(value) for kind, value in parts if kind == "code" and _is_status(value)]
    return ServerWords(
        text="; ".join(texts),
        codes=frozenset(value for kind, value in parts if kind == "code"),
        status=statuses[-1] if statuses else None,  # of the innermost server, which knows
        named=frozenset(value for kind, value in parts if kind == "name"),
        output=next((value for kind, value in parts if kind == "output"), ""),
    )


def body_of(text: str) -> object:
    """Return the body of an answer as JSON, as a text, or None for a web page."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None if is_page(text) else text


def is_page(text: str) -> bool:
    """Return whether a text is a web page."""
    return "<html" in text[:2_000].lower()


def _is_status(value: str) -> bool:
    return value.isascii() and value.isdecimal() and len(value) == 3 and value[0] in "45"


def _parts(value: object, depth: int) -> Iterator[tuple[str, str]]:
    """Yield the texts, codes and names in a value, each with its kind."""
    if depth > _MOST_NESTED:
        return
    if isinstance(value, str):
        yield from _of_text(value.strip(), depth)
    elif isinstance(value, list):
        for inner in value:
            yield from _parts(inner, depth + 1)
    elif isinstance(value, Mapping):
        yield from _of_object(value, depth)


def _of_text(text: str, depth: int) -> Iterator[tuple[str, str]]:
    inner = body_of(text) if text[:1] in ("{", "[") else text
    if isinstance(inner, str):
        yield from [("text", text)] if text and not is_page(text) else []
    else:
        yield from _parts(inner, depth + 1)


def _of_object(value: Mapping[str, Any], depth: int) -> Iterator[tuple[str, str]]:
    for name in _CODES:
        if isinstance(value.get(name), str | int):
            yield "code", str(value[name])
    for part in [value.get("param"), *_listed(value.get("loc"))]:
        if isinstance(part, str) and part not in _PLACES:
            yield "name", part
    if isinstance(value.get("failed_generation"), str):
        yield "output", value["failed_generation"]
    place = ".".join(map(str, _listed(value.get("loc"))))
    for name in _TEXTS:
        for kind, words in _parts(value.get(name), depth + 1):
            yield kind, f"{place}: {words}" if kind == "text" and place else words


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
