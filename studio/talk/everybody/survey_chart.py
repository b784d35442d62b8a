"""The picture of a survey: the counts of each answer, or their course over several moments."""

from __future__ import annotations

from typing import Any

import streamlit as st

from engine.api.talk import Surveyed
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.charts.take_picture import picture
from studio.basics.charts.time_axis import LETTERS
from studio.basics.text import shorten
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr

_ROW, _AROUND, _HEIGHT = 34, 44, 280
_CANNOT_SAY = marked("cannot say")
_MOST_COLUMNS = 21  # whole numbers that have a column each; more are gathered into classes
_SHADES = ("#2F6F8F", "#C77B30", "#5B8C5A", "#8A5A9E", "#B8485A", "#7A7A3A", "#3F7F7A", "#A0672F")


def survey_chart(found: Surveyed, *, key: str) -> None:
    """Draw the answers that can be counted; free answers have no picture."""
    if not (found.asking.options or found.asking.bounds):
        return
    several = len(found.minutes) > 1
    spec = over_time_spec(found) if several else bars_spec(found, found.minutes[0])
    tall = scaled(_HEIGHT)
    if found.asking.options and not several:
        tall = scaled(_ROW) * (len(found.asking.options) + 1) + _AROUND
    with picture(shorten(found.asking.question, 40), key=key):
        st.echarts_chart(spec, key=key, height=tall, renderer="svg", alt=alt_words(found))


def alt_words(found: Surveyed) -> str:
    """Return the description of the picture in words."""
    told = []
    for minute in found.minutes:
        silent = found.silent(minute)
        counts = [*counts_words(found, minute), *([tr("{n} cannot say", n=silent)] if silent else [])]
        answers = with_commas(counts) or tr("no answer")
        told.append(tr("{moment}: {answers}", moment=moment_words(minute), answers=answers))
    return tr("{question} {answers}.", question=found.asking.question, answers=tr("; ").join(told))


def counts_words(found: Surveyed, minute: int) -> list[str]:
    """Return the count of each answer that was given, in words."""
    return [
        tr("{n} {answer}", n=count, answer=answer) for answer, count in found.tally(minute).items() if count
    ]


def classes(found: Surveyed, minute: int) -> list[tuple[str, int]]:
    """Return the count of each number within the bounds; many numbers are grouped into classes of equal
    width.
    """
    least, most = found.asking.bounds[0], found.asking.bounds[-1]
    wide = -(-(most - least + 1) // _MOST_COLUMNS)
    tally = found.tally(minute)
    return [
        (
            str(low) if low == min(most, low + wide - 1) else _span(low, min(most, low + wide - 1)),
            sum(count for number, count in tally.items() if low <= int(number) < low + wide),
        )
        for low in range(least, most + 1, wide)
    ]


def _span(low: int, high: int) -> str:
    return tr("{low} to {high}", low=low, high=high)


def bars_spec(found: Surveyed, minute: int) -> dict[str, Any]:
    """Build the picture of one moment: choices as horizontal bars, numbers as a distribution."""
    silent = found.silent(minute)
    if found.asking.options:
        rows = [(str(answer), count) for answer, count in found.tally(minute).items()]
    else:
        rows = classes(found, minute)
    data: list[Any] = [count for _, count in rows]
    names = [shorten(name, 24) for name, _ in rows]
    if silent:
        names.append(tr(_CANNOT_SAY))
        data.append({"value": silent, "itemStyle": {"color": colour("grayTextColor")}})
    lying = bool(found.asking.options)
    category = {
        "type": "category",
        "data": names,
        "axisLabel": {**_text(), "interval": 0 if lying else "auto", "hideOverlap": True},
        "axisTick": {"show": False},
        "axisLine": {"lineStyle": {"color": colour("borderColor")}},
    }
    value = {
        "type": "value",
        "minInterval": 1,
        "axisLabel": _text(),
        "splitLine": {"lineStyle": {"color": colour("borderColor")}},
    }
    return {
        "animation": False,
        "grid": {"left": 8, "right": 24, "top": 24, "bottom": 8, "containLabel": True},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}: {c}"},
        "xAxis": value if lying else category,
        "yAxis": {**category, "inverse": True} if lying else value,
        "series": [
            {
                "type": "bar",
                "barMaxWidth": scaled(26),
                "itemStyle": {"color": colour("primaryColor"), "borderRadius": 3},
                "label": {"show": True, "position": "right" if lying else "top", **_text()},
                "data": data,
            }
        ],
    }


def over_time_spec(found: Surveyed) -> dict[str, Any]:
    """Build the picture of several moments: the shares of the choices as stacked columns, or the mean and
    range of the numbers.
    """
    series = _shares(found) if found.asking.options else _numbers(found)
    return {
        "animation": False,
        "grid": {"left": 8, "right": 16, "top": 40, "bottom": 8, "containLabel": True},
        "legend": {"top": 4, "type": "scroll", "textStyle": _text(), "icon": "roundRect"},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}<br/>{a}: {c}"},
        "xAxis": {
            "type": "category",
            "data": [moment_words(minute) for minute in found.minutes],
            "axisLabel": {**_text(), "hideOverlap": True},
            "axisLine": {"lineStyle": {"color": colour("borderColor")}},
        },
        "yAxis": {
            "type": "value",
            "minInterval": 1,
            "axisLabel": _text(),
            "splitLine": {"lineStyle": {"color": colour("borderColor")}},
            **_bounds(found),
        },
        "series": series,
    }


def _bounds(found: Surveyed) -> dict[str, int]:
    bounds = found.asking.bounds
    return {"min": bounds[0], "max": bounds[-1]} if bounds else {}


def _shares(found: Surveyed) -> list[dict[str, Any]]:
    tallies = [found.tally(minute) for minute in found.minutes]
    rows = [(option, [tally[option] for tally in tallies]) for option in found.asking.options]
    rows.append((tr(_CANNOT_SAY), [found.silent(minute) for minute in found.minutes]))
    shades = [*(_SHADES[n % len(_SHADES)] for n in range(len(rows) - 1)), colour("grayTextColor")]
    return [
        {
            "type": "bar",
            "stack": "answers",
            "barMaxWidth": scaled(44),
            "name": shorten(name, 24),
            "itemStyle": {"color": shade},
            "data": counts,
        }
        for (name, counts), shade in zip(rows, shades, strict=True)
    ]


def _numbers(found: Surveyed) -> list[dict[str, Any]]:
    means = [found.mean(minute) for minute in found.minutes]
    dots = [
        {"value": [n, one.said.number], "name": one.name}
        for n, minute in enumerate(found.minutes)
        for one in found.at(minute)
        if one.said.number is not None
    ]
    return [
        {
            "type": "scatter",
            "name": tr("each answer"),
            "symbolSize": scaled(7),
            "itemStyle": {"color": colour("grayTextColor"), "opacity": 0.55},
            "data": dots,
        },
        {
            "type": "line",
            "name": tr("mean"),
            "symbolSize": scaled(8),
            "lineStyle": {"width": 3, "color": colour("primaryColor")},
            "itemStyle": {"color": colour("primaryColor")},
            "data": [None if mean is None else round(mean, 2) for mean in means],
        },
    ]


def _text() -> dict[str, Any]:
    return {"color": colour("textColor"), "fontSize": scaled(LETTERS)}
