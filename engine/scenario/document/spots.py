"""Positions in the text of a file: from which character to which, on which lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from engine.scenario.reading.nodes import Items, Node, Path, Table
from engine.scenario.reading.reader import read_yaml


def root_of(text: str) -> Node | None:
    """Parse a text and return its root node."""
    return read_yaml(text, "").root


def node_at(root: Node | None, path: Path) -> Node | None:
    """Return the node at a path, or None."""
    here = root
    for part in path:
        if isinstance(here, Table) and part in here.values:
            here = here.values[str(part)]
        elif isinstance(here, Items) and isinstance(part, int) and part < len(here.items):
            here = here.items[part]
        else:
            return None
    return here


def line_of(text: str, path: Path) -> int:
    """Return the line, counted from 1, of the key at a path; 0 if there is none."""
    around = node_at(root_of(text), path[:-1])
    if isinstance(around, Table) and path[-1] in around.keys:
        return around.keys[str(path[-1])].line
    return 0


def children(node: Table | Items) -> Sequence[Node]:
    """Return the child nodes of a list or table."""
    return list(node.values.values()) if isinstance(node, Table) else node.items


def is_flow(text: str, node: Node | None) -> bool:
    """Return whether a node is a list or table between brackets."""
    return isinstance(node, (Table, Items)) and text[node.start : node.start + 1] in ("[", "{")


def end_of(text: str, node: Node) -> int:
    """Return the offset at which a node's content ends, without the empty lines that a multi-line text
    includes.
    """
    return node.start + len(text[node.start : node.end].rstrip())


def dashes(text: str, items: Items) -> list[int]:
    """Return the offset of each item's dash. Comments between two items may contain dashes of their own."""
    found = [items.start]
    dash = re.compile(rf"^ {{{items.col - 1}}}-(?=\s|$)", re.MULTILINE)
    for one, other in pairwise(items.items):
        gap = dash.search(text, end_of(text, one), other.start + 1 if other.end > other.start else len(text))
        found.append(gap.end() - 1 if gap else other.start)
    return found


def on_own_lines(text: str, starts: Sequence[int]) -> bool:
    """Return whether each of some positions is the first on its line."""
    return not any(text[line_start(text, start) : start].strip() for start in starts)


def above(text: str, start: int) -> int:
    """Return the start of a line, or of the comments right above it."""
    begin = line_start(text, start)
    while begin and text[line_start(text, begin - 1) : begin - 1].lstrip().startswith("#"):
        above = line_start(text, begin - 1)
        if above == 0:  # what stands at the head of a file is of all of it
            break
        begin = above
    return begin


def line_start(text: str, at_place: int) -> int:
    """Return the start of the line of a character."""
    return text.rfind("\n", 0, at_place) + 1


def line_end(text: str, at_place: int) -> int:
    """Return the end of the line of a character, before the line break."""
    end = text.find("\n", at_place)
    return len(text) if end < 0 else end


def cut(text: str, start: int, end: int, written: str) -> str:
    """Replace the text between two offsets."""
    return text[:start] + written + text[end:]
