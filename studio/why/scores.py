"""The scores of a recall: recency, importance and relevance, as bars, as numbers and as a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import streamlit as st

from engine.records import Memory, Recall, Recalled
from studio import session
from studio.basics.charts.chart_click import chart_click, explain_by_name
from studio.basics.charts.colours import colour, is_dark
from studio.basics.table import table_twin
from studio.basics.text import shorten
from studio.catalogue.lists import sentences
from studio.catalogue.moments import moment_words
from studio.catalogue.shared_words import WEIGHTS, weight_name
from studio.catalogue.tr import tr, tr_n
from studio.why.memory_card import kind_word

MARK = "\N{WHITE CIRCLE WITH UPPER RIGHT QUADRANT}"  # the face of a clock
_ROW, _HEAD, _FOOT = 44, 40, 28
_NARROWEST = 0.06  # of the longest bar: below this a number does not fit into its part
_ON_DARK, _ON_LIGHT = ("#17181C", "#17181C", "#17181C"), ("#FFFFFF", "#17181C", "#FFFFFF")
_DECALS: list[dict[str, Any]] = [
    {"symbol": "none"},
    {
        "symbol": "circle",
        "symbolSize": 0.4,
        "color": "rgba(255, 255, 255, 0.45)",
        "dashArrayX": [[8, 8], [0, 8, 8, 0]],
        "dashArrayY": [6, 0],
    },
    {
        "symbol": "rect",
        "color": "rgba(255, 255, 255, 0.3)",
        "dashArrayX": [1, 0],
        "dashArrayY": [2, 6],
        "rotation": -0.785,
    },
]


def score_bars(
    items: Sequence[Recalled],
    memories: Mapping[int, Memory],
    *,
    key: str,
    newest: Collection[int] = (),
) -> None:
    """Draw the memories of one recall, best first; picking one, by pointer or by name, explains it. Those in
    `newest` were recalled whatever their score, and are marked.
    """
    known = [item for item in items if item.memory in memories]
    if not known:
        st.caption(tr("No memories were recalled."))
        return
    spec = bars(known, memories, newest)
    clicked = chart_click(
        spec,
        called="scores",
        key=key,
        height=_HEAD + _FOOT + _ROW * len(known),
        alt=alt_text(known, memories, newest),
    )
    if clicked is not None:
        session.explain(known[clicked.item].memory)
    if late := sum(1 for item in known if item.memory in newest):
        st.caption(newest_words(late))
    names = dict(zip([item.memory for item in known], bar_names(known, memories, newest), strict=True))
    explain_by_name(names, key=key)
    table_twin(score_rows(known, memories, newest), key=key)


def newest_words(count: int) -> str:
    """Return the explanation of the mark for the newest."""
    return tr_n(
        "{mark} newest: {n} memory was recalled because it is among the newest, whatever its score.",
        "{mark} newest: {n} memories were recalled because they are among the newest, whatever their scores.",
        count,
        mark=MARK,
    )


def by_newest(recalls: Iterable[Recall], retrieve: int) -> frozenset[int]:
    """Return the memories recalled only by the slots for the newest: those beyond the `retrieve` best of
    every recall that returned them.
    """
    whole: dict[tuple[int, str], dict[int, None]] = {}
    for recall in recalls:
        whole.setdefault((recall.id, recall.query), {}).update((item.memory, None) for item in recall.items)
    best = {memory for each in whole.values() for memory in list(each)[:retrieve]}
    return frozenset(memory for each in whole.values() for memory in each) - best


def bar_names(
    items: Sequence[Recalled], memories: Mapping[int, Memory], newest: Collection[int] = ()
) -> list[str]:
    """Return the text above each bar: its rank, score and mark, and the memory's text."""
    newest_word = tr("newest")
    mark = f"{MARK} {newest_word}  "
    return [
        f"{n}. {item.score:.2f}  {mark if item.memory in newest else ''}"
        f"{shorten(memories[item.memory].text, 110)}"
        for n, item in enumerate(items, start=1)
    ]


def bars(
    items: Sequence[Recalled], memories: Mapping[int, Memory], newest: Collection[int] = ()
) -> dict[str, Any]:
    """Build the picture: one stacked bar for each memory, with its text above."""
    names = bar_names(items, memories, newest)
    longest = max((item.score for item in items), default=0.0)
    label = {
        "inside": True,
        "margin": 0,
        "verticalAlign": "bottom",
        "padding": [0, 0, 9, 0],
        "fontSize": 13,
        "color": colour("textColor"),
        "overflow": "truncate",
    }
    return {
        "aria": {"enabled": True, "decal": {"show": True, "decals": _DECALS}},
        "animation": False,
        "legend": {"top": 0, "left": 0, "selectedMode": False},
        "tooltip": {"trigger": "item"},
        "grid": {"left": 2, "right": 12, "top": _HEAD, "bottom": _FOOT},
        "xAxis": {
            "type": "value",
            "max": round(longest * 1.02, 2) or 1,
            "splitNumber": 4,
            "axisLabel": {"showMaxLabel": False},
        },
        "yAxis": {
            "type": "category",
            "data": names,
            "inverse": True,
            "z": 10,
            "axisLine": {"show": False},
            "axisTick": {"show": False},
            "axisLabel": {**label, "width": 720},
        },
        "series": [_part(n, items, longest) for n in range(len(WEIGHTS))],
        "media": [
            {"option": {"yAxis": {"axisLabel": {"width": 720}}}},
            {"query": {"maxWidth": 760}, "option": {"yAxis": {"axisLabel": {"width": 580}}}},
            {"query": {"maxWidth": 600}, "option": {"yAxis": {"axisLabel": {"width": 400}}}},
            {"query": {"maxWidth": 420}, "option": {"yAxis": {"axisLabel": {"width": 300}}}},
        ],
    }


def _part(n: int, items: Sequence[Recalled], longest: float) -> dict[str, Any]:
    values = [float(getattr(item, WEIGHTS[n])) for item in items]
    return {
        "type": "bar",
        "name": weight_name(WEIGHTS[n], within=True),
        "stack": "score",
        "selectedMode": "single",
        "barWidth": 14,
        "label": {"fontSize": 11, "color": (_ON_DARK if is_dark() else _ON_LIGHT)[n]},
        "data": [
            {
                "value": round(value, 2),
                "label": {"show": value >= longest * _NARROWEST, "formatter": f"{value:.2f}"},
            }
            for value in values
        ],
    }


def score_rows(
    items: Sequence[Recalled], memories: Mapping[int, Memory], newest: Collection[int] = ()
) -> list[dict[str, object]]:
    """Return the same as a table."""
    return [
        {
            "#": n,
            tr("memory"): memories[item.memory].text,
            tr("kind"): kind_word(memories[item.memory].kind),
            tr("time"): moment_words(memories[item.memory].minute),
            tr("score"): round(item.score, 3),
            tr("recency"): round(item.recency, 3),
            tr("importance"): round(item.importance, 3),
            tr("relevance"): round(item.relevance, 3),
            tr("reason"): tr("among the newest") if item.memory in newest else tr("its score"),
        }
        for n, item in enumerate(items, start=1)
    ]


def alt_text(items: Sequence[Recalled], memories: Mapping[int, Memory], newest: Collection[int] = ()) -> str:
    """Return the description of the picture for screen readers: its finding."""
    best = items[0]
    part = max(WEIGHTS, key=lambda name: float(getattr(best, name)))
    late = sum(1 for item in items if item.memory in newest)
    said = tr(
        "Bar chart of {n} recalled memories. The first scores {score:.2f}, mostly for its {part}: {text}",
        n=len(items),
        score=best.score,
        part=weight_name(part, within=True),
        text=shorten(memories[best.memory].text, 120),
    )
    return sentences(said, newest_words(late)) if late else said


def parts_words(item: Recalled) -> str:
    """Return a score as a sum in numbers."""
    return tr(
        "score {score:.2f} = {recency:.2f} recency + {importance:.2f} importance + {relevance:.2f} relevance",
        score=item.score,
        recency=item.recency,
        importance=item.importance,
        relevance=item.relevance,
    )


def best_of(recalls: Sequence[Recall]) -> dict[int, Recalled]:
    """Return every memory returned by some recalls, best first, each with its best score."""
    best: dict[int, Recalled] = {}
    for item in (item for recall in recalls for item in recall.items):
        if item.memory not in best or item.score > best[item.memory].score:
            best[item.memory] = item
    return dict(sorted(best.items(), key=lambda pair: (-pair[1].score, pair[0])))
