"""Answer modes: the ways in which a server can be held to the form of an answer, the strictest first.

Servers differ in this more than in anything else, and many accept what they then ignore. So each mode is
tried once with a small question, and the first that works is stored for that server and model.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from engine.errors import worded
from engine.models.served.answers.extraction import json_object
from engine.models.served.answers.schema import Schema
from engine.models.served.client.failures import Kind, ServerFailed

_PROBE: Schema = {
    "type": "object",
    "properties": {
        "colour": {"type": "string", "enum": ["vermilion", "celadon"]},
        "hour": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
        "count": {"type": "integer", "minimum": 1, "maximum": 9},
        "words": {
            "type": "array",
            "items": {"type": "string", "maxLength": 12},
            "minItems": 1,
            "maxItems": 2,
        },
    },
    "required": ["colour", "hour", "count", "words"],
    "additionalProperties": False,
}
_PROBE_TEXT = "Reply with a JSON object: a colour, an hour like 07:30, a count from 1 to 9, one or two words."
_PROBE_TOKENS = 120
_TELLS_OF_THE_FORM = frozenset({Kind.UNSUPPORTED, Kind.BAD_REQUEST, Kind.GARBLED})

Ask = Callable[[Sequence[Mapping[str, str]], Mapping[str, object] | None, int], Awaitable[str]]


class AnswerMode(IntEnum):
    """The way in which a form is asked for."""

    BOUNDED_SCHEMA = 1  # json_schema, with bounds
    SCHEMA = 2  # json_schema, without the bounds that some servers refuse
    OBJECT_WITH_SCHEMA = 3  # json_object with a schema beside it
    OBJECT = 4  # json_object, the schema in the prompt
    TEXT = 5  # the schema in the prompt, and whatever comes


WORDS: Mapping[AnswerMode, str] = {
    AnswerMode.BOUNDED_SCHEMA: worded("JSON schema with bounds"),
    AnswerMode.SCHEMA: worded("JSON schema"),
    AnswerMode.OBJECT_WITH_SCHEMA: worded("JSON object with a separate schema"),
    AnswerMode.OBJECT: worded("JSON object, with the form described in the prompt"),
    AnswerMode.TEXT: worded("plain text, with the form described in the prompt"),
}


def is_bounded(mode: AnswerMode) -> bool:
    """Return whether a schema keeps its bounds in this mode."""
    return mode is not AnswerMode.SCHEMA


def response_format(mode: AnswerMode, name: str, schema: Schema) -> dict[str, Any] | None:
    """Return the `response_format` of a request; None for plain text."""
    if mode <= AnswerMode.SCHEMA:
        return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": schema}}
    if mode is AnswerMode.OBJECT_WITH_SCHEMA:
        return {"type": "json_object", "schema": schema}
    return {"type": "json_object"} if mode is AnswerMode.OBJECT else None


def described(mode: AnswerMode, schema: Schema) -> str:
    """Return the description of the form for the prompt, if the request cannot contain it; else empty."""
    if mode < AnswerMode.OBJECT:
        return ""
    form = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    return f"Answer with one JSON object and nothing else. It must follow this JSON schema:\n{form}"


async def obeys(ask: Ask, mode: AnswerMode) -> bool:
    """Return whether a server obeys a mode, tried with a small question; for plain text, whether it answers.

    Raises ServerFailed for a failure that says nothing about the mode.
    """
    if mode is AnswerMode.TEXT:
        await ask([{"role": "user", "content": "Say one word."}], None, _PROBE_TOKENS)
        return True
    content = "\n\n".join(filter(None, [_PROBE_TEXT, described(mode, _PROBE)]))
    form = response_format(mode, "probe", _PROBE if is_bounded(mode) else _without_bounds())
    try:
        found = json_object(await ask([{"role": "user", "content": content}], form, _PROBE_TOKENS))
    except ServerFailed as failure:
        if failure.rule.outage and not tells_of_the_form(failure):
            raise
        return False
    except ValueError:
        return False
    return found.get("colour") in ("vermilion", "celadon") and isinstance(found.get("words"), list)


def tells_of_the_form(failure: ServerFailed) -> bool:
    """Return whether a failure may have been caused by the answer mode."""
    return failure.kind in _TELLS_OF_THE_FORM


def _without_bounds() -> Schema:
    properties = _PROBE["properties"]
    bare = {"hour": {"type": "string"}, "count": {"type": "integer"},
            "words": {"type": "array", "items": {"type": "string"}}}  # fmt: skip
    return {**_PROBE, "properties": {**properties, **bare}}
