"""A heat map of people against people, with names on the left and slanted below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour

_CELL, _LARGEST, _HIGH, _TOP = 26, 44, 240, 8  # pixels; few people have larger cells
_LETTER = 5.5  # pixels that a letter of a slanting name takes downwards
_MOST_WRITTEN = 12  # people, up to whom a cell on a telephone is wide enough for a number


class Cell(NamedTuple):
    """A cell of a heat map, for two people counted from 0: its value, its tooltip, and its text."""

    column: int
    row: int
    value: float
    name: str
    written: str = ""


def heat_map(
    people: Sequence[str], cells: Sequence[Cell], *, span: tuple[float, float], grounds: Sequence[str]
) -> dict[str, Any]:
    """Build the ECharts specification of a heat map; values of `span` go from the first to the last of
    `grounds`.
    """
    text = {"color": colour("textColor"), "fontSize": scaled(12)}
    written = len(people) <= _MOST_WRITTEN and any(cell.written for cell in cells)
    names = {"type": "category", "data": list(people)}
    return {
        "animation": False,
        "grid": {"left": 0, "right": 12, "top": _TOP, "bottom": 0, "outerBoundsMode": "same"},  # with names
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "xAxis": {**names, "axisLabel": {**text, "rotate": 60, "interval": 0, "hideOverlap": True}},
        "yAxis": {**names, "inverse": True, "axisLabel": {**text, "interval": 0}},
        "visualMap": {"show": False, "min": span[0], "max": span[1], "inRange": {"color": list(grounds)}},
        "series": [
            {
                "type": "heatmap",
                "selectedMode": "single",
                "itemStyle": {"borderColor": colour("borderColor"), "borderWidth": 1},
                "label": {**text, "show": written},
                "data": [_drawn(cell) for cell in cells],
            }
        ],
    }


def heat_map_height(people: Sequence[str]) -> int:
    """Return the height in pixels of a heat map of these people."""
    cell = max(_CELL, min(_LARGEST, _HIGH // len(people)))
    return scaled(cell) * len(people) + _TOP + scaled(_bottom(people))


def _drawn(cell: Cell) -> dict[str, Any]:
    return {
        "value": [cell.column, cell.row, cell.value],
        "name": cell.name,
        **({"label": {"formatter": cell.written}} if cell.written else {}),
    }


def _bottom(people: Sequence[str]) -> int:
    """Return the height in pixels of the names below."""
    widest = max(sum(2 if ord(letter) > 0x2E7F else 1 for letter in name) for name in people)
    return 20 + round(_LETTER * widest)
