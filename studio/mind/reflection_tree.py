"""The tree of an agent's reflections: insights above the memories they cite, and so on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import ceil
from textwrap import wrap
from typing import Any

import streamlit as st

from engine.records import Memory
from studio import session
from studio.basics.charts.chart_click import chart_click, explain_by_name
from studio.basics.charts.colours import colour
from studio.basics.lazy_expander import lazy_expander
from studio.basics.table import table_twin
from studio.basics.text import shorten
from studio.catalogue.lists import sentences, with_commas
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_n
from studio.why.memory_card import SIGNS, kind_word, memory_row

MOST_EVIDENCE = 6
NARROWEST = 640  # pixels; in a narrower window the picture moves sideways, as look.css says
_WIDE = 892
_LEAF, _EDGE, _LEFT, _GAP, _BESIDE = 26, 24, 12, 24, 10
_INNER_LETTERS, _DEEP_LETTERS, _LEAF_LETTERS = 90, 60, 140
_DEEP = 3  # columns of conclusions, from which on they are narrow and say less
_LINE, _LETTER, _TALLEST = (
    15,
    6.6,
    66,
)  # pixels: a line of a label, a letter, the most of a leaf
_WIDE_LEAF, _SMALL_LEAF = 370, 240


@dataclass(frozen=True)
class Node:
    """A memory in the tree; `hidden` counts the cited memories that are not drawn."""

    memory: Memory
    children: tuple[Node, ...] = ()
    hidden: int = 0


def reflection_tree(roots: Sequence[Node], *, title: str, key: str) -> None:
    """Draw the tree; a click on a memory explains it."""
    root, memories = drawing(roots, title)
    height = 2 * _EDGE + leaf_height(roots) * max(leaves(roots), 4)
    clicked = chart_click(
        tree_spec(root, columns(roots)), called=title, key=key, height=height, alt=tree_alt(roots, title)
    )
    memory = memories[clicked.item] if clicked and clicked.item < len(memories) else None
    if memory is not None:
        session.explain(memory.id)
    drawn = {one.id: shorten(one.text, _LEAF_LETTERS) for one in memories if one is not None}
    explain_by_name(drawn, key=key)
    st.caption(
        tr(
            "The memories behind a conclusion are shown to its right. {shapes} Click an item to see why.",
            shapes=shapes_words(memories),
        )
    )
    table_twin(lambda: tree_rows(roots), key=key)


def reflection_list(roots: Sequence[Node], *, key: str) -> None:
    """Draw the same as a list: every reflection with its evidence below it."""
    for node in roots:
        with st.container(border=True, key=f"insight-{key}-{node.memory.id}"):
            memory_row(node.memory, key=f"list-{key}", with_day=False, size="large")
            cited = len(node.children) + node.hidden
            lazy_expander(
                tr_n("Based on {n} memory", "Based on {n} memories", cited),
                partial(_evidence, node, key),
                key=f"evidence-{key}-{node.memory.id}",
                icon=":material/format_list_bulleted:",
            )


def _evidence(node: Node, key: str) -> None:
    for child in node.children:
        memory_row(child.memory, key=f"under-{key}-{node.memory.id}", size="small")
    if node.hidden:
        st.caption(tr("and {n} more. Click Why to see all of them.", n=node.hidden))


def grow(
    insights: Sequence[Memory], known: Mapping[int, Memory], *, most: int = MOST_EVIDENCE
) -> tuple[Node, ...]:
    """Build the trees of some insights: roots are those that no other cites, latest first."""
    own = {memory.id for memory in insights}
    cited = {one for memory in insights for one in memory.evidence if one in own}
    tops = [memory for memory in insights if memory.id not in cited]
    return tuple(_node(memory, known, most) for memory in sorted(tops, key=lambda one: -one.id))


def _node(memory: Memory, known: Mapping[int, Memory], most: int) -> Node:
    """Build a node. Only reflections branch further. Evidence is always older than the reflection, so this
    ends.
    """
    cited = [known[one] for one in memory.evidence if one in known and one < memory.id]
    if memory.kind != "reflection":
        return Node(memory)
    best = sorted(cited, key=lambda one: (one.kind != "reflection", -one.importance, one.id))[:most]
    children = tuple(_node(one, known, most) for one in best)
    return Node(memory, children, hidden=len(cited) - len(best))


def wanted(insights: Sequence[Memory], known: Mapping[int, Memory]) -> Collection[int]:
    """Return the ids of memories that the trees of some insights need and that are not known yet."""
    return {one for memory in [*insights, *known.values()] for one in memory.evidence if one not in known}


def leaves(roots: Sequence[Node]) -> int:
    """Return the number of lines the picture needs."""
    return sum(leaves(node.children) + bool(node.hidden) if node.children else 1 for node in roots)


def leaf_height(roots: Sequence[Node]) -> int:
    """Return the height in pixels of a line of the picture, so that labels do not overlap, as far as the
    picture stays readable.
    """
    deep = columns(roots)
    width = _inner(NARROWEST, deep, _SMALL_LEAF)  # where labels have the most lines
    below: dict[int, list[tuple[float, int]]] = {}
    _place(roots, 0, 1, width, _letters(deep), below)
    needed = (
        (one[1] + other[1]) / 2 / (other[0] - one[0])
        for placed in below.values()
        for one, other in pairwise(placed)
    )
    return round(min(max((_LEAF, *needed)), _TALLEST))


def _place(
    nodes: Sequence[Node],
    first: float,
    depth: int,
    width: int,
    letters: int,
    below: dict[int, list[tuple[float, int]]],
) -> float:
    """Record in `below` the position of each reflection in its column, in leaves, and the height of its label
    in pixels; return the middle of these nodes.
    """
    middles: list[float] = []
    for node in nodes:
        middle = first
        if node.children:
            middle = _place(node.children, first, depth + 1, width, letters, below)
            if node.hidden:  # the line that counts them is the last child
                last = first + leaves((node,)) - 1
                middle = (_first_middle(node, first) + last) / 2
            below.setdefault(depth, []).append((middle, _high(shorten(node.memory.text, letters), width)))
        middles.append(middle)
        first += leaves((node,))
    return (middles[0] + middles[-1]) / 2


def _first_middle(node: Node, first: float) -> float:
    """Return the middle of the first child of a node whose leaves begin at `first`."""
    child = node.children[0]
    return _place((child,), first, 0, 1, 1, {}) if child.children else first


def _high(text: str, width: int) -> int:
    per_line = max(int(width / _LETTER), 1)
    lines = len(wrap(text, per_line)) if " " in text else ceil(2 * len(text) / per_line)
    return (lines + 1) * _LINE


def _letters(deep: int) -> int:
    return _INNER_LETTERS if deep <= _DEEP else _DEEP_LETTERS


def shapes_words(drawn: Iterable[Memory | None]) -> str:
    """Return the legend of shapes by kind, for the kinds in the picture."""
    kinds = dict.fromkeys(memory.kind for memory in drawn if memory is not None)
    pairs = (tr("{shape}: {kind}", shape=tr(SIGNS[kind].shape_word), kind=kind_word(kind)) for kind in kinds)
    return tr("{shapes}.", shapes=with_commas(pairs).capitalize())


def levels(roots: Sequence[Node]) -> int:
    """Return the number of steps from the title to the deepest leaf."""
    return max((1 + levels(node.children) for node in roots), default=0)


def columns(roots: Sequence[Node]) -> int:
    """Return the number of columns of the picture: one more if depths differ, which spaces the leaves
    evenly.
    """
    deep = levels(roots)
    return deep + 1 if deep > 2 else 2


def tree_spec(root: Mapping[str, Any], deep: int) -> dict[str, Any]:
    """Build the ECharts specification; a reflection's label stands in the gap to its parent."""
    sizes = _sizes(_WIDE, deep, leaf=_WIDE_LEAF)
    small = _sizes(NARROWEST, deep, leaf=_SMALL_LEAF)
    return {
        "animation": False,
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
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
                "emphasis": {"focus": "ancestor"},
                "itemStyle": {"color": colour("primaryColor"), "borderColor": colour("primaryColor")},
                "lineStyle": {"color": colour("borderColor"), "width": 1.5},
                **sizes,
            }
        ],
        "media": [
            {"query": {"maxWidth": _WIDE - 1}, "option": {"series": [small]}},
            {"option": {"series": [sizes]}},
        ],
    }


def _sizes(width: int, deep: int, *, leaf: int) -> dict[str, Any]:
    """Build the labels of a picture at least `width` pixels wide: a reflection's in the gap before it, a
    leaf's at the end.
    """
    right, inner = leaf + _BESIDE, _inner(width, deep, leaf)
    label = {"fontSize": 13, "color": colour("textColor")}
    ground = {"backgroundColor": colour("backgroundColor"), "padding": [1, 3], "lineHeight": 15}
    near = {**label, **ground, "position": "left", "align": "right", "width": inner, "overflow": "break"}
    far = {**label, "position": "right", "align": "left", "width": leaf, "overflow": "truncate"}
    return {"right": right, "label": near, "leaves": {"label": far}}


def _inner(width: int, deep: int, leaf: int) -> int:
    """Return the width of the label of a reflection."""
    return min(250, (width - _LEFT - leaf - _BESIDE) // deep - _GAP)


def drawing(roots: Sequence[Node], title: str) -> tuple[dict[str, Any], list[Memory | None]]:
    """Build the tree for ECharts, and the list of memories by the items' numbers."""
    made = _Drawing(roots, title)
    return made.root, made.memories


class _Drawing:
    """The items of the picture, numbered as ECharts does: a parent first, then its children.

    Every leaf is drawn in the last column, or its text would run into deeper branches beside it.
    """

    def __init__(self, roots: Sequence[Node], title: str) -> None:
        self.memories: list[Memory | None] = [None, None]  # ECharts' own root, and the title
        self._deepest = columns(roots)
        children = [self._item(node, 1) for node in roots]
        self.root = {
            "name": shorten(title, 40),
            "symbolSize": 8,
            "label": {"show": False},
            "children": children,
        }

    def _item(self, node: Node, depth: int) -> dict[str, Any]:
        if not node.children:
            return self._leaf(node.memory.text, depth, SIGNS[node.memory.kind].shape, node.memory)
        self.memories.append(node.memory)
        children = [self._item(child, depth + 1) for child in node.children]
        if node.hidden:
            children.append(self._leaf(tr("and {n} more", n=node.hidden), depth + 1, "none", None))
        name = shorten(node.memory.text, _letters(self._deepest))
        return {"name": name, "symbol": "diamond", "symbolSize": 16, "children": children}

    def _leaf(self, text: str, depth: int, shape: str, memory: Memory | None) -> dict[str, Any]:
        steps = self._deepest - depth
        self.memories += [None] * steps
        self.memories.append(memory)
        item: dict[str, Any] = {"name": shorten(text, _LEAF_LETTERS), "symbol": shape, "symbolSize": 10}
        for _ in range(steps):
            item = {"name": "", "symbol": "none", "label": {"show": False}, "children": [item]}
        return item


def tree_rows(roots: Sequence[Node]) -> list[dict[str, object]]:
    """Return the tree as a table: the reflections, and the memories they rest on."""
    return [
        {
            tr("concluded"): moment_words(node.memory.minute),
            tr("conclusion"): node.memory.text,
            tr("depth"): node.memory.depth,
            tr("based on"): child.memory.text if child else "",
            tr("kind"): kind_word(child.memory.kind) if child else "",
        }
        for node in _conclusions(roots)
        for child in (node.children or (None,))
    ]


def _conclusions(roots: Sequence[Node]) -> Iterator[Node]:
    for node in roots:
        if node.memory.kind == "reflection":
            yield node
            yield from _conclusions(node.children)


def tree_alt(roots: Sequence[Node], title: str) -> str:
    """Return the description of the picture for screen readers."""
    said = tr("; ").join(shorten(node.memory.text, 90) for node in roots[:6])
    deeper = sum(1 for node in roots if node.memory.depth > 1)
    tree = tr(
        "Tree of {conclusions} ({title}): {said}.",
        conclusions=count_words(len(roots)),
        title=title,
        said=said.rstrip(".。"),
    )
    if not deeper:
        return tree
    more = tr_n(
        "{n} of them is also based on earlier conclusions.",
        "{n} of them are also based on earlier conclusions.",
        deeper,
    )
    return sentences(tree, more)


def count_words(count: int) -> str:
    """Return a number of reflections in words."""
    return tr_n("{n} conclusion", "{n} conclusions", count)


def gathered_words(felt: int, reflect_at: int) -> str:
    """Return in words how far an agent is from the next reflection."""
    if felt >= reflect_at:
        return tr(
            "Importance {felt} of {threshold}. The next turn starts with a reflection.",
            felt=felt,
            threshold=reflect_at,
        )
    return tr(
        "Importance {felt} of {threshold}, {left} to go.",
        felt=felt,
        threshold=reflect_at,
        left=reflect_at - felt,
    )
