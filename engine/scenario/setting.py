"""Setting: put settings of cognition into the text of a town.yaml, and leave all else as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import yaml

from engine.errors import BadInput

TOWN_FILE = "town.yaml"
_SECTION = "cognition"
_REMEDY = "write it there by hand, under `cognition`"

Number = int | float
Value = Number | Mapping[str, Number]


@dataclass(frozen=True, slots=True)
class _Splice:
    """A stretch of the text, and what comes in its place."""

    begin: int
    end: int
    text: str


def with_settings(text: str, values: Mapping[str, Value]) -> str:
    """Return a town.yaml that says these settings under `cognition`. Only the values that differ are changed:
    comments, order and spelling of all else stay. The text is one that the reader takes.

    Raises BadInput where the section is no table.
    """
    if not values:
        return text
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    bare = text.removeprefix(mark)
    root = yaml.compose(bare, Loader=yaml.SafeLoader)  # the one in Python counts characters, not bytes
    if not isinstance(root, yaml.MappingNode):
        raise BadInput(f"{TOWN_FILE} holds no table of keys; {_REMEDY}")
    splices = _set(bare, root, {_SECTION: values}, _Where(TOWN_FILE))
    for one in sorted(splices, key=lambda splice: splice.begin, reverse=True):
        bare = bare[: one.begin] + one.text + bare[one.end :]
    return mark + bare


@dataclass(frozen=True, slots=True)
class _Where:
    """What a table is, for whoever is told that something is wrong with it."""

    name: str


def _set(text: str, table: yaml.MappingNode, values: Mapping[str, object], where: _Where) -> list[_Splice]:
    """Return what has to be changed in a table for these values to stand in it."""
    there = {str(key.value): value for key, value in table.value}
    splices, new = [], {}
    for name, value in values.items():
        node = there.get(name)
        if node is None:
            new[name] = value
        elif isinstance(value, Mapping):
            splices += _into(text, node, value, _Where(f"{name!r} in {where.name}"))
        elif not isinstance(node, yaml.ScalarNode):
            raise BadInput(f"{name!r} in {where.name} is no number; {_REMEDY}")
        elif not _says(node.value, value):
            splices.append(_Splice(node.start_mark.index, node.end_mark.index, _number(value)))
    return [*splices, *([_added(text, table, new)] if new else [])]


def _into(text: str, node: yaml.Node, values: Mapping[str, object], where: _Where) -> list[_Splice]:
    """Return what has to be changed where a table stands, or is to stand."""
    if isinstance(node, yaml.MappingNode):
        return _set(text, node, values, where)
    if isinstance(node, yaml.ScalarNode) and node.value in ("", "~", "null"):
        at = node.start_mark.index
        if node.value:
            return [_Splice(at, node.end_mark.index, _in_braces(values))]
        return [_Splice(at, at, f" {_in_braces(values)}")]
    raise BadInput(f"{where.name} is no table of keys; {_REMEDY}")


def _added(text: str, table: yaml.MappingNode, new: Mapping[str, object]) -> _Splice:
    """Return new keys at the end of a table, written as those before them."""
    if table.flow_style:
        at = table.end_mark.index - 1  # the closing brace
        before = text[:at].rstrip()
        joint = "" if before.endswith("{") else " " if before.endswith(",") else ", "
        return _Splice(len(before), len(before), joint + _in_braces(new)[1:-1])
    newline = "\r\n" if "\r\n" in text else "\n"
    indent = " " * table.value[0][0].start_mark.column
    at = _line_end(text, _last(table))
    lead = "" if text[:at].endswith("\n") or not at else newline
    lines = [line for name, value in new.items() for line in _lines(name, value, indent)]
    return _Splice(at, at, lead + "".join(f"{line}{newline}" for line in lines))


def _lines(name: str, value: object, indent: str) -> list[str]:
    if isinstance(value, Mapping) and any(isinstance(inner, Mapping) for inner in value.values()):
        below = (line for key, one in value.items() for line in _lines(key, one, f"{indent}  "))
        return [f"{indent}{name}:", *below]
    if isinstance(value, Mapping) and not indent:
        return [f"{name}:", *(f"  {key}: {_number(one)}" for key, one in value.items())]
    return [f"{indent}{name}: {_in_braces(value) if isinstance(value, Mapping) else _number(value)}"]


def _last(node: yaml.Node) -> int:
    """Return where the last word of a node ends; for YAML a table in lines ends where the next begins."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def _line_end(text: str, at: int) -> int:
    """Return where the line after a place begins, or the text ends."""
    if at and text[at - 1] == "\n":  # what is quoted in lines ends with its own
        return at
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _in_braces(values: Mapping[str, object]) -> str:
    parts = (
        f"{name}: {_in_braces(value) if isinstance(value, Mapping) else _number(value)}"
        for name, value in values.items()
    )
    return f"{{{', '.join(parts)}}}"


def _says(text: str, value: object) -> bool:
    try:
        return float(text) == value
    except ValueError:
        return False


def _number(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
