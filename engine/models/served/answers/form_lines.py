"""The form of an answer as a prompt shows it: one line per field, with its description.

A server that holds an answer to a form does not always show it to the model, and a small model that does not
see it fills the fields with anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any
from urllib.parse import urlsplit

from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.answers.schema import KIND, Schema, asked_schema_of
from engine.prompts import Rendered, render
from engine.prompts.prompt import Prompt

_SHOW_THE_FORM = ("api.openai.com", ".openai.azure.com")  # what follows a schema there has read it
_FEW = 8  # choices that are listed where an answer is held to them and the prompt does not list them


def form_words(prompt: Prompt[Any], mode: AnswerMode, base_url: str) -> str:
    """Return the description of the answer's form for a prompt; empty if the server shows it itself."""
    if is_shown_by_server(mode, base_url):
        return ""
    schema = asked_schema_of(prompt, described=True)
    lines = _lines(schema, seen=render(prompt).user if mode < AnswerMode.OBJECT else "")
    return "\n".join(["Answer with one JSON object and nothing else. Its fields:", *lines])


def is_shown_by_server(mode: AnswerMode, base_url: str) -> bool:
    """Check whether a server shows a model the schema that its answers are held to."""
    host = urlsplit(base_url).hostname or ""
    return mode <= AnswerMode.SCHEMA and host.endswith(_SHOW_THE_FORM)


def with_form(rendered: Rendered, form: str, *, is_held: bool) -> str:
    """Return the text of a question with the form of its answer.

    A server that holds answers to the form reads it after the task, so that its cache has both. Any other
    reads it last, where models mind it most.
    """
    if not form:
        return rendered.user
    if not (is_held and rendered.task):
        return f"{rendered.user}\n\n{form}"
    return f"{rendered.user[: rendered.task]}\n\n{form}{rendered.user[rendered.task :]}"


def line_of(prompt: Prompt[Any], name: str) -> str:
    """Return the line of a field, wherever it is in the form of an answer; empty if there is none.

    Of a field that some cases have, it is that of the field that decides, with all cases below it.
    """
    cases = prompt.form.cases
    wanted = cases.by if cases is not None and name in cases.fields else name
    lines = [
        line.strip() for line in _lines(asked_schema_of(prompt, described=True), seen=render(prompt).user)
    ]
    first = next((at for at, line in enumerate(lines) if line.startswith(f"- {wanted}: ")), None)
    if first is None:
        return ""
    below = takewhile(lambda line: line.startswith(f'- {{"{KIND}"'), lines[first + 1 :])
    return "\n".join((lines[first], *below))


def _lines(schema: Schema, *, seen: str, indent: str = "") -> Iterator[str]:
    """Yield the lines of a form. What an answer is held to is not listed if it stands in the text `seen`."""
    for name, field in schema.get("properties", {}).items():
        cases = _cases(field)
        if cases:
            yield f"{indent}- {name}: one of these objects"
            yield from (f"{indent}  - {_case(case, seen=seen)}" for case in cases)
            continue
        inner = next((part for part in _parts(field) if "properties" in part), None)
        words = _words(field, seen=seen)
        more = "" if inner is None else ", each with" if _is_list(field) else ", with"
        yield f"{indent}- {name}: {words}{more}"
        if inner is not None:
            yield from _lines(inner, seen=seen, indent=f"{indent}  ")


def _cases(field: Schema) -> list[Schema]:
    """Return the forms of a field that may have one of several."""
    return [part for part in field.get("anyOf", ()) if KIND in part.get("properties", {})]


def _case(case: Schema, *, seen: str) -> str:
    """Return one form of a field on one line: `{"kind": "wait"} with minutes: a number from 1 to 60`."""
    (kind,) = case["properties"][KIND]["enum"]
    beside = {name: field for name, field in case["properties"].items() if name != KIND}
    fields = "; ".join(f"{name}: {_words(field, seen=seen)}" for name, field in beside.items())
    return f'{{"{KIND}": "{kind}"}}' + (f" with {fields}" if fields else "")


def _words(field: Schema, *, seen: str) -> str:
    """Return the description of a field and its kind of value, unless the description tells that as well."""
    description, kind = str(field.get("description", "")), _kind(field, seen=seen)
    told = kind.rpartition("from ")[2]
    tells_bounds = told in description and not _is_list(field)
    is_told = description.startswith("true if") if kind == "true or false" else tells_bounds
    return "; ".join(filter(None, [description, "" if is_told else kind]))


def _parts(field: Schema) -> list[Schema]:
    """Return a field with the schemas of its items and alternatives."""
    return [field, *([field["items"]] if "items" in field else []), *field.get("anyOf", ())]


def _is_list(field: Schema) -> bool:
    return field.get("type") == "array"


def _kind(field: Schema, *, seen: str) -> str:
    """Return the kind of value of a field, in words."""
    if "anyOf" in field:
        return "or null"
    if _is_list(field):
        least, most = field.get("minItems", 0), field.get("maxItems")
        count = f"{least}" if least == most else f"{least} to {most}"
        inner = "" if "properties" in field["items"] else _kind(field["items"], seen=seen)
        return f"a list of {count}" + (f": {inner}" if inner else "")
    if "enum" in field:
        return _one_of([str(value) for value in field["enum"]], seen=seen)
    if field.get("type") == "boolean":
        return "true or false"
    return _number(field) if field.get("type") == "integer" else ""


def _one_of(values: list[str], *, seen: str) -> str:
    listed = [value for value in values if value]
    is_seen = all(value.rpartition("/")[2] in seen for value in listed)
    words = "as listed" if seen and (is_seen or len(listed) > _FEW) else f"one of {' | '.join(listed)}"
    return f"{words}, or empty" if "" in values else words


def _number(field: Schema) -> str:
    return f"a number from {field['minimum']} to {field['maximum']}" if "maximum" in field else "a number"
