"""The tree of tellings: who told a piece of news to whom, with its sources on the left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import streamlit as st

from engine.api.run import Knowing, Spread
from engine.api.workspace import Run
from engine.clock import clock_words, day_of
from engine.records import AgentId
from studio import session
from studio.basics.charts.chart_click import chart_click
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.text import shorten
from studio.catalogue.lists import sentences
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.news.spread_words import finding

BENT = "≠"
_LEAF, _EDGE, _LEFT, _RIGHT = 30, 16, 12, 150
_SHAPES = {
    "scenario": "pin",
    "whisper": "triangle",
    "seen": "circle",
    "thought": "diamond",
}


def telling_tree(run: Run, spread: Spread) -> None:
    """Draw who told whom; a click on a person explains how they came to know."""
    known_as = run.town.cast.known_as
    root, people = drawing(spread, {one.agent: known_as[one.agent].called for one in spread.knowing})
    height = 2 * _EDGE + scaled(_LEAF) * max(_rows(root), 3)
    clicked = chart_click(
        tree_spec(root),
        called="tellings",
        key=f"tellings-{run.number}-{spread.news.id}",
        height=height,
        alt=sentences(tr("A tree of who told whom."), finding(run, spread)),
    )
    one = people[clicked.item] if clicked and clicked.item < len(people) else None
    if one is not None:
        session.explain(one.id)
    bent = tr("{sign}: a detail was changed on the way.", sign=BENT) if _is_bent(spread) else ""
    order = tr("From left to right: who heard it from whom, and when.")
    st.caption(sentences(order, bent, tr("Click a person to see why.")))


def drawing(spread: Spread, names: Mapping[AgentId, str]) -> tuple[dict[str, Any], list[Knowing | None]]:
    """Build the tree for ECharts, and the list of people by the items' numbers: ECharts numbers a root of its
    own first, then a parent before its children. Several sources stand at the same level.
    """
    people: list[Knowing | None] = [None]
    days = len({day_of(one.minute) for one in spread.knowing}) > 1
    if len(spread.sources) > 1:
        people.append(None)
    children = [_item(one, spread, names, people, days=days) for one in spread.sources]
    if len(children) == 1:
        return children[0], people
    return {"name": "", "symbolSize": 6, "label": {"show": False}, "children": children}, people


def _item(
    one: Knowing, spread: Spread, names: Mapping[AgentId, str], people: list[Knowing | None], *, days: bool
) -> dict[str, Any]:
    people.append(one)
    children = [_item(other, spread, names, people, days=days) for other in spread.told_by(one.agent)]
    when = moment_words(one.minute) if days else clock_words(one.minute)
    telling = spread.by_telling.get(one.id) if one.how == "told" else None
    bent = telling is not None and any(each.now for each in telling.distortions)
    label = f"{shorten(names[one.agent], 18)}{f' {BENT}' if bent else ''}"
    item: dict[str, Any] = {
        "name": label if one.how == "scenario" else f"{label}\n{when}",
        "symbol": _SHAPES.get(one.how, "circle"),
        "symbolSize": 12,
        "children": children,
    }
    if bent:
        item["itemStyle"] = {"color": colour("redColor"), "borderColor": colour("redColor")}
    return item


def tree_spec(root: Mapping[str, Any]) -> dict[str, Any]:
    """Build the ECharts specification of the tree."""
    label = {
        "fontSize": scaled(13), "lineHeight": scaled(14), "color": colour("textColor"),
        "position": "right", "align": "left",
        "backgroundColor": colour("backgroundColor"), "padding": [1, 2], "distance": 6,
    }  # fmt: skip
    return {
        "animation": False,
        "series": [
            {
                "type": "tree",
                "data": [root],
                "selectedMode": "single",
                "expandAndCollapse": False,
                "initialTreeDepth": -1,
                "top": _EDGE,
                "bottom": _EDGE,
                "left": _LEFT,
                "right": scaled(_RIGHT),
                "emphasis": {"focus": "ancestor"},
                "itemStyle": {"color": colour("primaryColor"), "borderColor": colour("primaryColor")},
                "lineStyle": {"color": colour("borderColor"), "width": 1.5},
                "label": label,
                "leaves": {"label": label},
            }
        ],
    }


def _rows(item: Mapping[str, Any]) -> int:
    """Return the number of rows the picture needs: leaves of different parents stand two rows apart."""
    return max(1, sum(1 if same else 2 for same in _beside(item)))


def _beside(item: Mapping[str, Any]) -> Iterator[bool]:
    """Yield for every leaf below an item whether the leaf before it has the same parent."""
    for n, child in enumerate(item["children"]):
        if child["children"]:
            yield from _beside(child)
        else:
            yield n > 0 and not item["children"][n - 1]["children"]


def _is_bent(spread: Spread) -> bool:
    return any(one.now for telling in spread.tellings for one in telling.distortions)
