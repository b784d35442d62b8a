"""Whom a difference has reached: a bar for each person from when on their days are otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from engine.api.run import Comparison, Reached
from engine.clock import moment_words
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.charts.take_picture import picture
from studio.basics.charts.time_axis import LETTERS, TimeAxis
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten
from studio.comparing.sides import Sides

_ROW, _AROUND, _LEFT = 22, 48, 128


def reached_chart(sides: Sides, found: Comparison) -> None:
    """Draw since when each person is otherwise; whoever is not has no bar."""
    st.markdown("**Whom it reached, and since when**")
    ordered = sorted(found.reached, key=lambda one: (one.since is None, one.since or 0))
    plain(_finding(sides, ordered))
    with picture(f"beside {sides.names[1]}", key="reached"):
        st.echarts_chart(
            _spec(sides, ordered, found.minute),
            key="reached",
            height=scaled(_ROW) * len(ordered) + _AROUND,
            renderer="svg",
            alt=f"Since when people differ between the two runs. {_finding(sides, ordered)}",
        )
    table_twin(lambda: [_row(sides, one) for one in ordered], key="reached")


def _finding(sides: Sides, ordered: Sequence[Reached]) -> str:
    reached = [one for one in ordered if one.since is not None]
    untouched = [sides.name_of(one.agent) for one in ordered if one.since is None]
    first = sides.name_of(reached[0].agent) if reached else "Nobody"
    last = reached[-1] if reached else None
    told = f"{first} first"
    if last is not None and len(reached) > 1:
        told += f", {sides.name_of(last.agent)} last, at {moment_words(last.since or 0)}"
    left = sides.run.town.phrases.list(untouched)
    return f"{told}. Every row of {left} is the same in both." if untouched else f"{told}."


def _spec(sides: Sides, ordered: Sequence[Reached], until: int) -> dict[str, Any]:
    axis = TimeAxis(until)
    text = {"color": colour("textColor"), "fontSize": scaled(LETTERS)}
    begins = [axis.at(one.since if one.since is not None else until) for one in ordered]
    end = axis.at(until)
    return {
        "animation": False,
        "grid": {"left": scaled(_LEFT), "right": 16, "top": 4, "bottom": 32},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "xAxis": axis.spec(),
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": [shorten(sides.name_of(one.agent), 18) for one in ordered],
            "axisLabel": {**text, "interval": 0},
            "axisTick": {"show": False},
        },
        "series": [
            {
                "type": "bar",
                "stack": "all",
                "silent": True,
                "itemStyle": {"color": "transparent"},
                "data": begins,
            },
            {
                "type": "bar",
                "stack": "all",
                "barWidth": "60%",
                "itemStyle": {"color": colour("primaryColor"), "borderRadius": 3},
                "data": [
                    {"value": round(end - begin, 4), "name": _words(sides, one)}
                    for begin, one in zip(begins, ordered, strict=True)
                ],
            },
        ],
    }


def _words(sides: Sides, one: Reached) -> str:
    name = sides.name_of(one.agent)
    return f"{name}: the same" if one.since is None else f"{name}: since {moment_words(one.since)}"


def _row(sides: Sides, one: Reached) -> dict[str, object]:
    return {
        "who": sides.name_of(one.agent),
        "since": "the same in both" if one.since is None else moment_words(one.since),
        f"turns otherwise in {sides.names[0]}": one.turns[0],
        f"turns otherwise in {sides.names[1]}": one.turns[1],
    }
