"""Reach: how many people know a piece of news, over time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from engine.api.run import Spread
from engine.api.workspace import Run
from engine.clock import DAY, moment_words
from engine.records import AgentId
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour

HEIGHT = 260
_EVERY_HOURS = 4  # between two marks of the axis while there is only one day


def reach_chart(run: Run, spread: Spread) -> None:
    """Draw how many know it, over the days."""
    last, total = len(spread.knowing), len(spread.people)
    st.echarts_chart(
        reach_spec(spread, run.town.cast.names),
        key=f"reach-{run.number}-{spread.news.id}",
        height=scaled(HEIGHT),
        renderer="svg",
        alt=f"How many know it, over time: {len(spread.sources)} at first, {last} of {total} "
        f"by {moment_words(spread.minute)}.",
    )


def reach_spec(spread: Spread, names: Mapping[AgentId, str]) -> dict[str, Any]:
    """Return the picture as ECharts wants it: a step up whenever somebody hears it."""
    one_day = spread.minute <= DAY
    unit, first = (60, 0) if one_day else (DAY, 1)
    points = [
        {
            "value": [round(one.minute / unit + first, 4), n],
            "name": f"{names[one.agent]}, {moment_words(one.minute)}",
        }
        for n, one in enumerate(spread.knowing, 1)
    ]
    now = round(spread.minute / unit + first, 4)
    end = {"value": [now, len(points)], "symbol": "none"}
    text = {"color": colour("grayTextColor"), "fontSize": scaled(12)}
    grid = {"lineStyle": {"color": colour("borderColor")}}
    return {
        "animation": False,
        "grid": {"left": 36, "right": 16, "top": 24, "bottom": 28},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "xAxis": {
            "type": "value",
            "min": first,
            "max": max(now, first + 0.01),
            "interval": _EVERY_HOURS if one_day else 1,
            "axisLabel": {
                **text,
                "formatter": "{value}:00" if one_day else "day {value}",
                "showMaxLabel": False,
            },
            "axisLine": grid,
            "splitLine": {"show": not one_day, **grid},
        },
        "yAxis": {
            "type": "value",
            "name": "people who know",
            "nameTextStyle": {**text, "align": "left"},
            "min": 0,
            "max": len(spread.people),
            "minInterval": 1,
            "axisLabel": text,
            "splitLine": grid,
        },
        "series": [
            {
                "type": "line",
                "step": "end",
                "data": [*points, end],
                "symbolSize": 7,
                "areaStyle": {"opacity": 0.12},
                "itemStyle": {"color": colour("primaryColor")},
                "lineStyle": {"color": colour("primaryColor"), "width": 2},
            }
        ],
    }
