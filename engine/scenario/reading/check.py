"""From a read file to a checked part: values of the schema's types, every error with its position."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from engine.errors import worded
from engine.language.names.suggesting import shown
from engine.scenario.document.edits import Mend
from engine.scenario.problems import Problem
from engine.scenario.reading.explain import explained, kind_words, path_of
from engine.scenario.reading.nodes import Items, Node, Path, Scalar, Table, spot
from engine.scenario.reading.reader import MOST_PROBLEMS, read_text, read_yaml
from engine.scenario.reading.slips import slip_in
from engine.scenario.reading.values import to_values

UNSAID = "?"
"""Stands for a required text that is missing, so that the rest of the file can still be checked."""

_MOST_ROUNDS = 6
_GONE = object()

M = TypeVar("M", bound=BaseModel)
_PART = re.compile("[^;；]+")


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a part's value: a path of another source, or another path of its own."""

    path: Path
    source: Source[Any] | None = None


@dataclass(frozen=True, slots=True)
class Source(Generic[M]):
    """A file, its nodes, and the part read from it; the part is None if too little of it could be
    understood.
    """

    file: str
    root: Node | None
    part: M | None
    problems: tuple[Problem, ...]
    whole: Node | None = None  # with all that was wrong and is not in the part
    text: str | bytes = ""
    origins: Mapping[Path, Origin] = field(default_factory=dict)  # of what stands elsewhere than in the part

    def note(
        self,
        code: str,
        message: str,
        remedy: str,
        *path: str | int,
        key: bool = False,
        warning: bool = False,
        fix: Mend | None = None,
    ) -> Problem:
        """Build a problem with the value (or the key) at a path of the part. If another file lends the value,
        the problem is placed there, and says for whom; a fix of this file is then dropped.
        """
        origin, below = self._origin(path)
        if origin is not None and origin.source is not None:
            said, own = worded("{message} (for {file})", message=message, file=shown(self.file)), fix
            if own is not None and any(getattr(one, "file", self.file) == self.file for one in own.edits):
                own = None
            way = (*origin.path, *below)
            return origin.source.note(code, said, remedy, *way, key=key, warning=warning, fix=own)
        path = (*origin.path, *below) if origin is not None else path
        line, col = self._statement(path) or spot(self.root, path, key=key)
        return Problem(self.file, line, col, code, message, remedy, "warning" if warning else "error", fix)

    def _statement(self, path: Path) -> tuple[int, int] | None:
        """Return the span of one of several statements in a text, separated by semicolons."""
        if len(path) < 2 or not isinstance(path[-1], int):
            return None
        node = self.root
        for part in path[:-1]:
            node = node.values.get(str(part)) if isinstance(node, Table) else None
        if not isinstance(node, Scalar):
            return None
        text = read_text(self.text, self.file, []) or ""
        found = [one for one in _PART.finditer(text, *_inside(text, node)) if one[0].strip()]
        if path[-1] >= len(found):
            return None
        begins = found[path[-1]].start() + len(found[path[-1]][0]) - len(found[path[-1]][0].lstrip())
        return text.count("\n", 0, begins) + 1, begins - text.rfind("\n", 0, begins)

    def is_lent(self, *path: str | int) -> bool:
        """Return whether another file provides the value at a path of the part."""
        origin, _ = self._origin(path)
        return origin is not None and origin.source is not None

    def _origin(self, path: Path) -> tuple[Origin | None, Path]:
        """Return the origin of the value at a path, if it is elsewhere, and the rest of the path."""
        for many in (2, 3) if self.origins else ():
            if path[:many] in self.origins and len(path) >= many:
                return self.origins[path[:many]], path[many:]
        return None, ()

    def way(self, *path: str | int) -> Path:
        """Return the path in the file of the value at a path of the part; they differ if items before it were
        invalid.
        """
        origin, below = self._origin(path)
        if origin is not None and origin.source is None:
            path = (*origin.path, *below)
        here, there = self.root, self.whole
        found: list[str | int] = []
        for part in path:
            if isinstance(part, int) and isinstance(here, Items) and isinstance(there, Items):
                item = here.items[part] if part < len(here.items) else None
                at = [each.start for each in there.items]
                found.append(at.index(item.start) if item is not None and item.start in at else part)
                here, there = item, there.items[int(found[-1])] if item is not None else None
                continue
            found.append(part)
            here = here.values.get(str(part)) if isinstance(here, Table) else None
            there = there.values.get(str(part)) if isinstance(there, Table) else None
        return tuple(found)


def check_file(text: str | bytes, file: str, model: type[M]) -> Source[M]:
    """Read one file and check its shape. The part holds all valid values, even if there are errors.

    The latest readings are cached, since usually one file of many has changed.
    """
    return cast("Source[M]", _check_file(text, file, model))


@lru_cache(maxsize=128)
def _check_file(text: str | bytes, file: str, model: type[BaseModel]) -> Source[BaseModel]:
    reading = read_yaml(text, file)
    problems = list(reading.problems)
    root = reading.root
    if root is None and problems:
        return Source(file, None, None, tuple(problems))
    if root is None or (isinstance(root, Scalar) and root.is_null):
        problems.append(
            Problem(file, 1, 1, "TW114", worded("the file is empty"), worded("write at least one key"))
        )
        return Source(file, root, None, tuple(problems))
    if not isinstance(root, Table):
        problems.append(_no_keys(root, text, file))
        return Source(file, root, None, tuple(problems))
    return replace(_checked(root, file, model, problems), text=text)


def _no_keys(root: Node, text: str | bytes, file: str) -> Problem:
    """Build the problem of a file that does not begin with a key."""
    lines = (text if isinstance(text, str) else text.decode("utf-8-sig", "replace")).split("\n")
    slip = slip_in(lines, [root.line - 1])
    if slip is not None:
        return Problem(file, slip.line + 1, slip.col + 1, slip.code, slip.message, slip.remedy)
    what = worded(
        "{file} contains {kind_words} instead of keys with values", file=file, kind_words=kind_words(root)
    )
    return Problem(file, root.line, root.col, "TW203", what, worded("start with a key and a colon"))


def _checked(root: Table, file: str, model: type[BaseModel], problems: list[Problem]) -> Source[BaseModel]:
    """Validate a file; report errors, remove the wrong values, and validate the rest."""
    values = to_values(root, model)
    tried: set[Path] = set()
    left: Node = root
    for round_ in range(_MOST_ROUNDS):
        try:
            return Source(file, left, model.model_validate(values, strict=True), tuple(problems), root)
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False, include_input=False)
        if round_ == 0:
            problems = problems + [explained(error, root, file, model) for error in errors[:MOST_PROBLEMS]]
        left = _without(left, _take_out(values, errors, tried))
    return Source(file, root, None, tuple(problems))


def _take_out(values: object, errors: Sequence[ErrorDetails], tried: set[Path]) -> list[Path]:
    """Remove wrong values, and put a placeholder where a required text is missing; return the removed
    paths.
    """
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


def _inside(text: str, node: Scalar) -> tuple[int, int]:
    """Return the span of a scalar's words, without its quotes or block marker."""
    opening = text[node.start : node.start + 1]
    if opening in ("|", ">"):
        return text.find("\n", node.start) + 1, node.end
    return (node.start + 1, node.end - 1) if opening in ('"', "'") else (node.start, node.end)


def _put(values: object, path: Path, value: object) -> None:
    """Set a value at a path; if a text that the schema splits stands there, replace the text."""
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
    """Return the node without the removed list items, so that positions still match the part."""
    below: dict[str | int, list[Path]] = {}
    for path in removed:
        below.setdefault(path[0], []).append(path[1:])
    if isinstance(node, Items):
        kept = [(i, child) for i, child in enumerate(node.items) if () not in below.get(i, ())]
        children = tuple(_without(child, below[i]) if i in below else child for i, child in kept)
        return replace(node, items=children)
    if isinstance(node, Table):
        values = dict(node.values)
        for key, paths in below.items():
            deeper = [path for path in paths if path]
            if deeper and key in values:
                values[str(key)] = _without(values[str(key)], deeper)
        return replace(node, values=values)
    return node
