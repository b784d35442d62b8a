"""Vega: a picture that an author writes themselves, as Vega-Lite over the rows of a cell above it.

It may name no address and hold no expression: what it draws is in the notebook, and nothing of it is run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.api.text import safe_json
from engine.api.writing.yaml_lines import Items, Node, Scalar, Table
from engine.errors import worded

MOST_NODES, MOST_NUMBER = 2_000, 100_000
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TRUTHS = {"true": True, "false": False}
_ADDRESS = re.compile(r"://|^\s*(?://|data:|javascript:|blob:|file:)", re.IGNORECASE)
_FETCHES = frozenset({"url", "href", "datasets", "usermeta", "$schema", "loader", "lookup", "from"})
_RUNS = frozenset(
    {"expr", "signal", "signals", "params", "param", "selection", "calculate", "test", "update", "on"}
)
_MAKES = frozenset({"data", "sequence", "graticule", "sphere"})

_Fault = Callable[[int, str, str], None]


@dataclass(slots=True)
class _Look:
    """What is still allowed of a picture, and who is told of its faults."""

    fault: _Fault
    left: int = MOST_NODES


def vega_json(node: Node, fault: _Fault) -> str:
    """Return a picture as JSON, telling of each fault with its line in the cell."""
    if not isinstance(node, Table):
        fault(
            node.line,
            worded("'vega' must consist of keys with values"),
            worded("write `vega: {mark: bar, encoding: …}`"),
        )
        return ""
    look = _Look(fault=fault)
    found = _value(node, look, "vega")
    if look.left < 0:
        fault(
            node.line,
            worded("the chart has more than {most_nodes:,} values", most_nodes=MOST_NODES),
            worded("simplify the chart"),
        )
    return safe_json(found)


def _value(node: Node, look: _Look, key: str) -> object:
    look.left -= 1
    if look.left < 0:
        return None
    if isinstance(node, Scalar):
        return _scalar(node, look, key)
    if isinstance(node, Items):
        return [_value(one, look, key) for one in node.items]
    return dict(_pairs(node, look))


def _pairs(table: Table, look: _Look) -> Iterator[tuple[str, object]]:
    for key, node in table.values.items():
        line = table.keys[key].line
        if key in _FETCHES:
            look.fault(
                line,
                worded("{key!r} in a chart refers to content outside the notebook", key=key),
                worded("remove it"),
            )
        elif key in _RUNS or key.casefold().endswith("expr"):
            look.fault(
                line,
                worded("{key!r} in a chart is an expression, which is not allowed", key=key),
                worded("remove it; calculate the value in SQL"),
            )
        elif key in _MAKES:
            look.fault(
                line,
                worded("{key!r} in a chart creates rows, which is not allowed", key=key),
                worded("name the sql cell in `data:` of the chart"),
            )
        elif key == "filter" and isinstance(node, Scalar):
            remedy = worded("write it as `{field: n, gt: 3}`, or filter in the SQL query")
            look.fault(
                line, worded("a filter written as text is an expression, which is not allowed"), remedy
            )
        else:
            yield key, _value(node, look, key)


def _scalar(node: Scalar, look: _Look, key: str) -> object:
    if node.is_null:
        return None
    if node.plain and node.text in _TRUTHS:
        return _TRUTHS[node.text]
    if node.plain and _NUMBER.fullmatch(node.text):
        value = float(node.text)
        if not abs(value) <= MOST_NUMBER:
            look.fault(
                node.line,
                worded("the number {text:.40} is too large for a chart", text=node.text),
                worded("use numbers up to 100,000"),
            )
            return 0
        return int(value) if value == int(value) else value
    if _ADDRESS.search(node.text):
        look.fault(
            node.line,
            worded("{key!r} in a chart contains a URL", key=key),
            worded("remove it; a chart cannot download anything"),
        )
    if key in ("mark", "type") and node.text == "image":
        look.fault(node.line, worded("a chart cannot load an image"), worded("use another mark"))
    return node.text
