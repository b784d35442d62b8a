"""Splices: one minimal change of a file's text, which keeps comments and layout around it.

Each function takes a text that reads without a fault, and returns it with one thing changed. What begins with
a bracket is extended between brackets, all else on lines of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from engine.scenario.document.spots import (
    above,
    children,
    cut,
    dashes,
    end_of,
    is_flow,
    line_end,
    line_start,
    node_at,
    on_own_lines,
    root_of,
)
from engine.scenario.document.values import Said, said
from engine.scenario.document.wording import block, inline, is_inline, scalar
from engine.scenario.reading.nodes import Items, Node, Path, Scalar, Table

_STEP = 2  # spaces by which a value stands in below its key


def put(text: str, path: Path, value: Said, order: Sequence[str] = ()) -> str:
    """Set a value at a path of a text; a new key is placed after those of `order` before it. If a list or
    table stays one, only what differs is changed.
    """
    root = root_of(text)
    node = node_at(root, path)
    if node is None:
        around = node_at(root, path[:-1])
        if around is None:
            return put(text, path[:-1], {str(path[-1]): value}, order)
        return add_key(text, path[:-1], str(path[-1]), value, order)
    old = said(node)
    if old == value and type(old) is type(value):
        return text
    if isinstance(node, Table) and isinstance(value, Mapping) and not node.values.keys().isdisjoint(value):
        return _put_keys(text, path, node, value)
    if isinstance(node, Items) and isinstance(value, list) and node.items and value:
        return _put_items(text, path, node, value)
    return _replaced(text, root, path, node, value)


def add_key(text: str, path: Path, key: str, value: Said, order: Sequence[str] = ()) -> str:
    """Add a key to a text, after those of `order` before it, or as the last."""
    root = root_of(text)
    table = node_at(root, path)
    if not isinstance(table, Table) or not table.keys:
        return _replaced(text, root, path, table, {key: value})
    names = list(table.keys)
    before, first = _before(names, key, order), table.keys[names[0]]
    if is_flow(text, table):
        written = inline({key: value})[1:-1]
        if before is None:
            return cut(text, first.start, first.start, f"{written}, ")
        after = end_of(text, table.values[before])
        return cut(text, after, after, f", {written}")
    indent = first.col - 1
    written = block({key: value}, indent)
    if before is None:
        return cut(text, first.start, first.start, f"{written.lstrip()}\n{' ' * indent}")
    after = line_end(text, end_of(text, table.values[before]))
    return cut(text, after, after, f"\n{written}")


def add_item(text: str, path: Path, place: int, value: Said) -> str:
    """Add an item to a list of a text."""
    root = root_of(text)
    items = node_at(root, path)
    if not isinstance(items, Items) or not items.items:
        return put(text, path, [value])
    if is_flow(text, items):
        if place < len(items.items):
            start = items.items[place].start
            return cut(text, start, start, f"{inline(value)}, ")
        end = end_of(text, items.items[-1])
        return cut(text, end, end, f", {inline(value)}")
    indent = items.col - 1
    written = f"- {_behind_dash(value, indent, _between_braces(text, items))}"
    if place == 0:
        return cut(text, items.start, items.start, f"{written}\n{' ' * indent}")
    after = line_end(text, end_of(text, items.items[place - 1]))
    return cut(text, after, after, f"\n{' ' * indent}{written}")


def remove(text: str, path: Path) -> str:
    """Remove what is at a path of a text. A list or table from which everything is removed stays, empty."""
    root = root_of(text)
    around, last = node_at(root, path[:-1]), path[-1]
    if isinstance(around, Table):
        places = [(key.start, end_of(text, around.values[name])) for name, key in around.keys.items()]
        number = list(around.keys).index(str(last))
    elif isinstance(around, Items) and is_flow(text, around):
        places, number = [(item.start, end_of(text, item)) for item in around.items], int(last)
    elif isinstance(around, Items):
        marks = dashes(text, around)
        places = [(dash, end_of(text, item)) for dash, item in zip(marks, around.items, strict=True)]
        number = int(last)
    else:
        return text
    if len(places) == 1:
        return _replaced(text, root, path[:-1], around, {} if isinstance(around, Table) else [])
    if is_flow(text, around):
        return _without_between(text, places, number)
    return _without_lines(text, places, number)


def move(text: str, path: Path, to: int) -> str:
    """Move an item or a key of a text among its neighbours, with the comments above and behind it."""
    root = root_of(text)
    around, last = node_at(root, path[:-1]), path[-1]
    if isinstance(around, Table):
        keys = list(around.keys)
        starts = [around.keys[key].start for key in keys]
        number = keys.index(str(last))
    elif isinstance(around, Items):
        starts = [item.start for item in around.items] if is_flow(text, around) else dashes(text, around)
        number = int(last)
    else:
        return text
    if is_flow(text, around):
        value = said(node_at(root, path))
        if isinstance(around, Items):
            return add_item(remove(text, path), path[:-1], to, value)
        rest = [key for key in around.keys if key != last]
        rest.insert(to, str(last))
        return put(remove(text, path), path, value, rest)
    ends = [line_end(text, end_of(text, child)) for child in children(around)]
    if on_own_lines(text, starts):
        starts = [above(text, start) for start in starts]
    pieces = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    between = [text[end:start] for end, start in zip(ends, starts[1:], strict=False)]
    pieces.insert(to, pieces.pop(number))
    woven = [part for pair in zip(pieces, [*between, ""], strict=True) for part in pair]
    return cut(text, starts[0], ends[-1], "".join(woven))


def rename_key(text: str, path: Path, name: str) -> str:
    """Rename the key at a path of a text."""
    table = node_at(root_of(text), path[:-1])
    if not isinstance(table, Table):
        return text
    key = table.keys[str(path[-1])]
    written = inline({name: 0})[1:-1].rpartition(":")[0]
    return cut(text, key.start, end_of(text, key), written)


# ---- what differs in lists and keys


def _put_keys(text: str, path: Path, table: Table, value: Mapping[str, Said]) -> str:
    for key in table.keys:
        if key not in value:
            text = remove(text, (*path, key))
    for key, child in value.items():
        text = put(text, (*path, key), child, list(value))
    return text


def _put_items(text: str, path: Path, items: Items, value: Sequence[Said]) -> str:
    old = [said(item) for item in items.items]
    changes = SequenceMatcher(None, [repr(one) for one in old], [repr(one) for one in value], autojunk=False)
    for what, one, two, new_one, new_two in reversed(changes.get_opcodes()):
        if what == "equal":
            continue
        both = min(two - one, new_two - new_one)
        for number in range(new_two - new_one - 1, both - 1, -1):
            text = add_item(text, path, two, value[new_one + number])
        for number in range(two - 1, one + both - 1, -1):
            text = remove(text, (*path, number))
        for number in range(both):
            text = put(text, (*path, one + number), value[new_one + number])
    return text


# ---- one value in place of another


def _replaced(text: str, root: Node | None, path: Path, node: Node | None, value: Said) -> str:
    """Replace a value of a text by one of another kind, or a text by another."""
    if not path:
        return block(value, 0) + "\n" if value else "{}\n"
    around = node_at(root, path[:-1])
    if node is None or not isinstance(around, (Table, Items)):
        return text
    if is_flow(text, around):
        blank = "" if node.end > node.start or text[node.start - 1] == " " else " "
        return cut(text, node.start, end_of(text, node), blank + inline(value))
    if isinstance(around, Items):
        dash = dashes(text, around)[int(path[-1])]
        return _behind(text, dash + 1, node, _behind_dash(value, around.col - 1, False))
    key = around.keys[str(path[-1])]
    colon = text.index(":", end_of(text, key)) + 1
    if isinstance(value, (list, Mapping)) and not is_inline(key.text, value):
        return _below(text, colon, node, block({key.text: value}, key.col - 1))
    folded = isinstance(node, Scalar) and text[node.start : node.start + 1] == ">"
    if isinstance(value, (list, Mapping)):
        return _behind(text, colon, node, inline(value))
    return _behind(text, colon, node, scalar(value, key.col - 1 + _STEP, folded=folded))


def _behind(text: str, mark: int, node: Node, written: str) -> str:
    """Write a value on the line of a colon or dash, in place of a node; a comment behind the node stays on
    that line.
    """
    end = max(mark, end_of(text, node))
    is_below = node.end == node.start or "\n" in text[mark : node.start] or not text[mark : node.start]
    remarks = _after_comment(text, mark, node) if is_below and node.end > node.start else ""
    if "\n" in written:
        rest = text[end : line_end(text, end)].rstrip()
        remarks, end = remarks + rest, end + len(rest)
    first, *lines = written.split("\n", 1)
    written = "\n".join([f"{first}{remarks}", *lines])
    return (
        cut(text, mark, end, f" {written}".rstrip(" ")) if is_below else cut(text, node.start, end, written)
    )


def _after_comment(text: str, mark: int, node: Node) -> str:
    """Return the comment between a colon and the value on the lines below it."""
    remark = text[mark : node.start].split("\n", 1)[0].rstrip()
    return remark if remark.lstrip().startswith("#") else ""


def _below(text: str, colon: int, node: Node, written: str) -> str:
    """Write a list or table on the lines below a colon, in place of a node."""
    lines = written.split("\n", 1)[1]
    if node.end > node.start:
        rest = _after_comment(text, colon, node)
        text = cut(text, colon, end_of(text, node), rest)
    end = line_end(text, colon)
    return cut(text, end, end, f"\n{lines}")


def _before(names: Sequence[str], key: str, order: Sequence[str]) -> str | None:
    """Return the key of a table after which a new key belongs, or None for the first position."""
    if key not in order:
        return names[-1]
    sooner = set(order[: order.index(key)])
    there = [name for name in names if name in sooner]
    return there[-1] if there else None


def _behind_dash(value: Said, indent: int, braced: bool) -> str:
    if isinstance(value, Mapping) and value and not braced:
        return block(value, indent + _STEP).lstrip()
    if isinstance(value, (list, Mapping)):
        return inline(value)
    return scalar(value, indent + _STEP)


def _between_braces(text: str, items: Items) -> bool:
    return any(isinstance(item, Table) and is_flow(text, item) for item in items.items)


# ---- less than there was


def _without_between(text: str, places: Sequence[tuple[int, int]], number: int) -> str:
    """Remove one of the elements between brackets, with its comma."""
    start, end = places[number]
    if number + 1 < len(places):
        following = places[number + 1][0]
        if "#" not in text[end:following] and "\n" not in text[end:following]:
            return cut(text, start, following, "")
        comma = text.index(",", end) + 1
        return cut(text, start, comma, "")
    before = places[number - 1][1]
    return cut(text, start if "#" in text[before:start] else before, end, "")


def _without_lines(text: str, places: Sequence[tuple[int, int]], number: int) -> str:
    """Remove one of the elements that stand on lines of their own."""
    start, end = places[number]
    begin = line_start(text, start)
    if text[begin:start].strip():  # behind a dash, or behind the colon of nobody
        following = places[number + 1][0]
        gap = text[end:following]
        return cut(text, start, end if "#" in gap else following, "")
    stop = line_end(text, end)
    return cut(text, begin, stop + 1, "") if stop < len(text) else cut(text, max(0, begin - 1), stop, "")
