"""Schemas: the form of an answer as sent to a server, with the choices of places and people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.prompts.forms import Cases, Form, tag
from engine.prompts.marked import cited
from engine.prompts.prompt import Prompt
from engine.prompts.shown import numbers

Schema = dict[str, Any]
Choices = Mapping[str, tuple[str, ...]]

KIND = "kind"  # the field that tells the forms of one field apart

_BOUNDS = frozenset({"minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "pattern"})
_TOLD_ELSEWHERE = frozenset({
    "title", "description", "default", "choice", "cites", "goes_with", "are_words", "$defs",
})  # fmt: skip


def schema_of(prompt: Prompt[Any], *, bounded: bool, described: bool = False) -> Schema:
    """Return the JSON schema of a prompt's answer: closed, every field required, choices as enums.

    Bounds keep small models from talking without end. Not every server takes them, so they can be left out;
    the answer is checked here in any case. A field that could hold nothing, since there is nothing to choose
    or to cite, is left out. With `described`, fields come with their descriptions.
    """
    told = _TOLD_ELSEWHERE - {"description"} if described else _TOLD_ELSEWHERE
    return _schema(prompt, told if bounded else told | _BOUNDS, bounded=bounded)


def asked_schema_of(prompt: Prompt[Any], *, bounded: bool = True, described: bool = False) -> Schema:
    """Return the schema that a server is sent: as `schema_of`, but each case has only the fields it needs.

    The field that decides becomes an object of one of several forms. A case is left out if the question rules
    it out, or if there is nothing to choose from for what it must name.
    """
    schema, cases = schema_of(prompt, bounded=bounded, described=described), prompt.form.cases
    if cases is None:
        return schema
    fields = schema["properties"]
    forms = [
        _closed({KIND: {"type": "string", "enum": [kind]}, **_of_case(fields, cases, kind)})
        for kind in fields[cases.by]["enum"]
        if cases.must.get(kind, cases.by) in fields and prompt.possible(kind)
    ]
    beside = {name: part for name, part in fields.items() if name not in cases.fields}
    return _closed({cases.by: {"anyOf": forms}, **beside})


def _of_case(fields: Schema, cases: Cases, kind: str) -> Schema:
    return {
        name: _filled(fields[name]) if name == cases.must.get(kind) else fields[name]
        for name in cases.needed[kind]
        if name in fields
    }


def _filled(part: Schema) -> Schema:
    """Return the schema of a field that must not be empty."""
    if "enum" in part:
        return {**part, "enum": [value for value in part["enum"] if value]}
    return {**part, "minLength": 1} if "maxLength" in part else part


def _closed(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _schema(prompt: Prompt[Any], dropped: frozenset[str], *, bounded: bool) -> Schema:
    whole = _whole(prompt.form)
    told = _told(whole, whole.get("$defs", {}), {**prompt.offered, **_tags(prompt)}, dropped)
    if bounded:
        for field, count in prompt.exactly().items():
            told["properties"][field] |= {"minItems": count, "maxItems": count}
    empty = {field for field, count in prompt.exactly().items() if not count}
    fields = {name: part for name, part in told["properties"].items() if name not in empty}
    return _closed(fields) if empty else told


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
        asked = {
            name: inner
            for name, inner in fields
            if inner.get("is_told_to_servers", True) and not _holds_nothing(inner, named, choices)
        }
        kept["properties"] = {
            name: _told(inner, named, choices, dropped)
            for name, inner in asked.items()
            if inner.get("goes_with", name) in asked
        }
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    if "items" in kept:
        kept["items"] = _told(kept["items"], named, choices, dropped)
    if "anyOf" in kept:
        kept["anyOf"] = [_told(inner, named, choices, dropped) for inner in kept["anyOf"]]
    return kept


def _holds_nothing(part: Schema, named: Schema, choices: Choices) -> bool:
    """Check whether a field that may be empty has nothing to choose from or to cite."""
    if "items" in part:
        return "minItems" not in part and _needs_what_is_not(part["items"], named, choices)
    return part.get("default") in ("", 0) and choices.get(_source(part)) == ()


def _needs_what_is_not(part: Schema, named: Schema, choices: Choices) -> bool:
    """Check whether a part has to name or cite an entry of an empty list."""
    if "$ref" in part:
        return _needs_what_is_not(named[part["$ref"].rpartition("/")[2]], named, choices)
    needed = (part.get("properties", {})[name] for name in part.get("required", ()))
    return choices.get(_source(part)) == () or any(
        _needs_what_is_not(inner, named, choices) for inner in needed
    )


def _source(part: Schema) -> str:
    """Return the kind of choice, or the list, that a field takes its values from; empty if it is free."""
    return str(part.get("choice") or part.get("cites") or "")


def _named_by(part: Schema, choices: Choices) -> list[str] | None:
    """Return the values that a field with choices or citations may have; None for any other field."""
    kind = _source(part)
    optional = part.get("default") in ("", 0)
    if kind not in choices or ("cites" in part and not choices[kind] and not optional):
        return None
    listed = choices[kind]
    return [*([""] if optional or not listed else []), *listed]
