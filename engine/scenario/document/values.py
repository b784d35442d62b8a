"""The values in a file of a scenario, without their positions: as written, and as an edit leaves them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.errors import BadInput, worded
from engine.scenario.reading.nodes import Items, Node, Path, Scalar, Table
from engine.scenario.reading.reader import read_yaml
from engine.scenario.reading.schema import statements

Said = str | int | float | bool | None | Sequence["Said"] | Mapping[str, "Said"]
"""A text, a number, a switch, nothing, a list or keys with values."""

_WHOLE, _NUMBER = re.compile(r"-?\d+"), re.compile(r"-?\d+\.\d+")


def said(node: Node | None) -> Said:
    """Return the value of a node. A quoted text is always a text."""
    if isinstance(node, Table):
        return {key: said(child) for key, child in node.values.items()}
    if isinstance(node, Items):
        return [said(child) for child in node.items]
    return _leaf(node) if node is not None else None


def said_in(text: str, file: str) -> Said:
    """Return the value of a file's text. Raises BadInput, with the line, if it cannot be read."""
    return said(sound(text.removeprefix("\ufeff"), file))


def sound(text: str, file: str) -> Node | None:
    """Return the node tree of a file's text. Raises BadInput, with the line, if it cannot be read."""
    reading = read_yaml(text, file)
    if reading.errors:
        first = reading.errors[0]
        raise BadInput(
            worded(
                "{file}, line {line}: {message}; fix this in the text first",
                file=file,
                line=first.line,
                message=first.message,
            )
        )
    return reading.root


def said_at(value: Said, path: Path) -> Said:
    """Return the value at a path, or None."""
    try:
        return at(value, path)
    except (KeyError, IndexError):
        return None


def seed_of(value: Said) -> list[str]:
    """Return a persona's first memories, written as a list or separated by semicolons."""
    if isinstance(value, list):
        return [str(one) for one in value]
    return statements(value) if isinstance(value, str) else []


def seed_changed(old: Said, seed: Sequence[Said]) -> Said:
    """Return first memories in the form in which they were written, if possible; a memory that contains a
    semicolon forces a list.
    """
    told = [str(statement) for statement in seed]
    parted = [one for statement in told for one in statements(statement)]
    is_same = parted == [" ".join(statement.split()) for statement in told]
    return "; ".join(told) if is_same and not isinstance(old, list) else told


def _leaf(scalar: Scalar) -> Said:
    text = scalar.text
    if scalar.is_null:
        return None
    if not scalar.plain:
        return text
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.fullmatch(text) and str(int(text)) == text:
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) and repr(float(text)) == text else text


def at(value: Said, path: Path) -> Said:
    """Return the value at a path. Raises KeyError or IndexError if there is none."""
    for part in path:
        if isinstance(value, Mapping):
            value = value[str(part)]
        elif isinstance(value, list) and isinstance(part, int):
            value = value[part]
        else:
            raise KeyError(part)
    return value


def with_set(value: Said, path: Path, new: Said) -> Said:
    """Return a value with a new value set at a path; missing keys on the way are created."""
    if not path:
        return new
    part, rest = path[0], path[1:]
    if isinstance(part, int):
        items = list(value) if isinstance(value, list) else []
        items[part] = with_set(items[part], rest, new)
        return items
    table = dict(value) if isinstance(value, Mapping) else {}
    table[part] = with_set(table.get(part), rest, new)
    return table


def with_added(value: Said, path: Path, new: Said, at_place: int) -> Said:
    """Return a value with an item added to the list at a path."""
    items = list(_list(said_at(value, path)))
    items.insert(at_place, new)
    return with_set(value, path, items)


def with_removed(value: Said, path: Path) -> Said:
    """Return a value with the element at a path removed; an emptied list or table stays."""
    around, last = at(value, path[:-1]), path[-1]
    if isinstance(around, Mapping):
        left: Said = {key: child for key, child in around.items() if key != last}
    else:
        left = [child for n, child in enumerate(_list(around)) if n != last]
    return with_set(value, path[:-1], left)


def with_moved(value: Said, path: Path, to: int) -> Said:
    """Return a value with an item or key moved among its neighbours."""
    around, last = at(value, path[:-1]), path[-1]
    if isinstance(around, Mapping):
        keys = [key for key in around if key != last]
        keys.insert(to, str(last))
        return with_set(value, path[:-1], {key: around[key] for key in keys})
    items = list(_list(around))
    items.insert(to, items.pop(int(last)))
    return with_set(value, path[:-1], items)


def with_key_renamed(value: Said, path: Path, name: str) -> Said:
    """Return a value with the key at a path renamed in place."""
    around = at(value, path[:-1])
    keys = around if isinstance(around, Mapping) else {}
    return with_set(value, path[:-1], {name if key == path[-1] else key: keys[key] for key in keys})


def _list(value: Said) -> Sequence[Said]:
    return value if isinstance(value, list) else []
