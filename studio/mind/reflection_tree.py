"""The tree of what an agent has concluded: insights over the memories they cite, and those over theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from engine.clock import moment_words
from engine.records import Memory
from studio import session
from studio.basics.charts.chart_click import chart_click, explain_by_name
from studio.basics.charts.colours import colour
from studio.basics.lazy_expander import lazy_expander
from studio.basics.table import table_twin
from studio.basics.text import shorten
from studio.why.memory_card import SIGNS, memory_row

MOST_EVIDENCE = 6
NARROWEST = 640  # pixels; in a narrower window the picture moves sideways, as look.css says
_WIDE = 892
_LEAF, _EDGE, _LEFT, _GAP = 26, 24, 12, 24
_INNER_LETTERS, _LEAF_LETTERS = 90, 140


@dataclass(frozen=True)
class Node:
    """A memory in the tree; `hidden` counts the evidence that is not drawn."""

    memory: Memory
    children: tuple[Node, ...] = ()
    hidden: int = 0


def reflection_tree(roots: Sequence[Node], *, title: str, key: str) -> None:
    """Draw the tree; a click on a memory has it explained."""
    root, memories = drawing(roots, title)
    height = 2 * _EDGE + _LEAF * max(leaves(roots), 4)
    clicked = chart_click(
        tree_spec(root, columns(roots)), called=title, key=key, height=height, alt=tree_alt(roots, title)
    )
    memory = memories[clicked.item] if clicked and clicked.item < len(memories) else None
    if memory is not None:
        session.explain(memory.id)
    drawn = {one.id: shorten(one.text, _LEAF_LETTERS) for one in memories if one is not None}
    explain_by_name(drawn, key=key)
    shapes = shapes_words(memories)
    st.caption(f"What a conclusion rests on stands to its right. {shapes} Click one to see why.")
    table_twin(lambda: tree_rows(roots), key=key)


def reflection_list(roots: Sequence[Node], *, key: str) -> None:
    """The same as a list: every conclusion with its evidence under it."""
    for node in roots:
        with st.container(border=True, key=f"insight-{key}-{node.memory.id}"):
            memory_row(node.memory, key=f"list-{key}", with_day=False, size="large")
            cited = len(node.children) + node.hidden
            lazy_expander(
                f"Rests on {cited} {'memory' if cited == 1 else 'memories'}",
                partial(_evidence, node, key),
                key=f"evidence-{key}-{node.memory.id}",
                icon=":material/format_list_bulleted:",
            )


def _evidence(node: Node, key: str) -> None:
    for child in node.children:
        memory_row(child.memory, key=f"under-{key}-{node.memory.id}", size="small")
    if node.hidden:
        st.caption(f"and {node.hidden} more: Why shows them all")


def grow(
    insights: Sequence[Memory], known: Mapping[int, Memory], *, most: int = MOST_EVIDENCE
) -> tuple[Node, ...]:
    """Return the trees of some insights: roots are those that no other of them cites, the latest first."""
    own = {memory.id for memory in insights}
    cited = {one for memory in insights for one in memory.evidence if one in own}
    tops = [memory for memory in insights if memory.id not in cited]
    return tuple(_node(memory, known, most) for memory in sorted(tops, key=lambda one: -one.id))


def _node(memory: Memory, known: Mapping[int, Memory], most: int) -> Node:
    """Only conclusions branch further. Evidence is always older than what cites it, so this ends."""
    cited = [known[one] for one in memory.evidence if one in known and one < memory.id]
    if memory.kind != "reflection":
        return Node(memory)
    best = sorted(cited, key=lambda one: (one.kind != "reflection", -one.importance, one.id))[:most]
    children = tuple(_node(one, known, most) for one in best)
    return Node(memory, children, hidden=len(cited) - len(best))


def wanted(insights: Sequence[Memory], known: Mapping[int, Memory]) -> Collection[int]:
    """Return the memories that the trees of some insights need and that are not known yet."""
    return {one for memory in [*insights, *known.values()] for one in memory.evidence if one not in known}


def leaves(roots: Sequence[Node]) -> int:
    """Return how many lines the picture needs."""
    return sum(leaves(node.children) + bool(node.hidden) if node.children else 1 for node in roots)


def shapes_words(drawn: Iterable[Memory | None]) -> str:
    """Return which shape stands for which kind, of those that are in the picture."""
    kinds = dict.fromkeys(memory.kind for memory in drawn if memory is not None)
    return ", ".join(f"{SIGNS[kind].shape_word}: {SIGNS[kind].word}" for kind in kinds).capitalize() + "."


def levels(roots: Sequence[Node]) -> int:
    """Return how many steps lead from the title to the deepest leaf."""
    return max((1 + levels(node.children) for node in roots), default=0)


def columns(roots: Sequence[Node]) -> int:
    """Return how many columns the picture has: where depths differ one more, which spaces the leaves
    evenly.
    """
    deep = levels(roots)
    return deep + 1 if deep > 2 else 2


def tree_spec(root: Mapping[str, Any], deep: int) -> dict[str, Any]:
    """Return the picture as ECharts wants it; a conclusion's label stands in the gap to its parent."""
    sizes = _sizes(_WIDE, deep, leaf=370)
    small = _sizes(NARROWEST, deep, leaf=240)
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
    """Return the labels of a picture at least `width` pixels wide: a conclusion's in the gap before it, a
    leaf's at the end.
    """
    right = leaf + 10
    inner = min(250, (width - _LEFT - right) // deep - _GAP)
    label = {"fontSize": 13, "color": colour("textColor")}
    ground = {"backgroundColor": colour("backgroundColor"), "padding": [1, 3], "lineHeight": 15}
    near = {**label, **ground, "position": "left", "align": "right", "width": inner, "overflow": "break"}
    far = {**label, "position": "right", "align": "left", "width": leaf, "overflow": "truncate"}
    return {"right": right, "label": near, "leaves": {"label": far}}


def drawing(roots: Sequence[Node], title: str) -> tuple[dict[str, Any], list[Memory | None]]:
    """Return the tree as ECharts draws it, and which memory each of its numbered items is, if any."""
    made = _Drawing(roots, title)
    return made.root, made.memories


class _Drawing:
    """The items of the picture, numbered as ECharts numbers them: a parent first, then its children.

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
            children.append(self._leaf(f"and {node.hidden} more", depth + 1, "none", None))
        name = shorten(node.memory.text, _INNER_LETTERS)
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
    """Return the tree as a table: what was concluded, and on what it rests."""
    return [
        {
            "concluded": moment_words(node.memory.minute),
            "conclusion": node.memory.text,
            "depth": node.memory.depth,
            "because of": child.memory.text if child else "",
            "kind": SIGNS[child.memory.kind].word if child else "",
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
    """Return what a screen reader says of the picture."""
    said = "; ".join(shorten(node.memory.text, 90) for node in roots[:6])
    deeper = sum(1 for node in roots if node.memory.depth > 1)
    rests = "rests" if deeper == 1 else "rest"
    more = f" Of these, {deeper} {rests} on earlier conclusions too." if deeper else ""
    return f"A tree of {count_words(len(roots))} of {title}: {said.rstrip('.')}.{more}"


def count_words(count: int) -> str:
    """Return how many conclusions there are."""
    return f"{count} {'conclusion' if count == 1 else 'conclusions'}"


def gathered_words(felt: int, reflect_at: int) -> str:
    """Return how far an agent is from its next reflection."""
    if felt >= reflect_at:
        return f"{felt} of {reflect_at} gathered: the next turn begins with a reflection."
    return f"{felt} of {reflect_at} gathered: {reflect_at - felt} to go."
