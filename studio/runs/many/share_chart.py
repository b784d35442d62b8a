"""The shares of runs in which statements hold: a point for each share, on its 95% interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from engine.api.many.batch import BatchTable, Share
from studio.basics.charts.chart_scale import scaled
from studio.basics.charts.colours import colour
from studio.basics.charts.take_picture import picture
from studio.basics.charts.time_axis import LETTERS
from studio.basics.table import table, table_twin
from studio.basics.text import plain, shorten
from studio.catalogue.tr import tr, tr_in

_ROW, _AROUND, _LABEL = 36, 44, 130
_LONGEST = 28


def share_chart(found: BatchTable, names: Sequence[str]) -> None:
    """Draw the share of runs in which each statement holds, by variant."""
    st.markdown(tr("**How often each statement holds**"))
    told = [_told(one.said, one.shares, names, apart=one.apart) for one in found.statements]
    for sentence in told:
        plain(sentence)
    rows = [
        (tr("with {variant}", variant=names[place]) if place else one.said, share, place)
        for one in found.statements
        for place, share in enumerate(one.shares)
    ]
    with picture("shares of runs", key="many-shares"):
        st.echarts_chart(
            _spec(rows),
            key="many-shares",
            height=scaled(_ROW) * len(rows) + _AROUND,
            renderer="svg",
            alt=tr("The share of runs in which each statement holds. {told}", told=" ".join(told)),
        )
    table_twin(lambda: share_rows(found, names), key="many-shares")


def share_rows(found: BatchTable, names: Sequence[str]) -> list[dict[str, object]]:
    """Return the shares as rows of a table."""
    return [
        {tr("statement"): one.said, tr("runs"): names[place], **_cells(share)}
        for one in found.statements
        for place, share in enumerate(one.shares)
    ]


def knowing_table(found: BatchTable, names: Sequence[str]) -> None:
    """Draw the shares of runs in which each person learns each fact."""
    fact, who = tr("fact"), tr("who")
    rows = [{fact: one.fact, who: one.agent, **_by_variant(one.shares, names)} for one in found.knowing]
    table(rows, key="many-knowing")


def _by_variant(shares: Sequence[Share], names: Sequence[str]) -> dict[str, object]:
    return {
        name: tr(
            "{held} of {n} ({low:.0%} to {high:.0%})",
            held=share.held,
            n=share.runs,
            low=share.low,
            high=share.high,
        )
        for name, share in zip(names, shares, strict=True)
    }


def _cells(share: Share) -> dict[str, object]:
    return {
        tr("matching runs"): share.held,
        tr("all runs"): share.runs,
        tr("share"): round(share.part, 3),
        tr_in("bound", "lower bound"): round(share.low, 3),
        tr_in("bound", "upper bound"): round(share.high, 3),
    }


def _told(said: str, shares: Sequence[Share], names: Sequence[str], *, apart: bool) -> str:
    if len(names) == 1:
        return tr("“{statement}” holds in {share}.", statement=said, share=_share_words(shares[0]))
    parts = [
        tr("{name}: {share}", name=name, share=_share_words(share))
        for name, share in zip(names, shares, strict=True)
    ]
    verdict = (
        tr("the difference is larger than chance alone would explain")
        if apart
        else tr("the difference may be due to chance")
    )
    return tr(
        "How often “{statement}” holds. {shares}; {verdict}.",
        statement=said,
        shares=tr("; ").join(parts),
        verdict=verdict,
    )


def _share_words(share: Share) -> str:
    return tr(
        "{held} of {n} runs, {part:.0%} ({low:.0%} to {high:.0%})",
        held=share.held,
        n=share.runs,
        part=share.part,
        low=share.low,
        high=share.high,
    )


def _spec(rows: Sequence[tuple[str, Share, int]]) -> dict[str, Any]:
    text = {"color": colour("textColor"), "fontSize": scaled(LETTERS)}
    faint = colour("grayTextColor")
    bar = {"type": "bar", "stack": "interval", "silent": True, "barWidth": 6}
    return {
        "animation": False,
        "grid": {"left": 4, "right": 24, "top": 4, "bottom": 32},
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "xAxis": {
            "type": "value",
            "min": 0,
            "max": 100,
            "axisLabel": {**text, "formatter": "{value}%"},
            "splitLine": {"lineStyle": {"color": colour("borderColor")}},
        },
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": [shorten(label, _LONGEST) for label, _, _ in rows],
            "axisLabel": {**text, "interval": 0, "width": scaled(_LABEL), "overflow": "break"},
            "axisTick": {"show": False},
        },
        "series": [
            {**bar, "itemStyle": {"color": "transparent"}, "data": [100 * one.low for _, one, _ in rows]},
            {
                **bar,
                "itemStyle": {"color": faint, "opacity": 0.45, "borderRadius": 3},
                "data": [100 * (one.high - one.low) for _, one, _ in rows],
            },
            {
                "type": "scatter",
                "symbolSize": scaled(11),
                "z": 3,
                "data": [
                    {
                        "value": [100 * one.part, row],
                        "name": tr("{held} of {n} runs", held=one.held, n=one.runs),
                        "itemStyle": {"color": colour("primaryColor") if not place else colour("redColor")},
                    }
                    for row, (_, one, place) in enumerate(rows)
                ],
            },
        ],
    }
