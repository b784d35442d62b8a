"""Company: who was with whom on a day, as a heat map, and where a pair was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from engine.api.run import Company
from engine.api.workspace import Run
from engine.records import AgentId, Path
from studio import session
from studio.basics.charts.chart_click import chart_click
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.rooms import place_words
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, shorten
from studio.why.memory_card import why_button
from studio.words.explained import explained

CELL, TOP, BOTTOM = 26, 8, 84
_LEFT = 84


def day_company(run: Run, day: int) -> None:
    """Draw who was with whom; a click on a cell says where they were, and for how long."""
    pairs = run.story(session.minute()).company(day)
    people = list(run.town.cast.personas)
    if len(people) < 2:
        plain("It takes two to keep company, and only one person lives here.")
        return
    explained(finding(run, pairs))
    clicked = chart_click(
        company_spec(run, people, pairs),
        called="company",
        key=f"company-{run.number}-{day}",
        height=scaled(CELL) * len(people) + TOP + scaled(BOTTOM),
        alt=f"Who was in one room with whom, in minutes. {finding(run, pairs)}",
    )
    if clicked is not None:
        cells = _cells(people, pairs)
        if clicked.item < len(cells):
            session.remember("company", (cells[clicked.item][2].one, cells[clicked.item][2].other))
    st.caption("The darker, the longer they were in one room, awake. Choose a cell to see where.")
    _pair(run, pairs)
    table_twin(lambda: company_rows(run, pairs), key="company")


def finding(run: Run, pairs: Sequence[Company]) -> str:
    """Return what is to be seen: who were together longest, and who met nobody."""
    names, met = run.town.cast.names, {agent for pair in pairs for agent in (pair.one, pair.other)}
    if not pairs:
        return "Nobody has been in one room with anybody by this moment of the day."
    best = max(pairs, key=lambda pair: pair.minutes)
    alone = [names[agent] for agent in run.town.cast.personas if agent not in met]
    most = f"{names[best.one]} and {names[best.other]} were together longest, {minutes_words(best.minutes)}."
    return f"{most} {run.town.phrases.list(alone)} met nobody." if alone else most


def company_spec(run: Run, people: Sequence[AgentId], pairs: Sequence[Company]) -> dict[str, Any]:
    """Return the heat map as ECharts wants it: each pair has two cells, on either side of the diagonal."""
    called = [shorten(run.town.cast.known_as[agent].called, 12) for agent in people]
    text = {"color": colour("textColor"), "fontSize": scaled(12)}
    longest = max((pair.minutes for pair in pairs), default=0)
    return {
        "animation": False,
        "grid": {"left": scaled(_LEFT), "right": 12, "top": TOP, "bottom": scaled(BOTTOM)},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "xAxis": {"type": "category", "data": called, "axisLabel": {**text, "rotate": 60, "interval": 0}},
        "yAxis": {"type": "category", "data": called, "inverse": True, "axisLabel": {**text, "interval": 0}},
        "visualMap": {
            "show": False,
            "min": 0,
            "max": max(1, longest),
            "inRange": {"color": [colour("backgroundColor"), colour("primaryColor")]},
        },
        "series": [
            {
                "type": "heatmap",
                "selectedMode": "single",
                "itemStyle": {"borderColor": colour("borderColor"), "borderWidth": 1},
                "data": [
                    {"value": [x, y, pair.minutes], "name": _words(run, pair)}
                    for x, y, pair in _cells(people, pairs)
                ],
            }
        ],
    }


def company_rows(run: Run, pairs: Sequence[Company]) -> list[dict[str, object]]:
    """Return who was with whom as a table, the longest first."""
    names = run.town.cast.names
    return [
        {
            "one": names[pair.one],
            "other": names[pair.other],
            "minutes together": pair.minutes,
            "where": _where(pair.rooms),
            "talks": len(pair.talks),
        }
        for pair in sorted(pairs, key=lambda pair: -pair.minutes)
    ]


def minutes_words(minutes: int) -> str:
    """Return a stretch of time: `45 minutes`, `3 h 20`."""
    return f"{minutes} minutes" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"


def _cells(people: Sequence[AgentId], pairs: Sequence[Company]) -> list[tuple[int, int, Company]]:
    at = {agent: n for n, agent in enumerate(people)}
    both = ((at[pair.one], at[pair.other], pair) for pair in pairs)
    return [cell for x, y, pair in both for cell in ((x, y, pair), (y, x, pair))]


def _words(run: Run, pair: Company) -> str:
    names = run.town.cast.names
    return f"{names[pair.one]} and {names[pair.other]}: {minutes_words(pair.minutes)}"


def _where(rooms: Mapping[Path, int]) -> str:
    return "; ".join(f"{place_words(room)} ({minutes_words(minutes)})" for room, minutes in rooms.items())


def _pair(run: Run, pairs: Sequence[Company]) -> None:
    chosen = session.recalled("company", ("", ""))
    pair = next((one for one in pairs if (one.one, one.other) == chosen), None)
    if pair is None:
        return
    names = run.town.cast.names
    st.markdown(f"**{escape_md(names[pair.one])} and {escape_md(names[pair.other])}**")
    plain(_where(pair.rooms) or "They were in one room only to talk.")
    with st.container(horizontal=True, gap="small"):
        for n, talk in enumerate(pair.talks, 1):
            why_button(talk, key="company", label=f"Talk {n}")
