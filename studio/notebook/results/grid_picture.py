"""The picture that the rows of a cell are: bars, or how a number rises over time."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.notebook.outputs import Grid, Output, Value
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.charts.take_picture import picture
from studio.basics.charts.time_axis import LETTERS, TimeAxis
from studio.basics.text import shorten
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

_ROW, _AROUND, _HIGH, _LABEL, _MOST_BARS = 24, 40, 220, 140, 60


def grid_picture(grid: Grid, output: Output, *, called: str, key: str) -> bool:
    """Draw the picture, if the rows are one; the table below it says the same, so it never stands alone."""
    if grid.plot not in ("bars", "steps") or not grid.rows:
        return False
    bars = grid.plot == "bars"
    alt = marked("{title}: line chart of a number over time. The table below shows the same data.")
    if bars:
        alt = marked("{title}: bar chart. The table below shows the same data.")
    count = min(len(grid.rows), _MOST_BARS)
    with picture(called, key=f"nb-{key}"):
        st.echarts_chart(
            _bars(grid) if bars else _steps(grid, output.minute),
            key=f"nb-chart-{key}",
            height=scaled(_ROW) * count + _AROUND if bars else scaled(_HIGH),
            renderer="svg",
            alt=tr(alt, title=called),
        )
    return False


def _bars(grid: Grid) -> dict[str, Any]:
    """Return a bar for each row: its name, and its number beside it."""
    rows = grid.rows[:_MOST_BARS]
    text = {"color": colour("textColor"), "fontSize": scaled(LETTERS)}
    return {
        "animation": False,
        "grid": {"left": 4, "right": 48, "top": 4, "bottom": 4},
        "xAxis": {"type": "value", "min": 0, "show": False},
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": [shorten(str(row[0]), 24) for row in rows],
            "axisLabel": {**text, "interval": 0, "width": scaled(_LABEL), "overflow": "truncate"},
            "axisTick": {"show": False},
            "axisLine": {"show": False},
        },
        "series": [
            {
                "type": "bar",
                "silent": True,
                "barWidth": "60%",
                "itemStyle": {"color": colour("primaryColor")},
                "label": {"show": True, "position": "right", **text},
                "data": [_number(row[1]) for row in rows],
            }
        ],
    }


def _steps(grid: Grid, until: int) -> dict[str, Any]:
    """Return how a number rises over time: each row says it first, and the minute third."""
    points = [(int(_number(row[2])), _number(row[0])) for row in grid.rows]
    axis = TimeAxis(max(until, *(minute for minute, _ in points)))
    last = points[-1][1]
    text = {"color": colour("grayTextColor"), "fontSize": scaled(LETTERS)}
    return {
        "animation": False,
        "grid": {"left": 40, "right": 16, "top": 16, "bottom": 28},
        "useUTC": True,
        "xAxis": axis.spec(),
        "yAxis": {
            "type": "value",
            "min": 0,
            "minInterval": 1,
            "axisLabel": text,
            "splitLine": {"lineStyle": {"color": colour("borderColor")}},
        },
        "series": [
            {
                "type": "line",
                "step": "end",
                "silent": True,
                "symbol": "circle",
                "symbolSize": 8,
                "itemStyle": {"color": colour("primaryColor")},
                "lineStyle": {"color": colour("primaryColor"), "width": 2},
                "data": [*([axis.at(minute), value] for minute, value in points), [axis.at(until), last]],
            }
        ],
    }


def _number(cell: Value) -> float:
    return float(cell) if isinstance(cell, int | float) else 0.0
