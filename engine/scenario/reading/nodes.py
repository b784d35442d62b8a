"""The content of a YAML file with positions: texts, lists and tables, not yet values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

Path = tuple[str | int, ...]
"""The way to a node: keys, and indexes of lists."""

_NULLS = frozenset({"", "~", "null"})


class Scalar(NamedTuple):  # a tuple is made far faster than a frozen record, and a town has 100,000
    """A text as written in the file; `plain` if it was not quoted. `start` and `end` are offsets of its
    beginning and of what follows it; a multi-line text may include empty lines at its end.
    """

    text: str
    plain: bool
    line: int
    col: int
    start: int = 0
    end: int = 0

    @property
    def is_null(self) -> bool:
        """Return whether the value is null: empty, `~` or `null`, unquoted."""
        return self.plain and self.text in _NULLS


@dataclass(frozen=True, slots=True)
class Items:
    """A list, with its line and column, and its start and end offsets in the file."""

    items: tuple[Node, ...]
    line: int
    col: int
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """Keys with their values, with line and column, and start and end offsets in the file."""

    keys: Mapping[str, Scalar]
    values: Mapping[str, Node]
    line: int
    col: int
    start: int = 0
    end: int = 0


Node = Scalar | Items | Table


def at(root: Node, path: Path) -> Node:
    """Return the node at a path, or the nearest one around it."""
    here = root
    for part in path:
        if isinstance(here, Table) and part in here.values:
            here = here.values[str(part)]
        elif isinstance(here, Items) and isinstance(part, int) and part < len(here.items):
            here = here.items[part]
        else:
            break
    return here


def spot(root: Node | None, path: Path, *, key: bool = False) -> tuple[int, int]:
    """Return line and column of the value at a path (of its key, if `key`), or of the nearest node around
    it.
    """
    if root is None:
        return 1, 1
    around = at(root, path[:-1])
    if key and path and isinstance(around, Table) and path[-1] in around.keys:
        name = around.keys[str(path[-1])]
        return name.line, name.col
    node = at(root, path)
    return node.line, node.col
