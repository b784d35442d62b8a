"""The noise: how far each count differs from run to run by chance alone, and where the other setting
stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from engine.api.many.batch import Band, BatchTable, CountBands
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.charts.take_picture import picture
from studio.basics.charts.time_axis import LETTERS
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr
from studio.runs.many.counts import count_words, verdict_words

_ROW, _AROUND, _LABEL = 34, 48, 110


def noise_chart(found: BatchTable, names: Sequence[str]) -> None:
    """Draw the spread of every count in the plain runs, relative to its median, and beside it the other
    variant's.
    """
    st.markdown(tr("**Random variation**"))
    told = _finding(found.counts, names)
    plain(told)
    drawn = [one for one in found.counts if one.bands[0] is not None and one.bands[0].median]
    if drawn:
        plain(
            tr("Minimum, quartiles and maximum, where 100% is the median of the unchanged runs:"), muted=True
        )
        with picture("noise of counts", key="many-noise"):
            st.echarts_chart(
                _spec(drawn, names),
                key="many-noise",
                height=scaled(_ROW) * len(drawn) + _AROUND,
                renderer="svg",
                alt=tr("How much counts vary from run to run. {told}", told=told),
            )
    table_twin(lambda: _rows(found.counts, names), key="many-noise")


def _finding(counts: Sequence[CountBands], names: Sequence[str]) -> str:
    lines = next((one for one in counts if one.bands[0] is not None and one.name == "lines"), counts[0])
    band = lines.bands[0]
    if band is None:
        return tr("No unchanged run has finished yet.")
    told = tr(
        "A run has {least:g} to {most:g} {count}; half of the runs have {lower:g} to {upper:g}.",
        count=count_words(lines.name),
        least=band.least,
        most=band.most,
        lower=band.lower,
        upper=band.upper,
    )
    if len(names) < 2:
        return tr("{told} A difference between two runs within this range may be chance.", told=told)
    beyond = [count_words(one.name) for one in counts if one.verdict == "beyond chance"]
    if beyond:
        return tr(
            "{told} With {variant}, these counts differ by more than chance: {counts}.",
            told=told,
            variant=names[1],
            counts=with_commas(beyond),
        )
    return tr("{told} With {variant}, no count differs by more than chance.", told=told, variant=names[1])


def _spec(drawn: Sequence[CountBands], names: Sequence[str]) -> dict[str, Any]:
    text = {"color": colour("textColor"), "fontSize": scaled(LETTERS)}
    paints = (colour("primaryColor"), colour("redColor"))
    return {
        "animation": False,
        "grid": {"left": 4, "right": 24, "top": 28 if len(names) > 1 else 4, "bottom": 32},
        "legend": {
            "show": len(names) > 1,
            "data": [shorten(name, 40) for name in names],
            "textStyle": text,
            "top": 0,
        },
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "xAxis": {
            "type": "value",
            "scale": True,
            "axisLabel": {**text, "formatter": "{value}%"},
            "splitLine": {"lineStyle": {"color": colour("borderColor")}},
        },
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": [shorten(count_words(one.name), 20) for one in drawn],
            "axisLabel": {**text, "interval": 0, "width": scaled(_LABEL), "overflow": "break"},
            "axisTick": {"show": False},
        },
        "series": [
            {
                "type": "boxplot",
                "name": shorten(name, 40),
                "itemStyle": {"color": "transparent", "borderColor": paints[place], "borderWidth": 1.5},
                "data": [
                    {
                        "name": _words(one.name, name, one.bands[place]),
                        "value": _parts(one, place),
                    }
                    for one in drawn
                ],
            }
            for place, name in enumerate(names)
        ],
    }


def _parts(one: CountBands, place: int) -> list[float]:
    """Return a spread in percent of the median of the plain runs."""
    plainly, band = one.bands[0], one.bands[place]
    if plainly is None or band is None:
        return []
    return [
        round(100 * value / plainly.median, 1)
        for value in (band.least, band.lower, band.median, band.upper, band.most)
    ]


def _words(what: str, name: str, band: Band | None) -> str:
    if band is None:
        return ""
    return tr(
        "{name}, {count}: {least:g} to {most:g}, median {median:g}",
        name=name,
        count=count_words(what),
        least=band.least,
        most=band.most,
        median=band.median,
    )


def _rows(counts: Sequence[CountBands], names: Sequence[str]) -> list[dict[str, object]]:
    return [
        {
            tr("count"): count_words(one.name),
            tr("runs"): name,
            tr("minimum"): band.least,
            tr("lower quartile"): band.lower,
            tr("median"): band.median,
            tr("upper quartile"): band.upper,
            tr("maximum"): band.most,
            tr("difference"): verdict_words(one.verdict) if place else "",
        }
        for one in counts
        for place, (name, band) in enumerate(zip(names, one.bands, strict=True))
        if band is not None
    ]
