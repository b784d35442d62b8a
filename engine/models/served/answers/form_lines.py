"""The form of an answer as a prompt shows it: one line per field, with its description.

A server that holds an answer to a form does not always show it to the model, and a small model that does not
see it fills the fields with anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.answers.schema import Schema, described_of
from engine.prompts.prompt import Prompt

_SHOW_THE_FORM = ("api.openai.com", ".openai.azure.com")  # what follows a schema there has read it
_FEW = 8  # choices that are listed where the answer is held to them, the prompt listing them too


def form_words(prompt: Prompt[Any], mode: AnswerMode, base_url: str) -> str:
    """Return the description of the answer's form for a prompt; empty if the server shows it itself."""
    host = urlsplit(base_url).hostname or ""
    if mode <= AnswerMode.SCHEMA and host.endswith(_SHOW_THE_FORM):
        return ""
    lines = _lines(described_of(prompt), held=mode < AnswerMode.OBJECT)
    return "\n".join(["Answer with one JSON object and nothing else. Its fields:", *lines])


def line_of(prompt: Prompt[Any], name: str) -> str:
    """Return the line of a field, wherever it is in the form of an answer; empty if there is none."""
    lines = (line.strip() for line in _lines(described_of(prompt), held=True))
    return next((line for line in lines if line.startswith(f"- {name}: ")), "")


def _lines(schema: Schema, *, held: bool, indent: str = "") -> Iterator[str]:
    for name, field in schema.get("properties", {}).items():
        inner = next((part for part in _parts(field) if "properties" in part), None)
        words = "; ".join(filter(None, [field.get("description", ""), _kind(field, held=held)]))
        more = "" if inner is None else ", each with" if _is_list(field) else ", with"
        yield f"{indent}- {name}: {words}{more}"
        if inner is not None:
            yield from _lines(inner, held=held, indent=f"{indent}  ")


def _parts(field: Schema) -> list[Schema]:
    """Return a field with the schemas of its items and alternatives."""
    return [field, *([field["items"]] if "items" in field else []), *field.get("anyOf", ())]


def _is_list(field: Schema) -> bool:
    return field.get("type") == "array"


def _kind(field: Schema, *, held: bool) -> str:
    """Return the kind of value of a field, in words."""
    if "anyOf" in field:
        return "or null"
    if _is_list(field):
        least, most = field.get("minItems", 0), field.get("maxItems")
        count = f"{least}" if least == most else f"{least} to {most}"
        inner = "" if "properties" in field["items"] else _kind(field["items"], held=held)
        return f"a list of {count}" + (f": {inner}" if inner else "")
    if "enum" in field:
        return _one_of([str(value) for value in field["enum"]], held=held)
    if field.get("type") == "boolean":
        return "true or false"
    return _number(field) if field.get("type") == "integer" else ""


def _one_of(values: list[str], *, held: bool) -> str:
    listed = [value for value in values if value]
    if not listed:
        return "empty"
    words = (
        f"one of {' | '.join(listed)}"
        if len(listed) <= _FEW or not held
        else "one that is listed, as written"
    )
    return f"{words}, or empty" if "" in values else words


def _number(field: Schema) -> str:
    return f"a number from {field['minimum']} to {field['maximum']}" if "maximum" in field else "a number"
