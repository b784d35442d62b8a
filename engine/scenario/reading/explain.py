"""From schema errors to problems with position, message and remedy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_args, get_origin

from pydantic import BaseModel, RootModel
from pydantic_core import ErrorDetails

from engine.errors import RANGES, WANTED, Worded, with_commas, worded
from engine.language.names.suggesting import nearest, shown
from engine.scenario.document.edits import Mend
from engine.scenario.document.mends import renamed_key, written
from engine.scenario.problems import Problem
from engine.scenario.reading.nodes import Items, Node, Path, Scalar, Table, at, spot
from engine.scenario.reading.values import extra_of, fields_of, kinds


def explained(error: ErrorDetails, root: Table, file: str, model: type[BaseModel]) -> Problem:
    """Convert a schema error to a problem with its position and a remedy."""
    path = path_of(error)
    kind, context = error["type"], error.get("ctx", {})
    where = str(path[-1]) if path else file
    if kind == "extra_forbidden":
        line, col = spot(root, path, key=True)
        remedy, fix = _remedy(path, model, at(root, path)), _key_fix(file, path, model, at(root, path[:-1]))
        return Problem(
            file, line, col, "TW201", worded("unknown key {where}", where=shown(where)), remedy, fix=fix
        )
    if kind == "missing":
        line, col = spot(root, path[:-1])
        missing = worded("{where} is missing", where=shown(where))
        return Problem(
            file, line, col, "TW202", missing, worded("add a line that starts with `{where}:`", where=where)
        )
    line, col = spot(root, path)
    found = at(root, path)
    if kind == "value_error":
        message, remedy = context["error"].args  # as the checks of schema.py give them
        code = "TW206" if "language tag" in message else "TW205"
        return Problem(
            file, line, col, code, worded("{where}: {message}", where=_named(path), message=message), remedy
        )
    if kind in RANGES:
        limit = _between(path, model) or RANGES[kind]({**context, "what": _counted(found)})
        fix = _limit_fix(file, path, context)
        return Problem(
            file,
            line,
            col,
            "TW204",
            worded("{named} is {said}", named=_named(path), said=_said(found)),
            worded("use {limit}", limit=limit),
            fix=fix,
        )
    is_not = worded("{named} is {said}", named=_named(path), said=_said(found))
    remedy = worded("use {wanted}", wanted=WANTED.get(kind, worded("another kind of value")))
    if kind == "string_type" and not isinstance(found, Scalar):
        mark = worded("contains a colon and a space") if isinstance(found, Table) else worded("starts with [")
        remedy = worded("{remedy}; put text that {mark} in quotes", remedy=remedy, mark=mark)
    if kind.startswith("model_") and isinstance(found, Scalar) and (pattern := _pattern(path, model)):
        remedy = worded("{remedy}, as in {pattern}", remedy=remedy, pattern=pattern)
    if kind.startswith("model_") and (meant := nearest(where, _keys_at(path, model))):
        remedy = worded(
            "{remedy}; if it is the key {meant} of the entry above, indent it with spaces",
            remedy=remedy,
            meant=shown(meant),
        )
    return Problem(file, line, col, "TW203", is_not, remedy, fix=_kind_fix(file, path, kind, found))


def path_of(error: ErrorDetails) -> Path:
    """Return the path that an error refers to."""
    return tuple(part for part in error["loc"] if part != "[key]")


def _remedy(path: Path, model: type[BaseModel], value: Node) -> str:
    key, known = str(path[-1]), _keys_at(path[:-1], model)
    near = nearest(key, known)
    if near is None and isinstance(value, Scalar) and value.is_null:
        return worded("inside braces, put text that contains a comma in quotes")
    if near is not None:
        return worded("did you mean {near}?", near=shown(near))
    return worded("use one of: {known}", known=with_commas(known))


def _key_fix(file: str, path: Path, model: type[BaseModel], around: Node) -> Mend | None:
    """Build the fix for a misspelt key: the nearest known key, unless that is there too."""
    near = nearest(str(path[-1]), _keys_at(path[:-1], model))
    is_there = isinstance(around, Table) and near in around.values
    return renamed_key(file, path, near) if near is not None and not is_there else None


def _limit_fix(file: str, path: Path, context: Mapping[str, object]) -> Mend | None:
    """Build the fix for a number out of range: the nearest allowed number."""
    limit = context.get("ge", context.get("le"))
    if not isinstance(limit, int | float):
        return None
    return written(file, path, int(limit) if float(limit).is_integer() else limit)


_SWITCHES: Mapping[str, bool] = {
    "yes": True,
    "on": True,
    "true": True,
    "no": False,
    "off": False,
    "false": False,
}
_BETWEEN = re.compile("[,;、，；]")
_MOST_KEYS = 3  # of a pattern that shows how a part is written


def _kind_fix(file: str, path: Path, kind: str, found: Node) -> Mend | None:
    """Build the fix for a value that is only written as another type."""
    if not isinstance(found, Scalar) or not path or found.is_null:
        return None
    text = found.text.strip()
    if kind == "bool_type" and text.casefold() in _SWITCHES:
        return written(file, path, _SWITCHES[text.casefold()])
    if kind in ("int_type", "int_from_float") and re.fullmatch(r"\d{1,9}(\.0+)?", text):
        return written(file, path, int(float(text)))
    if kind == "float_type" and re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", text):
        return written(file, path, float(text))
    if kind == "list_type" and "\n" not in text:
        items = [part for piece in _BETWEEN.split(text) if (part := piece.strip())]
        return written(file, path, items, worded("make it a list")) if items else None
    return None


def _between(path: Path, part: type[BaseModel]) -> Worded | None:
    """Return the range of a number in words, or None if the key does not have both bounds."""
    for model in _models_at(path[:-1], part):
        field = next((one for name, one in model.model_fields.items() if path[-1] in (one.alias, name)), None)
        marks = field.metadata if field is not None else ()
        bounds = {kind: getattr(mark, kind) for mark in marks for kind in ("ge", "le") if hasattr(mark, kind)}
        if len(bounds) == 2:
            return worded("a number from {ge:g} to {le:g}", **bounds)
    return None


def _pattern(path: Path, part: type[BaseModel]) -> str:
    """Show the keys of a part on one line: the required ones, then the first others."""
    for model in _models_at(path, part):
        if issubclass(model, RootModel):
            continue
        fields = {one.alias or name: one for name, one in model.model_fields.items()}
        needed = [key for key, field in fields.items() if field.is_required()]
        if keys := [*needed, *(key for key in fields if key not in needed)][:_MOST_KEYS]:
            return "{" + ", ".join(f"{key}: …" for key in keys) + "}"
    return ""


def _keys_at(path: Path, part: type[BaseModel]) -> list[str]:
    """Return the keys allowed at a path."""
    return [key for model in _models_at(path, part) for key in fields_of(model)]


def _models_at(path: Path, part: type[BaseModel]) -> list[type[BaseModel]]:
    wanted: object = part
    for step in path:
        wanted = _step(wanted, step)
    return [kind for kind in kinds(wanted) if isinstance(kind, type) and issubclass(kind, BaseModel)]


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
    """Return the path of a value in words: `day.wake`, `facts.2.id`."""
    if not path:
        return worded("this")
    return ".".join(str(part + 1) if isinstance(part, int) else part[:40] or '""' for part in path)


def kind_words(node: Node) -> str:
    """Return the type of a node in words, for a message."""
    words = {Items: worded("a list"), Scalar: worded("text"), Table: worded("a group of keys")}
    return words[type(node)]


def _said(node: Node) -> str:
    if not isinstance(node, Scalar):
        return kind_words(node)
    return worded("empty") if node.text == "" else shown(node.text)


def _counted(node: Node) -> Worded:
    return worded("entries") if isinstance(node, Items) else worded("characters")
