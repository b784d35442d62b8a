"""The curve of a relation: how close two people felt over the days, and the talks that changed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import streamlit as st

from engine.api.run import Standing, TieOverTime
from engine.api.workspace import Run
from engine.records import AgentId
from studio import session
from studio.basics.charts.chart_click import chart_click, explain_by_name
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import Role, colour
from studio.basics.charts.time_axis import LETTERS, TimeAxis
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten, signed
from studio.catalogue.headings import headed
from studio.catalogue.lists import sentences
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.stage.transcript import read_talk

HEIGHT = 340
_LINES: tuple[tuple[Role, str, str], ...] = (
    ("primaryColor", "solid", "circle"),
    ("yellowColor", "dashed", "diamond"),
)


def tie_curve(run: Run, tie: TieOverTime) -> None:
    """Draw the curve, in both directions; a click on a mark opens its talk, or explains it."""
    names = {agent: name.called for agent, name in run.town.cast.known_as.items()}
    plain(told := tie_words(tie, names))
    if not tie.standings:
        return
    key = f"tie-{run.number}-{tie.one}-{tie.other}"
    clicked = chart_click(
        curve_spec(tie, names),
        called=f"{names[tie.one]} {names[tie.other]}",
        key=key,
        height=scaled(HEIGHT),
        alt=sentences(tr("Closeness over time, in both directions."), told),
    )
    both = (tie.there, tie.back)
    if clicked is not None and clicked.series < 2 and clicked.item < len(both[clicked.series]):
        _open(run, both[clicked.series][clicked.item])
    st.caption(
        tr(
            "Each mark shows when one person's feeling changed; click it to see the conversation "
            "or the reason behind the change. The bands name the ranges of closeness."
        )
    )
    explain_by_name({one.id: _change_words(one, names) for one in tie.standings}, key=key)
    table_twin(lambda: standing_rows(tie, names), key="tie")


def _open(run: Run, standing: Standing) -> None:
    if standing.talk:
        read_talk(run, standing.talk)
    else:
        session.explain(standing.id)


def curve_spec(tie: TieOverTime, names: Mapping[AgentId, str]) -> dict[str, Any]:
    """Build the ECharts specification: a line for each direction, over the bands of the scale."""
    axis = TimeAxis(tie.minute)
    text = {"color": colour("grayTextColor"), "fontSize": scaled(LETTERS)}
    lines = [
        _line(tie, axis, way, names)
        for way in ((tie.one, tie.other, tie.there), (tie.other, tie.one, tie.back))
    ]
    for series, (role, dashes, symbol) in zip(lines, _LINES, strict=True):
        ink = colour(role)
        series |= {
            "symbol": symbol,
            "itemStyle": {"color": ink},
            "lineStyle": {"color": ink, "width": 2, "type": dashes},
        }
    (lines[0] if tie.there else lines[1])["markArea"] = _bands(tie)
    return {
        "animation": False,
        "grid": {"left": 40, "right": 76, "top": 40, "bottom": 28},
        "legend": {"top": 0, "left": 0, "selectedMode": False, "textStyle": {"color": colour("textColor")}},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "useUTC": True,
        "xAxis": axis.spec(),
        "yAxis": {
            "type": "value",
            "min": -1,
            "max": 1,
            "interval": 0.5,
            "axisLabel": text,
            "splitLine": {"show": False},
        },
        "series": lines,
    }


def _line(
    tie: TieOverTime,
    axis: TimeAxis,
    way: tuple[AgentId, AgentId, Sequence[Standing]],
    names: Mapping[AgentId, str],
) -> dict[str, Any]:
    who, whom, standings = way
    points: list[dict[str, Any]] = [
        {
            "value": [axis.at(one.minute), one.closeness],
            "name": _change_words(one, names),
            "symbolSize": 12 if one.talk else 7,
        }
        for one in standings
    ]
    if standings:
        points.append({"value": [axis.at(tie.minute), standings[-1].closeness], "symbol": "none"})
    return {
        "type": "line",
        "name": f"{shorten(names[who], 16)} → {shorten(names[whom], 16)}",
        "step": "end",
        "selectedMode": "single",
        "data": points,
    }


def _bands(tie: TieOverTime) -> dict[str, Any]:
    """Build the bands of the scale, every other one faintly shaded, each with its word beside it."""
    return {
        "silent": True,
        "label": {
            "position": "right",
            "color": colour("grayTextColor"),
            "fontSize": scaled(LETTERS),
        },
        "data": [
            [
                {
                    "name": band.word,
                    "yAxis": band.least,
                    "itemStyle": {"color": colour("borderColor"), "opacity": 0.4 if n % 2 else 0},
                },
                {"yAxis": band.most},
            ]
            for n, band in enumerate(tie.scale)
        ],
    }


def tie_words(tie: TieOverTime, names: Mapping[AgentId, str]) -> str:
    """Return the finding of the curve, in a few sentences."""
    return sentences(*_told(tie, names))


def _told(tie: TieOverTime, names: Mapping[AgentId, str]) -> Iterator[str]:
    for who, whom, way in ((tie.one, tie.other, tie.there), (tie.other, tie.one, tie.back)):
        if not way:
            yield tr("{who} does not know {whom}.", who=names[who], whom=names[whom])
        else:
            yield tr("{who} towards {whom}: {felt}.", who=names[who], whom=names[whom], felt=_from_to(way))
    turns = [one for one in tie.standings if one.talk and one.change]
    if turns:
        talks = len({one.talk for one in turns})
        most = max(turns, key=lambda one: abs(one.change or 0))
        told = {"moment": moment_words(most.minute), "step": _step(most)}
        if talks == 1:
            yield tr("One conversation changed it: {moment} ({step}).", **told)
        else:
            yield tr("{n} conversations changed it; the largest change: {moment} ({step}).", n=talks, **told)


def _from_to(way: Sequence[Standing]) -> str:
    first, last = way[0], way[-1]
    if first.closeness == last.closeness:
        return _felt(last)
    if first.minute == 0:
        return tr("{now}, was {then} at the start", now=_felt(last), then=_felt(first))
    return tr(
        "{now}, was {then} at first ({moment})",
        now=_felt(last),
        then=_felt(first),
        moment=moment_words(first.minute),
    )


def _felt(one: Standing) -> str:
    return tr("{word} ({closeness})", word=one.word, closeness=signed(one.closeness, 2))


def _change_words(one: Standing, names: Mapping[AgentId, str]) -> str:
    """Return a change of a relation in one line."""
    change = tr(
        "{moment}, {who} towards {whom}: {word}, {closeness} ({step})",
        moment=tr("At the start") if one.minute == 0 else moment_words(one.minute),
        who=names[one.agent],
        whom=names[one.other],
        word=one.word,
        closeness=signed(one.closeness, 2),
        step=_step(one),
    )
    return tr("{change}. {why}", change=change, why=shorten(one.note, 120)) if one.note else change


def _step(one: Standing) -> str:
    if one.change is None:
        return tr("set by the author") if one.minute == 0 else tr("their first meeting")
    return signed(one.change, 2)


def standing_rows(tie: TieOverTime, names: Mapping[AgentId, str]) -> list[dict[str, object]]:
    """Return the curve as a table."""
    return headed(
        {
            marked("time"): tr("at the start") if one.minute == 0 else moment_words(one.minute),
            marked("person"): names[one.agent],
            marked("other person"): names[one.other],
            marked("closeness"): signed(one.closeness, 2),
            marked("in words"): one.word,
            marked("change"): _step(one),
            marked("reason"): one.note,
            "id": str(one.id),
        }
        for one in tie.standings
    )
