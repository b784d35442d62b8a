"""The curve of importance that leads to a reflection: it rises to a threshold, and falls to zero."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.api.run import Gathered, Gathering
from engine.api.workspace import Run
from engine.clock import day_of
from engine.notebook.editing import Piece
from engine.records import Memory
from studio.basics.charts.chart_click import chart_click
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.charts.time_axis import LETTERS, TimeAxis
from studio.basics.table import table_twin
from studio.basics.text import shorten
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_n
from studio.frame.into_notebook import into_notebook
from studio.why.memory_card import kind_word
from studio.words.explained import explained

_CONCLUDED = """\
SELECT day, clock, importance, text FROM reflection
WHERE agent = '{agent}' ORDER BY minute
"""
HEIGHT = 260
_MOST_POINTS = 1_500


def importance_curve(run: Run, gathered: Gathering) -> Gathered | None:
    """Draw the curve over the days, and return the reflection clicked just now, or None."""
    name = run.town.cast.names[gathered.agent]
    clicked = chart_click(
        curve_spec(gathered),
        called=f"gathering {name}",
        key=f"gathering-{run.number}-{gathered.agent}",
        height=scaled(HEIGHT),
        alt=tr(
            "Accumulated importance since the last reflection, over time. {told}",
            told=gathering_words(gathered, name),
        ),
    )
    explained(
        tr(
            "The curve rises by the importance of everything the person notices, hears or talks "
            "about, up to the threshold. ◆ marks a reflection, after which the curve starts again "
            "from zero. Click one to see its steps."
        ),
        muted=True,
        small=True,
    )
    table_twin(lambda: gathering_rows(run, gathered), key="gathering")
    sql = _CONCLUDED.format(agent=gathered.agent.replace("'", "''"))
    piece = Piece(kind="sql", body=sql, title=tr("Conclusions of {name}", name=name), minute=gathered.minute)
    into_notebook(run, lambda: piece, key=f"gathering-{run.number}-{gathered.agent}")
    if clicked is None or clicked.series != 1 or clicked.item >= len(gathered.reflections):
        return None
    return gathered.reflections[clicked.item]


def curve_spec(gathered: Gathering) -> dict[str, Any]:
    """Build the ECharts specification: the curve, its threshold, a mark for each reflection."""
    axis, ink = TimeAxis(gathered.minute), colour("primaryColor")
    text = {"color": colour("grayTextColor"), "fontSize": scaled(LETTERS)}
    top, apart = heights(gathered)
    return {
        "animation": False,
        "grid": {"left": 40, "right": 16, "top": 28, "bottom": 28},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "useUTC": True,
        "xAxis": axis.spec(),
        "yAxis": {
            "type": "value",
            "name": tr("importance"),
            "nameTextStyle": {**text, "align": "left"},
            "min": 0,
            "max": top,
            "interval": apart,
            "axisLabel": text,
            "splitLine": {"lineStyle": {"color": colour("borderColor")}},
        },
        "series": [
            {
                "type": "line",
                "step": "end",
                "symbol": "none",
                "silent": True,
                "data": [[axis.at(minute), felt] for minute, felt in points(gathered)],
                "areaStyle": {"opacity": 0.12, "color": ink},
                "lineStyle": {"color": ink, "width": 1.5},
                "markLine": _threshold(gathered.reflect_at),
            },
            {
                "type": "scatter",
                "symbol": "diamond",
                "symbolSize": 14,
                "selectedMode": "single",
                "itemStyle": {"color": ink, "borderColor": colour("backgroundColor")},
                "z": 5,
                "data": [
                    {
                        "value": [axis.at(one.minute), one.reached],
                        "name": tr(
                            "Reflection, {moment}, at an importance of {n}",
                            moment=moment_words(one.minute),
                            n=one.reached,
                        ),
                    }
                    for one in gathered.reflections
                ],
            },
        ],
    }


def _threshold(reflect_at: int) -> dict[str, Any]:
    return {
        "symbol": "none",
        "silent": True,
        "data": [{"yAxis": reflect_at}],
        "lineStyle": {"color": colour("redColor"), "type": "dashed", "width": 1.5},
        "label": {
            "formatter": tr("threshold for a reflection: {threshold}", threshold=reflect_at),
            "position": "insideStartTop",
            "color": colour("redColor"),
            "fontSize": scaled(LETTERS),
        },
    }


def heights(gathered: Gathering) -> tuple[int, int]:
    """Return the top of the picture, one step above its content, and the distance of its marks."""
    highest = max([gathered.reflect_at, *(max(step.felt, step.reached) for step in gathered.steps)])
    apart = next(n * 10**power for power in range(1, 9) for n in (1, 2, 5) if n * 10**power * 5 >= highest)
    return (highest // apart + 1) * apart, apart


def points(gathered: Gathering) -> list[tuple[int, int]]:
    """Return the corners of the curve; in a long run one for several minutes, but every reflection."""
    grain = max(1, gathered.minute // _MOST_POINTS)
    corners: list[tuple[int, int]] = [(0, 0)]
    kept = -1
    for step in gathered.steps:
        if step.reflected:
            corners += [(step.minute, step.reached), (step.minute, 0)]
            kept = -1
            continue
        if step.minute // grain == kept:
            corners.pop()
        corners.append((step.minute, step.felt))
        kept = step.minute // grain
    return [*corners, (gathered.minute, gathered.felt)]


def gathering_words(gathered: Gathering, name: str) -> str:
    """Return the finding of the curve, in a sentence or two."""
    now = tr(
        "By {moment}, the accumulated importance has reached {felt} of {threshold}.",
        moment=moment_words(gathered.minute),
        felt=gathered.felt,
        threshold=gathered.reflect_at,
    )
    marks = gathered.reflections
    if not marks:
        return tr("{name} has not reflected yet. {now}", name=name, now=now)
    days = Counter(day_of(one.minute) for one in marks)
    (day, most), *others = days.most_common()
    highest = max(one.reached for one in marks)
    if others and most > others[0][1]:
        return tr(
            "{name} has reflected {n} times, most often on day {day} ({most} times), at an "
            "accumulated importance of up to {highest}. {now}",
            name=name,
            n=len(marks),
            day=day,
            most=most,
            highest=highest,
            now=now,
        )
    return tr_n(
        "{name} has reflected once, at an accumulated importance of {highest}. {now}",
        "{name} has reflected {n} times, at an accumulated importance of up to {highest}. {now}",
        len(marks),
        name=name,
        highest=highest,
        now=now,
    )


def gathering_rows(run: Run, gathered: Gathering) -> list[dict[str, object]]:
    """Return the curve as a table: all increases, and every reflection."""
    felt = run.by_id(step.id for step in gathered.steps if not step.reflected)
    return [_row(step, felt.get(step.id)) for step in gathered.steps]


def _row(step: Gathered, memory: Memory | None) -> dict[str, object]:
    return {
        tr("when"): moment_words(step.minute),
        tr("what"): kind_word(memory.kind) if memory else tr("reflection"),
        tr("content"): shorten(memory.text, 160)
        if memory
        else tr("reflects at an importance of {n}", n=step.reached),
        tr("importance"): str(step.importance) if memory else "",
        tr("accumulated"): step.felt,
        tr("id"): str(step.id),
    }
