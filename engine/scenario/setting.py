"""Sets values in the text of a scenario file and leaves the rest unchanged."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import yaml

from engine.errors import BadInput, worded

TOWN_FILE = "town.yaml"
_SECTION = "cognition"
_REMEDY = worded("edit it by hand")
_PLAIN = re.compile(r"[^\W\d_][\w '-]*(?<! )")  # what YAML takes for a text without quotes
_NO_TEXT = {"yes", "no", "true", "false", "on", "off", "null"}

Number = int | float
Value = Number | Mapping[str, Number]


@dataclass(frozen=True, slots=True)
class _Splice:
    """A stretch of the text, and its replacement."""

    begin: int
    end: int
    text: str


def with_settings(text: str, values: Mapping[str, Value]) -> str:
    """Set settings under `cognition` in a town.yaml, as `with_values` does.

    Raises BadInput if the section is not a table.
    """
    remedy = worded("add the values by hand under `{section}`", section=_SECTION)
    return with_values(text, {_SECTION: values}, TOWN_FILE, remedy) if values else text


def with_values(text: str, values: Mapping[str, object], file: str, remedy: str = _REMEDY) -> str:
    """Set values in the text of a scenario file: numbers, texts, lists, and tables of them. Only differences
    are changed: comments, order and spelling of the rest stay. The text is one that the reader accepts.

    Raises BadInput if a table is expected where there is none.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    bare = text.removeprefix(mark)
    root = yaml.compose(bare, Loader=yaml.SafeLoader)  # the one in Python counts characters, not bytes
    if not isinstance(root, yaml.MappingNode):
        raise BadInput(worded("{file} does not contain keys with values; {remedy}", file=file, remedy=remedy))
    splices = _set(bare, root, values, _Where(file, remedy))
    for one in sorted(splices, key=lambda splice: splice.begin, reverse=True):
        bare = bare[: one.begin] + one.text + bare[one.end :]
    return mark + bare


@dataclass(frozen=True, slots=True)
class _Where:
    """The name of a table, and the remedy, for error messages."""

    name: str
    remedy: str

    def inside(self, key: str) -> _Where:
        """Return the name of the value under a key."""
        return _Where(f"{key!r} in {self.name}", self.remedy)


def _set(text: str, table: yaml.MappingNode, values: Mapping[str, object], where: _Where) -> list[_Splice]:
    """Return the splices that set these values in a table."""
    there = {str(key.value): (key, value) for key, value in table.value}
    splices, new = [], {}
    for name, value in values.items():
        if name not in there:
            new[name] = value
            continue
        key, node = there[name]
        if isinstance(value, Mapping):
            splices += _into(text, node, value, where.inside(name))
        elif isinstance(value, Number) and not isinstance(node, yaml.ScalarNode):
            raise BadInput(
                worded("{name} is not a number; {remedy}", name=where.inside(name).name, remedy=where.remedy)
            )
        elif not _says(node, value):
            splices.append(_in_place(text, key, node, value))
    return [*splices, *([_added(text, table, new)] if new else [])]


def _in_place(text: str, key: yaml.Node, node: yaml.Node, value: object) -> _Splice:
    """Return the splice that replaces a value, on the line of its key if the old one spanned several
    lines.
    """
    begin, end = node.start_mark.index, _last(node)
    if "\n" not in text[key.end_mark.index : end]:
        return _Splice(begin, end, _written(value))
    colon = text.index(":", key.end_mark.index) + 1
    return _Splice(colon, end, f" {_written(value)}" + ("\n" if text[end - 1] == "\n" else ""))


def _into(text: str, node: yaml.Node, values: Mapping[str, object], where: _Where) -> list[_Splice]:
    """Return the splices that set values in a nested table, creating it if the value is empty."""
    if isinstance(node, yaml.MappingNode):
        return _set(text, node, values, where)
    if isinstance(node, yaml.ScalarNode) and node.value in ("", "~", "null"):
        at = node.start_mark.index
        if node.value:
            return [_Splice(at, node.end_mark.index, _in_braces(values))]
        return [_Splice(at, at, f" {_in_braces(values)}")]
    raise BadInput(worded("{name} is not a group of keys; {remedy}", name=where.name, remedy=where.remedy))


def _added(text: str, table: yaml.MappingNode, new: Mapping[str, object]) -> _Splice:
    """Return the splice that adds new keys at the end of a table, in its style."""
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
        return [f"{name}:", *(f"  {key}: {_written(one)}" for key, one in value.items())]
    return [f"{indent}{name}: {_in_braces(value) if isinstance(value, Mapping) else _written(value)}"]


def _last(node: yaml.Node) -> int:
    """Return the offset at which a node's last word ends; for YAML a block table ends where the next
    begins.
    """
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _last(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def _line_end(text: str, at: int) -> int:
    """Return the offset of the next line, or of the end of the text."""
    if at and text[at - 1] == "\n":  # what is quoted in lines ends with its own
        return at
    found = text.find("\n", at)
    return len(text) if found < 0 else found + 1


def _in_braces(values: Mapping[str, object]) -> str:
    parts = (
        f"{name}: {_in_braces(value) if isinstance(value, Mapping) else _written(value)}"
        for name, value in values.items()
    )
    return f"{{{', '.join(parts)}}}"


def _says(node: yaml.Node, value: object) -> bool:
    """Return whether a value is already there."""
    if isinstance(value, str):
        return isinstance(node, yaml.ScalarNode) and node.value == value
    if isinstance(value, Number):
        try:
            return float(node.value) == value
        except ValueError:
            return False
    return False


def _written(value: object) -> str:
    """Write a value as YAML on one line."""
    if isinstance(value, str):
        plain = _PLAIN.fullmatch(value) and value.casefold() not in _NO_TEXT
        return value if plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, Sequence):
        return f"[{', '.join(_written(each) for each in value)}]"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
