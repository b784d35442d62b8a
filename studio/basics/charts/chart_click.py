"""A chart whose parts can be clicked: each click is reported once, then the chart is ready for the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from studio import session
from studio.basics.charts.take_picture import picture
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

BY_NAME = marked("Explain an item")


@dataclass(frozen=True)
class ChartClick:
    """The clicked part: the series, and the item in it, counted from 0."""

    series: int
    item: int


def chart_click(spec: dict[str, Any], *, called: str, key: str, height: int, alt: str) -> ChartClick | None:
    """Draw a chart, downloadable as `called`, and return the part clicked just now, or None.

    A chart keeps its selection, and would report it at every rerun; so a clicked chart is replaced.
    """
    count = session.recalled(f"picks-{key}", 0)
    with picture(called, key=key):
        state = st.echarts_chart(
            spec, key=f"{key}-{count}", on_select="rerun", height=height, renderer="svg", alt=alt
        )
    clicked = first_click(state)
    if clicked is not None:
        session.remember(f"picks-{key}", count + 1)
    return clicked


def explain_by_name(names: Mapping[int, str], *, key: str) -> None:
    """Draw a box that explains a row of the log in a chart, chosen by name, for use without a pointer."""
    st.selectbox(
        tr(BY_NAME),
        list(names),
        index=None,
        placeholder=tr(BY_NAME),
        format_func=names.__getitem__,
        label_visibility="collapsed",
        key=f"{key}-by-name",
        on_change=_explain_chosen,
        args=(f"{key}-by-name",),
        width=480,
    )


def _explain_chosen(key: str) -> None:
    chosen = st.session_state[key]
    if chosen is not None:
        session.explain(chosen)
        st.session_state[key] = None  # ready for the next


def first_click(state: Any) -> ChartClick | None:  # noqa: ANN401 - Streamlit's own selection, checked here
    """Return the first item of a selection as Streamlit gives it."""
    for group in state["selection"]["selected"]:
        for item in group["data_indices"]:
            return ChartClick(series=int(group["series_index"]), item=int(item))
    return None
