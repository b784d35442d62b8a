"""From the errors of the schema to problems that say where, what, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args, get_origin

from pydantic import BaseModel, RootModel
from pydantic_core import ErrorDetails

from engine.language.suggesting import nearest, shown
from engine.scenario.problems import Problem
from engine.scenario.reading.nodes import Items, Node, Path, Scalar, Table, at, spot
from engine.scenario.reading.values import extra_of, fields_of, kinds


def explained(error: ErrorDetails, root: Table, file: str, model: type[BaseModel]) -> Problem:
    """Return the problem that an error of the schema is, with its position and a remedy."""
    path = path_of(error)
    kind, context = error["type"], error.get("ctx", {})
    where = str(path[-1]) if path else file
    if kind == "extra_forbidden":
        line, col = spot(root, path, key=True)
        remedy = _remedy(path, model, at(root, path))
        return Problem(file, line, col, "TW201", f"unknown key {shown(where)}", remedy)
    if kind == "missing":
        line, col = spot(root, path[:-1])
        missing = f"{shown(where)} is missing"
        return Problem(file, line, col, "TW202", missing, f"add a line beginning with `{where}:`")
    line, col = spot(root, path)
    found = at(root, path)
    if kind == "value_error":
        message, _, remedy = str(context["error"]).partition("|")
        code = "TW206" if "language tag" in message else "TW205"
        return Problem(file, line, col, code, f"{_named(path)}: {message}", remedy)
    if kind in _RANGES:
        limit = _RANGES[kind].format(**context, what="entries" if isinstance(found, Items) else "characters")
        return Problem(file, line, col, "TW204", f"{_named(path)} is {_said(found)}", f"write {limit}")
    is_not = f"{_named(path)} is {_said(found)}"
    return Problem(file, line, col, "TW203", is_not, f"write {_WANTED.get(kind, 'another kind of value')}")


_RANGES: Mapping[str, str] = {
    "greater_than_equal": "a number of at least {ge:g}",
    "greater_than": "a number above {gt:g}",
    "less_than_equal": "a number of at most {le:g}",
    "less_than": "a number below {lt:g}",
    "too_short": "a text that is not empty",
    "too_long": "at most {max_length} {what}",
    "finite_number": "a finite number",
}
_WANTED: Mapping[str, str] = {
    "string_type": "a text",
    "int_type": "a whole number such as 7",
    "int_from_float": "a whole number such as 7",
    "float_type": "a number such as 0.5",
    "bool_type": "true or false, without quotes",
    "list_type": "a list such as [one, two]",
    "dict_type": "keys with values",
    "model_type": "keys with values",
    "model_attributes_type": "keys with values",
}


def path_of(error: ErrorDetails) -> Path:
    """Return the way to what an error is about."""
    return tuple(part for part in error["loc"] if part != "[key]")


def _remedy(path: Path, model: type[BaseModel], value: Node) -> str:
    key, known = str(path[-1]), _keys_at(path[:-1], model)
    near = nearest(key, known)
    if near is None and isinstance(value, Scalar) and value.is_null:
        return "between braces, put a text that contains a comma in quotes"
    return f"did you mean {shown(near)}?" if near is not None else f"known here: {', '.join(known)}"


def _keys_at(path: Path, part: type[BaseModel]) -> list[str]:
    """Return the keys that may stand where a path leads."""
    wanted: object = part
    for step in path:
        wanted = _step(wanted, step)
    models = [kind for kind in kinds(wanted) if isinstance(kind, type) and issubclass(kind, BaseModel)]
    return [key for model in models for key in fields_of(model)]


def _step(wanted: object, part: str | int) -> object:
    for kind in kinds(wanted):
        if isinstance(kind, type) and issubclass(kind, RootModel):
            return _step(kind.model_fields["root"].annotation, part)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            return fields_of(kind).get(str(part)) or extra_of(kind)
        if get_origin(kind) in (list, dict):
            return get_args(kind)[-1]
    return object


def _named(path: Path) -> str:
    """Return the way to a value in words: `day.wake`, `facts.2.id`."""
    return ".".join(str(part + 1) if isinstance(part, int) else part[:40] for part in path) or "this"


def kind_words(node: Node) -> str:
    """Return what sort of node this is, for a message."""
    words = {Items: "a list", Scalar: "a text", Table: "keys with values"}
    return words[type(node)]


def _said(node: Node) -> str:
    if not isinstance(node, Scalar):
        return kind_words(node)
    return "empty" if node.text == "" else shown(node.text)
