"""What a YAML file says, with the position of everything: texts, lists and tables, not yet values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

Path = tuple[str | int, ...]
"""The way to a node: keys, and indexes of lists."""

_NULLS = frozenset({"", "~", "null"})


class Scalar(NamedTuple):  # a tuple is made far faster than a frozen record, and a town has 100,000
    """A text as it stands in the file; `plain` when it was not quoted. `start` and `end` count the characters
    before it, and before what follows it; a text of several lines may end with lines that are empty.
    """

    text: str
    plain: bool
    line: int
    col: int
    start: int = 0
    end: int = 0

    @property
    def is_null(self) -> bool:
        """Return whether nothing is said here: empty, `~` or `null`, unquoted."""
        return self.plain and self.text in _NULLS


@dataclass(frozen=True, slots=True)
class Items:
    """A list, where it begins, and before and after how many characters of the file it stands."""

    items: tuple[Node, ...]
    line: int
    col: int
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """Keys with their values, where they begin, and before and after how many characters of the file they
    stand.
    """

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
    """Line and column of the value at a path (of its key, if `key`), or of the nearest thing around it."""
    if root is None:
        return 1, 1
    around = at(root, path[:-1])
    if key and path and isinstance(around, Table) and path[-1] in around.keys:
        name = around.keys[str(path[-1])]
        return name.line, name.col
    node = at(root, path)
    return node.line, node.col
