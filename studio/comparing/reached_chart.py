"""The spread of a difference: a bar for each person, from when on their days differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from engine.api.run import Comparison, Reached
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.charts.take_picture import picture
from studio.basics.charts.time_axis import LETTERS, TimeAxis
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten
from studio.catalogue.lists import sentences, with_and
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_in
from studio.comparing.sides import Sides

_ROW, _BAR, _AROUND, _LEFT = 22, 13, 48, 8


def reached_chart(sides: Sides, found: Comparison) -> None:
    """Draw since when each person's days differ; a person without a difference has no bar."""
    title = tr("Who is affected, and since when")
    st.markdown(f"**{title}**")
    ordered = sorted(found.reached, key=lambda one: (one.since is None, one.since or 0))
    plain(_finding(sides, ordered))
    with picture(f"beside {sides.names[1]}", key="reached"):
        st.echarts_chart(
            reached_spec(sides, ordered, found.minute),
            key="reached",
            height=scaled(_ROW) * len(ordered) + _AROUND,
            renderer="svg",
            alt=tr(
                "When people begin to differ between the two runs. {finding}",
                finding=_finding(sides, ordered),
            ),
        )
    table_twin(lambda: [_row(sides, one) for one in ordered], key="reached")


def _finding(sides: Sides, ordered: Sequence[Reached]) -> str:
    reached = [one for one in ordered if one.since is not None]
    untouched = [sides.name_of(one.agent) for one in ordered if one.since is None]
    told = _first_and_last(sides, reached)
    if not untouched:
        return told
    left = tr("Nothing differs for {people}.", people=with_and(untouched))
    return sentences(told, left)


def _first_and_last(sides: Sides, reached: Sequence[Reached]) -> str:
    if not reached:
        return tr("Nobody is affected.")
    first, last = sides.name_of(reached[0].agent), reached[-1]
    if len(reached) == 1:
        return tr("Only {name} is affected.", name=first)
    return tr(
        "{name} is affected first, {last} last ({moment}).",
        name=first,
        last=sides.name_of(last.agent),
        moment=moment_words(last.since or 0),
    )


def reached_spec(sides: Sides, ordered: Sequence[Reached], until: int) -> dict[str, Any]:
    """Build the ECharts specification: each bar is from the first difference of a person to the end."""
    axis = TimeAxis(until)
    text = {"color": colour("textColor"), "fontSize": scaled(LETTERS)}
    begins = [axis.at(one.since if one.since is not None else until) for one in ordered]
    end = axis.at(until)
    return {
        "animation": False,
        "grid": {"left": _LEFT, "right": 16, "top": 4, "bottom": 32, "containLabel": True},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "useUTC": True,
        "xAxis": axis.spec(),
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": [shorten(sides.name_of(one.agent), 18) for one in ordered],
            "axisLabel": {**text, "interval": 0},
            "axisTick": {"show": False},
        },
        # Stacked bars need an axis of numbers, and this may be one of time.
        "series": [
            {
                "type": "lines",
                "coordinateSystem": "cartesian2d",
                "lineStyle": {"color": colour("primaryColor"), "width": scaled(_BAR), "opacity": 1},
                "data": [
                    {"coords": [[begin, place], [end, place]], "name": _words(sides, one)}
                    for place, (begin, one) in enumerate(zip(begins, ordered, strict=True))
                    if begin < end
                ],
            },
        ],
    }


def _words(sides: Sides, one: Reached) -> str:
    name = sides.name_of(one.agent)
    if one.since is None:
        return tr("{name}: the same", name=name)
    return tr("{name}: since {moment}", name=name, moment=moment_words(one.since))


def _row(sides: Sides, one: Reached) -> dict[str, object]:
    return {
        tr("who"): sides.name_of(one.agent),
        tr_in("moment", "first difference"): tr("the same in both")
        if one.since is None
        else moment_words(one.since),
        tr("different turns in {run}", run=sides.names[0]): one.turns[0],
        tr("different turns in {run}", run=sides.names[1]): one.turns[1],
    }
