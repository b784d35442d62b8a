"""Status curves: an agent's status from day to day, value by value, and the causes of changes."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.api.run import StatusCurve, StatusStep, WellbeingOverTime
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from engine.records import AgentId
from studio import session
from studio.basics.charts.chart_click import chart_click, explain_by_name
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.charts.time_axis import LETTERS, TimeAxis
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, signed
from studio.catalogue.lists import sentences, with_commas
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.shared_words import status_name
from studio.catalogue.tr import tr
from studio.frame.empty import empty
from studio.frame.into_notebook import into_notebook
from studio.frame.page import STAGE

_ROWS = """\
SELECT day, clock, name, value, because FROM status
WHERE agent = '{agent}' ORDER BY name, minute
"""
HEIGHT = 240
_ROOM_FOR_WORDS = 112  # pixels beside the picture, for the words of the scale


def status_curves(run: Run, agent: AgentId) -> None:
    """Draw a curve for each value; a click on a mark explains its row."""
    being = run.story(session.minute()).wellbeing(agent)
    name = run.town.cast.names[agent]
    if not being.curves:
        _nothing_yet(name)
        return
    for curve in being.curves:
        _draw(run, being, curve, name)
    key = f"status-{run.number}-{agent}"
    st.caption(
        tr(
            "A mark shows when a value has changed enough to be described by another word, or when "
            "the person woke up or went to sleep. Click it to see the cause. The bands show the "
            "words of the scale."
        )
    )
    explain_by_name({step.id: step_words(curve, step) for curve, step in _all(being)}, key=key)
    table_twin(lambda: status_rows(being), key=f"status-{agent}")
    minute = run.at(session.minute()).minute
    sql = _ROWS.format(agent=agent.replace("'", "''"))
    piece = Piece(kind="sql", body=sql, title=tr("Status of {name}", name=name), minute=minute)
    into_notebook(run, lambda: piece, key=f"status-{run.number}-{agent}")


def _draw(run: Run, being: WellbeingOverTime, curve: StatusCurve, name: str) -> None:
    told = curve_words(curve, name)
    called = status_name(curve.name).capitalize()
    st.markdown(f"**{escape_md(called)}**")
    plain(told)
    clicked = chart_click(
        curve_spec(being, curve),
        called=f"{curve.name} {name}",
        key=f"status-{run.number}-{being.agent}-{curve.name}",
        height=scaled(HEIGHT),
        alt=tr("{value} over time, from 0 to 100. {told}", value=called, told=told),
    )
    if clicked is not None and clicked.item < len(curve.steps):
        session.explain(curve.steps[clicked.item].id)


def _nothing_yet(name: str) -> None:
    empty(
        tr(
            "The log has no status for {name} yet. Add one to the person's file before a run "
            "starts, for example “{example}”, or set a value on the stage. Then continue the run.",
            name=name,
            example="status: {energy: 70, mood: 60}",
        ),
        title=tr("No status yet"),
        action=tr("Go to Stage"),
        page=STAGE,
        icon=":material/monitor_heart:",
        key="no-status",
    )


def curve_spec(being: WellbeingOverTime, curve: StatusCurve) -> dict[str, Any]:
    """Build the ECharts specification: energy changes between its rows, all other values stay until the
    next.
    """
    axis, ink = TimeAxis(being.minute), colour("primaryColor")
    points: list[dict[str, Any]] = [
        {"value": [axis.at(step.minute), step.value], "name": step_words(curve, step)} for step in curve.steps
    ]
    points.append({"value": [axis.at(being.minute), curve.now], "symbol": "none"})
    return {
        "animation": False,
        "grid": {"left": 40, "right": scaled(_ROOM_FOR_WORDS), "top": 16, "bottom": 28},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "useUTC": True,
        "xAxis": axis.spec(),
        "yAxis": {
            "type": "value",
            "min": 0,
            "max": 100,
            "interval": 25,
            "axisLabel": {"color": colour("grayTextColor"), "fontSize": scaled(LETTERS)},
            "splitLine": {"show": False},
        },
        "series": [
            {
                "type": "line",
                "step": False if curve.kind == "energy" else "end",
                "symbol": "circle",
                "symbolSize": 10,
                "selectedMode": "single",
                "itemStyle": {"color": ink},
                "lineStyle": {"color": ink, "width": 2},
                "data": points,
                "markArea": _bands(curve),
            }
        ],
    }


def _bands(curve: StatusCurve) -> dict[str, Any]:
    """Build the words of the scale, every other band faintly shaded."""
    return {
        "silent": True,
        "label": {"position": "right", "color": colour("grayTextColor"), "fontSize": scaled(LETTERS)},
        "data": [
            [
                {
                    "name": band.word,
                    "yAxis": band.least,
                    "itemStyle": {"color": colour("borderColor"), "opacity": 0.4 if n % 2 else 0},
                },
                {"yAxis": band.most},
            ]
            for n, band in enumerate(curve.scale)
        ],
    }


def curve_words(curve: StatusCurve, name: str) -> str:
    """Return the finding of a curve, in a sentence or two."""
    first, lowest = curve.steps[0], curve.lowest
    if lowest.value == max(step.value for step in curve.steps):
        return tr(
            "{name}: {word} ({now:g}), unchanged since the start.", name=name, word=curve.word, now=curve.now
        )
    since = tr(
        "{name}: {word} ({now:g}), changed from {first} ({value:g}, {when}).",
        name=name,
        word=curve.word,
        now=curve.now,
        first=first.word,
        value=first.value,
        when=_when(first),
    )
    text = _LOWEST_BECAUSE if lowest.because else _LOWEST
    then = tr(text, when=_when(lowest), word=lowest.word, value=lowest.value, why=lowest.because)
    return sentences(since, then)


_LOWEST = marked("Lowest value ({when}): {word} ({value:g}).")
_LOWEST_BECAUSE = marked("Lowest value ({when}): {word} ({value:g}, {why}).")


def step_words(curve: StatusCurve, step: StatusStep) -> str:
    """Return a row of a curve in one line."""
    when = _when(step)
    parts = [f"{when[:1].upper()}{when[1:]}", f"{status_name(curve.name)} {step.value:g}", step.word]
    if step.change is not None:
        parts.append(signed(step.change, 1))
    said = with_commas(parts)
    return tr("{said}: {because}", said=said, because=step.because) if step.because else said


def _when(step: StatusStep) -> str:
    return tr("at the start") if step.minute == 0 else moment_words(step.minute)


def _all(being: WellbeingOverTime) -> list[tuple[StatusCurve, StatusStep]]:
    """Return every row of all curves, in the order of the log."""
    return sorted(
        ((curve, step) for curve in being.curves for step in curve.steps), key=lambda pair: pair[1].id
    )


def status_rows(being: WellbeingOverTime) -> list[dict[str, object]]:
    """Return the curves as a table."""
    return [
        {
            tr("when"): _when(step),
            tr("what"): status_name(curve.name),
            tr("value"): f"{step.value:g}",
            tr("in words"): step.word,
            tr("change"): "" if step.change is None else signed(step.change, 1),
            tr("why"): step.because,
            tr("id"): str(step.id),
        }
        for curve, step in _all(being)
    ]
