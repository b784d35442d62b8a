"""Meant: bring the fields of an answer into the form that was asked for, where there is only one way to.

Models wrap an answer in another object, write names in other letters, add a field, or name a choice by its
letter, in quotes, or by the last part of its path. The same strict checks follow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.models.served.answers.schema import KIND, Schema, schema_of
from engine.prompts.forms import Cases
from engine.prompts.prompt import Prompt

_MOST_WRAPPERS = 3
_NOTHING = frozenset({"", "none", "null", "nobody", "nothing", "n/a", "-"})
_QUOTES = "\"'“”„‘’‚«»`*"
_MARKED = re.compile(r"\(?(?:(?P<letter>[a-zA-Z])|(?P<number>\d{1,2}))[).:]\s*(?P<rest>.*)", re.DOTALL)
_BETWEEN = re.compile(r"\s*[/>›→\\]\s*")


def meant(prompt: Prompt[Any], fields: Mapping[str, Any], *, is_mended: bool = False) -> dict[str, Any]:
    """Return the fields of an answer as its form has them. Raises ValueError for one that is there twice.

    A further field is left out. It stays in an answer that has no other, and in one that was mended, where it
    may be the end of a text.
    """
    schema = schema_of(prompt, bounded=True)
    fitting = _Fitting(drops=not is_mended, options=prompt.choices.get("option", ()))
    cases = prompt.form.cases
    fields = _without_case(_unwrapped(_without_case(fields, cases), schema), cases)
    fitted: dict[str, Any] = fitting.fit(fields, schema)
    return fitted


def _without_case(fields: Mapping[str, Any], cases: Cases | None) -> Mapping[str, Any]:
    """Return an answer with the fields of its case beside the others, as its form has them.

    Raises ValueError for a field that is in both.
    """
    decides = next((name for name in fields if cases and _folded(name) == _folded(cases.by)), None)
    if cases is None or decides is None:
        return fields
    case = fields[decides]
    case = _decoded(case) if isinstance(case, str) else case
    if not isinstance(case, dict) or KIND not in case:
        return fields
    inside = {cases.by if name == KIND else name: value for name, value in case.items()}
    beside = {name: value for name, value in fields.items() if name != decides}
    twice = sorted(inside.keys() & beside.keys())
    if twice:
        raise ValueError(f"it has {twice[0]!r} twice")
    return {**beside, **inside}


@dataclass(frozen=True, slots=True)
class _Fitting:
    """How a value is fitted to its schema; `drops` further fields, and may count in listed `options`."""

    drops: bool
    options: Sequence[str]

    def fit(self, value: Any, schema: Schema) -> Any:  # noqa: ANN401 - any JSON
        """Return a value as its schema has it, or as it is."""
        for alternative in schema.get("anyOf", ()):
            if value is not None and alternative.get("type") != "null":
                return self.fit(value, alternative)
        kind = schema.get("type")
        if kind in ("array", "object") and isinstance(value, str):
            value = _decoded(value)
        if kind == "object" and isinstance(value, dict):
            return self._object(value, schema["properties"])
        if kind == "array" and isinstance(value, list):
            return [self.fit(inner, schema["items"]) for inner in value]
        if "enum" in schema and isinstance(value, str):
            return self._choice(value, schema["enum"])
        return value

    def _object(self, value: Mapping[str, Any], properties: Mapping[str, Schema]) -> dict[str, Any]:
        names = {_folded(name): name for name in properties}
        drops = self.drops and any(_folded(given) in names for given in value)
        made: dict[str, Any] = {}
        for given, inner in value.items():
            name = given if given in properties else names.get(_folded(given))
            if name is None and drops:
                continue
            if inner is None and name is not None and not _may_be_null(properties[name]):
                continue  # nothing is said of it, as if it were not there
            if name in made:
                raise ValueError(f"it has {name!r} twice")
            made[name or given] = self.fit(inner, properties[name]) if name else inner
        return made

    def _choice(self, text: str, choices: Sequence[str]) -> str:
        """Return the one choice that is meant; the text itself if that is not certain."""
        if text in choices:
            return text
        if "" in choices and _plain(text) in _NOTHING:
            return ""
        marked = _MARKED.fullmatch(text.strip().strip(_QUOTES))
        if marked is None:
            return _named(text, choices) or text
        named = _named(marked["rest"], choices) if marked["rest"] else ""
        number = int(marked["number"]) if marked["number"] else ord(marked["letter"].lower()) - ord("a") + 1
        counted = self.options[number - 1] if 1 <= number <= len(self.options) else ""
        if marked["rest"]:
            return named if named and counted in ("", named) else text
        return counted if counted in choices and counted else text


def _may_be_null(schema: Schema) -> bool:
    return any(part.get("type") == "null" for part in schema.get("anyOf", ()))


def _named(text: str, choices: Sequence[str]) -> str:
    """Return the only choice of a name, whole or the last part of a path; empty if there is not just one."""
    wanted = _plain(text)
    listed = {choice: _plain(choice) for choice in choices if choice}
    whole = [choice for choice, plain in listed.items() if plain == wanted]
    last = [choice for choice, plain in listed.items() if wanted and plain.endswith(f"/{wanted}")]
    found = whole or last
    return found[0] if len(found) == 1 else ""


def _plain(text: str) -> str:
    bare = text.strip().rstrip(".;,!").strip(_QUOTES + " ").rstrip(".;,!")
    return " ".join(_BETWEEN.sub("/", bare).casefold().split())


def _unwrapped(fields: Mapping[str, Any], schema: Schema) -> Mapping[str, Any]:
    """Return the object with the fields of the form: an answer, or what it is wrapped in.

    Raises ValueError if there is one inside of another, as only one of them can be meant.
    """
    properties = schema["properties"]
    names = {_folded(name) for name in properties}
    for _ in range(_MOST_WRAPPERS):
        known = [name for name in fields if _folded(name) in names]
        inside = {name: inner for name, value in fields.items() if (inner := _object_of(value, properties))}
        (only,) = fields.values() if len(fields) == 1 else (None,)
        if len(inside) == 1 and (not known or (only is not None and _is_text(known[0], properties))):
            fields = next(iter(inside.values()))
        elif inside.keys() - set(known):
            raise ValueError("it contains several answers")
        else:
            break
    return fields


def _is_text(name: str, properties: Mapping[str, Schema]) -> bool:
    return any(
        _folded(own) == _folded(name) and part.get("type") == "string" for own, part in properties.items()
    )


def _object_of(value: Any, properties: Mapping[str, Schema]) -> Mapping[str, Any]:  # noqa: ANN401 - any JSON
    """Return an object with a field of the form in a value, or in JSON that it holds; else an empty one."""
    value = _decoded(value) if isinstance(value, str) else value
    value = value[0] if isinstance(value, list) and len(value) == 1 else value
    if not isinstance(value, dict):
        return {}
    names = {_folded(name) for name in properties}
    return value if any(_folded(name) in names for name in value) or _nests(value, properties) else {}


def _nests(value: Mapping[str, Any], properties: Mapping[str, Schema]) -> bool:
    return len(value) == 1 and any(bool(_object_of(inner, properties)) for inner in value.values())


def _decoded(text: str) -> Any:  # noqa: ANN401 - any JSON
    """Return the object or list that a text holds as JSON, or the text."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _folded(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()
