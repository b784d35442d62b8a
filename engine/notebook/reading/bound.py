"""Bound: what the `:names` of a query mean, which stand as attributes in the braces of its cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.errors import worded
from engine.notebook.parts import Fault

_NAMED = re.compile(
    r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*.*?(?:\*/|\Z)
    |(?<![\w:]):(?P<name>[A-Za-z_]\w*)""",
    re.DOTALL | re.VERBOSE,
)
_WHOLE, _DECIMAL = re.compile(r"-?\d{1,18}"), re.compile(r"-?\d{1,18}\.\d{1,18}")
_OF_THE_CELL = ("title", "hidden", "frozen", "disabled", "points", "solution", "speaker", "pin")


def bound(
    sql: str, attributes: Mapping[str, str], first: int, faults: list[Fault]
) -> tuple[tuple[str, str | int | float], ...]:
    """Return the value of each `:name` of a query, which begins in a line of the file; a name that has none
    is a fault.
    """
    found: dict[str, str | int | float] = {}
    for name, line in _names_in(sql):
        if name in found:
            continue
        if name in _OF_THE_CELL:
            message = worded(
                "{name!r} is an attribute of the cell itself and cannot be used in the query", name=name
            )
            remedy = worded("use another name")
            faults.append(Fault(code="NB306", line=line + first, message=message, remedy=remedy))
        elif name not in attributes:
            message = worded("the query uses :{name:.60}, but the cell gives it no value", name=name)
            remedy = worded('add it to the braces of the cell: {name:.60}="…"', name=name)
            faults.append(Fault(code="NB306", line=line + first, message=message, remedy=remedy))
        else:
            found[name] = _meant(attributes[name])
    return tuple(found.items())


def names_in(sql: str) -> tuple[str, ...]:
    """Return the `:names` of a query, each once."""
    return tuple(dict.fromkeys(name for name, _ in _names_in(sql)))


def _names_in(sql: str) -> Iterator[tuple[str, int]]:
    """Yield the `:names` of a query and how many lines are above each; what is quoted has none."""
    for found in _NAMED.finditer(sql):
        if found["name"]:
            yield found["name"], sql.count("\n", 0, found.start())


def _meant(said: str) -> str | int | float:
    """Return what an attribute says: a number where it is one."""
    if _WHOLE.fullmatch(said):
        return int(said)
    return float(said) if _DECIMAL.fullmatch(said) else said
