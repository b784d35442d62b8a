"""Reach: how many people know a piece of news, over time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from engine.api.run import Spread
from engine.api.workspace import Run
from engine.records import AgentId
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.charts.take_picture import picture
from studio.basics.charts.time_axis import LETTERS, TimeAxis
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr

HEIGHT = 260


def reach_chart(run: Run, spread: Spread) -> None:
    """Draw the number of people who know it, over the days."""
    last, total = len(spread.knowing), len(spread.people)
    with picture("reach", key=f"reach-{run.number}"):
        st.echarts_chart(
            reach_spec(spread, run.town.cast.names),
            key=f"reach-{run.number}-{spread.news.id}",
            height=scaled(HEIGHT),
            renderer="svg",
            alt=tr(
                "Number of people who know it over time: {first} at first, {last} of {total} by {moment}.",
                first=len(spread.sources),
                last=last,
                total=total,
                moment=moment_words(spread.minute),
            ),
        )


def reach_spec(spread: Spread, names: Mapping[AgentId, str]) -> dict[str, Any]:
    """Build the ECharts specification: a step up whenever a person learns it."""
    axis = TimeAxis(spread.minute, narrow=True)
    points = [
        {
            "value": [axis.at(one.minute), n],
            "name": tr("{name}, {moment}", name=names[one.agent], moment=moment_words(one.minute)),
        }
        for n, one in enumerate(spread.knowing, 1)
    ]
    end = {"value": [axis.at(spread.minute), len(points)], "symbol": "none"}
    text = {"color": colour("grayTextColor"), "fontSize": scaled(LETTERS)}
    return {
        "animation": False,
        "grid": {"left": 36, "right": 16, "top": 24, "bottom": 28},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "useUTC": True,
        "xAxis": axis.spec(),
        "yAxis": {
            "type": "value",
            "name": tr("people who know"),
            "nameTextStyle": {**text, "align": "left"},
            "min": 0,
            "max": len(spread.people),
            "minInterval": 1,
            "axisLabel": text,
            "splitLine": {"lineStyle": {"color": colour("borderColor")}},
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
