"""From a read file to a checked part: types where the schema wants them, every error with its position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from engine.scenario.problems import Problem
from engine.scenario.reading.explain import explained, kind_words, path_of
from engine.scenario.reading.nodes import Items, Node, Path, Scalar, Table, spot
from engine.scenario.reading.reader import MOST_PROBLEMS, read_yaml
from engine.scenario.reading.values import to_values

UNSAID = "?"
"""Stands for a required text that is missing, so that the rest of the file can still be checked."""

_MOST_ROUNDS = 6
_GONE = object()

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
        """Return a problem with the value (or the key) at a path of this file."""
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
        what = f"{file} is {kind_words(root)}, not keys with values"
        problems.append(Problem(file, root.line, root.col, "TW203", what, "begin with a key and a colon"))
        return Source(file, root, None, tuple(problems))
    return _checked(root, file, model, problems)


def _checked(root: Table, file: str, model: type[M], problems: list[Problem]) -> Source[M]:
    """Validate; on errors report them, take the wrong values out and validate what is left."""
    values = to_values(root, model)
    tried: set[Path] = set()
    left: Node = root
    for round_ in range(_MOST_ROUNDS):
        try:
            return Source(file, left, model.model_validate(values, strict=True), tuple(problems))
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False, include_input=False)
        if round_ == 0:
            problems = problems + [explained(error, root, file, model) for error in errors[:MOST_PROBLEMS]]
        left = _without(left, _take_out(values, errors, tried))
    return Source(file, root, None, tuple(problems))


def _take_out(values: object, errors: Sequence[ErrorDetails], tried: set[Path]) -> list[Path]:
    """Remove what is wrong, and put a stand-in where a required text is missing; says what was removed."""
    removed: list[Path] = []
    for error in errors:
        path = path_of(error)
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
    """Put a value at a path; when a text stands there that the schema took apart, in place of the text."""
    into, last = values, path[-1]
    for part in path[:-1]:
        into = _into(into, part)
    if isinstance(into, dict):
        into[last] = value
    elif not isinstance(into, list):
        if len(path) > 1:
            _put(values, path[:-1], value)
    elif isinstance(last, int):
        into[last] = value


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
    """Return the node without the list items that were removed, so that positions still match the part."""
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
