"""From a read file to a checked part: types where the schema wants them, every error with its position."""

from __future__ import annotations

import re
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, RootModel, ValidationError
from pydantic_core import ErrorDetails

from engine.scenario.problems import Problem, did_you_mean, shown
from engine.scenario.reader import MOST_PROBLEMS, Items, Node, Scalar, Table, read_yaml, spot

UNSAID = "?"
"""Stands for a required text that is missing, so that the rest of the file can still be checked."""

_WHOLE = re.compile(r"[-+]?(0|[1-9]\d{0,17})")
_NUMBER = re.compile(r"[-+]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][-+]?\d{1,3})?")
_MOST_ROUNDS = 6
_GONE = object()

Path = tuple[str | int, ...]

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Source(Generic[M]):
    """A file, what it says as nodes, and as a part: None when too little of it could be understood."""

    file: str
    root: Node | None
    part: M | None
    problems: tuple[Problem, ...]

    def note(
        self, code: str, message: str, remedy: str, *path: str | int, key: bool = False, warning: bool = False
    ) -> Problem:
        """A problem with the value (or the key) at a path of this file."""
        line, col = spot(self.root, path, key=key)
        return Problem(self.file, line, col, code, message, remedy, "warning" if warning else "error")


def check_file(text: str | bytes, file: str, model: type[M]) -> Source[M]:
    """Read one file and check its shape. The part holds all that is right, even when something is wrong."""
    reading = read_yaml(text, file)
    problems = list(reading.problems)
    root = reading.root
    if root is None and problems:
        return Source(file, None, None, tuple(problems))
    if root is None or (isinstance(root, Scalar) and root.is_null):
        problems.append(Problem(file, 1, 1, "TW114", "the file says nothing", "write at least one key"))
        return Source(file, root, None, tuple(problems))
    if not isinstance(root, Table):
        what = f"{file} is {_kind(root)}, not keys with values"
        problems.append(Problem(file, root.line, root.col, "TW203", what, "begin with a key and a colon"))
        return Source(file, root, None, tuple(problems))
    return _checked(root, file, model, problems)


def _checked(root: Table, file: str, model: type[M], problems: list[Problem]) -> Source[M]:
    """Validate; on errors report them, take the wrong values out and validate what is left."""
    values = _values(root, model)
    tried: set[Path] = set()
    left: Node = root
    for round_ in range(_MOST_ROUNDS):
        try:
            return Source(file, left, model.model_validate(values, strict=True), tuple(problems))
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False, include_input=False)
        if round_ == 0:
            problems = problems + [_problem(error, root, file, model) for error in errors[:MOST_PROBLEMS]]
        left = _without(left, _take_out(values, errors, tried))
    return Source(file, root, None, tuple(problems))


# ---------------------------------------------------------------- texts to values


def _values(node: Node, wanted: object) -> object:
    """The node as the validator may see it: a text becomes a number only where a number is wanted."""
    kinds = _kinds(wanted)
    if isinstance(node, Scalar):
        return _leaf(node, kinds)
    if isinstance(node, Items):
        item = next((get_args(kind)[0] for kind in kinds if get_origin(kind) is list), object)
        return [_values(child, item) for child in node.items]
    model = next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)), None)
    if model is not None and not issubclass(model, RootModel):
        return _fields(node, model)
    if model is not None:
        kinds = _kinds(model.model_fields["root"].annotation)
    value = next((get_args(kind)[1] for kind in kinds if get_origin(kind) is dict), object)
    return {key: _values(child, value) for key, child in node.values.items()}


def _fields(node: Table, model: type[BaseModel]) -> dict[str, object]:
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    others = get_args(_extra_of(model))[1] if model.model_config.get("extra") == "allow" else object
    values: dict[str, object] = {}
    for key, child in node.values.items():
        field = fields.get(key)
        if field is not None and isinstance(child, Scalar) and child.is_null:
            continue  # nothing said: as if the key were not there
        values[key] = _values(child, field.annotation if field is not None else others)
    return values


def _extra_of(model: type[BaseModel]) -> object:
    return get_type_hints(model)["__pydantic_extra__"]


def _kinds(wanted: object) -> list[Any]:
    """The plain types a field may hold, without annotations and unions around them."""
    origin = get_origin(wanted)
    if origin is Annotated:
        return _kinds(get_args(wanted)[0])
    if origin in (Union, types.UnionType):
        return [kind for option in get_args(wanted) for kind in _kinds(option)]
    return [wanted]


def _leaf(scalar: Scalar, kinds: Sequence[object]) -> object:
    text = scalar.text
    if not scalar.plain:
        return text
    if bool in kinds and text in ("true", "false"):
        return text == "true"
    if int in kinds and _WHOLE.fullmatch(text):
        return int(text)
    if float in kinds and _NUMBER.fullmatch(text):
        return float(text)
    if scalar.is_null and any(isinstance(kind, type) and issubclass(kind, BaseModel) for kind in kinds):
        return {}
    return text


# ---------------------------------------------------------------- errors to problems


def _take_out(values: object, errors: Sequence[ErrorDetails], tried: set[Path]) -> list[Path]:
    """Remove what is wrong, and put a stand-in where a required text is missing; says what was removed."""
    removed: list[Path] = []
    for error in errors:
        path = _path(error)
        if error["type"] == "missing" and path not in tried:
            tried.add(path)
            _put(values, path, UNSAID)
            continue
        path = path[:-1] if error["type"] == "missing" else path
        if path:
            _put(values, path, _GONE)
            removed.append(path)
    _sweep(values)
    return removed


def _put(values: object, path: Path, value: object) -> None:
    into = values
    for part in path[:-1]:
        into = _into(into, part)
    if isinstance(into, dict):
        into[path[-1]] = value
    elif isinstance(into, list) and isinstance(path[-1], int):
        into[path[-1]] = value


def _into(values: object, part: str | int) -> object:
    if isinstance(values, list) and isinstance(part, int):
        return values[part]
    return values[part] if isinstance(values, dict) else None


def _sweep(values: object) -> None:
    if isinstance(values, list):
        values[:] = [value for value in values if value is not _GONE]
        for value in values:
            _sweep(value)
    elif isinstance(values, dict):
        for key in [key for key, value in values.items() if value is _GONE]:
            del values[key]
        for value in values.values():
            _sweep(value)


def _without(node: Node, removed: Sequence[Path]) -> Node:
    """The node without the list items that were removed, so that positions still match the part."""
    below: dict[str | int, list[Path]] = {}
    for path in removed:
        below.setdefault(path[0], []).append(path[1:])
    if isinstance(node, Items):
        kept = [(i, child) for i, child in enumerate(node.items) if () not in below.get(i, ())]
        children = tuple(_without(child, below[i]) if i in below else child for i, child in kept)
        return Items(children, node.line, node.col)
    if isinstance(node, Table):
        values = dict(node.values)
        for key, paths in below.items():
            deeper = [path for path in paths if path]
            if deeper and key in values:
                values[str(key)] = _without(values[str(key)], deeper)
        return Table(node.keys, values, node.line, node.col)
    return node


def _path(error: ErrorDetails) -> Path:
    return tuple(part for part in error["loc"] if part != "[key]")


def _problem(error: ErrorDetails, root: Table, file: str, model: type[BaseModel]) -> Problem:
    path = _path(error)
    kind, context = error["type"], error.get("ctx", {})
    where = str(path[-1]) if path else file
    if kind == "extra_forbidden":
        line, col = spot(root, path, key=True)
        return Problem(file, line, col, "TW201", f"unknown key {shown(where)}", _remedy(path, model))
    if kind == "missing":
        line, col = spot(root, path[:-1])
        missing = f"{shown(where)} is missing"
        return Problem(file, line, col, "TW202", missing, f"add a line beginning with `{where}:`")
    line, col = spot(root, path)
    found = _at(root, path)
    if kind == "value_error":
        message, _, remedy = str(context["error"]).partition("|")
        code = "TW206" if "language tag" in message else "TW205"
        return Problem(file, line, col, code, f"{_named(path)}: {message}", remedy)
    if kind in _RANGES:
        limit = _RANGES[kind].format(**context)
        return Problem(file, line, col, "TW204", f"{_named(path)} is {_said(found)}", f"write {limit}")
    is_not = f"{_named(path)} is {_said(found)}"
    return Problem(file, line, col, "TW203", is_not, f"write {_WANTED.get(kind, 'another kind of value')}")


_RANGES: Mapping[str, str] = {
    "greater_than_equal": "a number of at least {ge:g}",
    "greater_than": "a number above {gt:g}",
    "less_than_equal": "a number of at most {le:g}",
    "less_than": "a number below {lt:g}",
    "string_too_short": "a text that is not empty",
    "string_too_long": "a text of at most {max_length} characters",
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


def _remedy(path: Path, model: type[BaseModel]) -> str:
    known = _keys_at(path[:-1], model)
    return did_you_mean(str(path[-1]), known, f"known here: {', '.join(known)}")


def _keys_at(path: Sequence[str | int], model: type[BaseModel]) -> list[str]:
    """The keys that may stand where a path leads."""
    wanted: object = model
    for part in path:
        wanted = _step(wanted, part)
    kinds = [kind for kind in _kinds(wanted) if isinstance(kind, type) and issubclass(kind, BaseModel)]
    return [field.alias or name for kind in kinds for name, field in kind.model_fields.items()]


def _step(wanted: object, part: str | int) -> object:
    for kind in _kinds(wanted):
        if isinstance(kind, type) and issubclass(kind, RootModel):
            return _step(kind.model_fields["root"].annotation, part)
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            fields = {field.alias or name: field.annotation for name, field in kind.model_fields.items()}
            return fields.get(str(part)) or get_args(_extra_of(kind))[1]
        if get_origin(kind) in (list, dict):
            return get_args(kind)[-1]
    return object


def _at(root: Node, path: Sequence[str | int]) -> Node:
    here = root
    for part in path:
        if isinstance(here, Table) and part in here.values:
            here = here.values[str(part)]
        elif isinstance(here, Items) and isinstance(part, int) and part < len(here.items):
            here = here.items[part]
    return here


def _named(path: Sequence[str | int]) -> str:
    """The way to a value in words: `day.wake`, `facts.2.id`."""
    return ".".join(str(part + 1) if isinstance(part, int) else part[:40] for part in path) or "this"


def _kind(node: Node) -> str:
    kinds = {Items: "a list", Scalar: "a text", Table: "keys with values"}
    return kinds[type(node)]


def _said(node: Node) -> str:
    if not isinstance(node, Scalar):
        return _kind(node)
    return "empty" if node.text == "" else shown(node.text)
