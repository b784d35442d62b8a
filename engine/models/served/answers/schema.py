"""Schemas: the form of an answer as sent to a server, with the choices of places and people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.prompts.forms import Form, tag
from engine.prompts.marked import cited
from engine.prompts.prompt import Prompt
from engine.prompts.shown import numbers

Schema = dict[str, Any]
Choices = Mapping[str, tuple[str, ...]]

_BOUNDS = frozenset({"minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "pattern"})
_TOLD_ELSEWHERE = frozenset({
    "title", "description", "default", "choice", "cites", "are_words", "$defs",
})  # fmt: skip


def schema_of(prompt: Prompt[Any], *, bounded: bool) -> Schema:
    """Return the JSON schema of a prompt's answer: closed, every field required, choices as enums.

    Bounds keep small models from talking without end. Not every server takes them, so they can be left out;
    the answer is checked here in any case.
    """
    return _schema(prompt, _TOLD_ELSEWHERE if bounded else _TOLD_ELSEWHERE | _BOUNDS, bounded=bounded)


def described_of(prompt: Prompt[Any]) -> Schema:
    """Return the same schema with bounds, and with the descriptions of fields."""
    return _schema(prompt, _TOLD_ELSEWHERE - {"description"}, bounded=True)


def _schema(prompt: Prompt[Any], dropped: frozenset[str], *, bounded: bool) -> Schema:
    whole = _whole(prompt.form)
    told = _told(whole, whole.get("$defs", {}), {**prompt.choices, **_tags(prompt)}, dropped)
    if bounded:
        for field, count in prompt.exactly().items():
            told["properties"][field] |= {"minItems": count, "maxItems": count}
    return told


def _tags(prompt: Prompt[Any]) -> Choices:
    """Return the tags of the entries of each list that an answer cites."""
    return {
        field: tuple(tag(field, number) for number in numbers(prompt, field)) for field in cited(prompt.form)
    }


@cache
def _whole(form: type[Form]) -> Schema:
    """Return the complete schema of a form, which must not be changed. It is cached, since it takes time."""
    return form.model_json_schema()


def _told(part: Schema, named: Schema, choices: Choices, dropped: frozenset[str]) -> Schema:
    if "$ref" in part:
        return _told(named[part["$ref"].rpartition("/")[2]], named, choices, dropped)
    kept = {key: value for key, value in part.items() if key not in dropped}
    named_by = _named_by(part, choices)
    if named_by is not None:
        return {
            **{key: kept[key] for key in kept.keys() & {"description"}},
            "type": "string",
            "enum": named_by,
        }
    if "properties" in kept:
        fields = kept["properties"].items()
        kept["properties"] = {
            name: _told(inner, named, choices, dropped)
            for name, inner in fields
            if inner.get("is_told_to_servers", True)
        }
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    if "items" in kept:
        if "maxItems" in kept and _cites_nothing(kept["items"], named, choices):
            kept["maxItems"] = 0
        kept["items"] = _told(kept["items"], named, choices, dropped)
    if "anyOf" in kept:
        kept["anyOf"] = [_told(inner, named, choices, dropped) for inner in kept["anyOf"]]
    return kept


def _cites_nothing(part: Schema, named: Schema, choices: Choices) -> bool:
    """Return whether a part would have to cite an entry of an empty list."""
    if "$ref" in part:
        return _cites_nothing(named[part["$ref"].rpartition("/")[2]], named, choices)
    needed = (part.get("properties", {})[name] for name in part.get("required", ()))
    return choices.get(part.get("cites", "")) == () or any(
        _cites_nothing(each, named, choices) for each in needed
    )


def _named_by(part: Schema, choices: Choices) -> list[str] | None:
    """Return the values that a field with choices or citations may have; None for any other field."""
    kind = str(part.get("choice") or part.get("cites"))
    optional = part.get("default") in ("", 0)
    if kind not in choices or ("cites" in part and not choices[kind] and not optional):
        return None
    listed = choices[kind]
    return [*([""] if optional or not listed else []), *listed]
