"""The tree of what an agent has concluded: insights over the memories they cite, and those over theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from engine.clock import moment_words
from engine.records import Memory
from studio import session
from studio.components.memory_card import SIGNS, memory_row
from studio.components.picked import pick
from studio.components.table import table_twin
from studio.components.text import shorten

MOST_EVIDENCE = 6
_LEAF, _EDGE = 26, 24
_INNER_LETTERS, _LEAF_LETTERS = 90, 140


@dataclass(frozen=True)
class Node:
    """A memory in the tree; `hidden` counts the evidence that is not drawn."""

    memory: Memory
    children: tuple[Node, ...] = ()
    hidden: int = 0


def reflection_tree(roots: Sequence[Node], *, title: str, key: str) -> None:
    """Draw the tree; a click on a memory has it explained."""
    drawn = list(in_order(roots))
    height = 2 * _EDGE + _LEAF * max(leaves(roots), 4)
    picked = pick(tree_spec(roots, title), key=key, height=height, alt=tree_alt(roots, title))
    # ECharts puts a root of its own before the first item, and ours, the title, comes next.
    if picked is not None and 0 <= picked.item - 2 < len(drawn):
        memory = drawn[picked.item - 2]
        if memory is not None:
            session.explain(memory.id)
    shapes = " · ".join(f"{sign.shape_word}: {sign.word}" for sign in SIGNS.values())
    st.caption(f"Filled diamonds are conclusions; what they rest on stands to their right. {shapes}.")
    table_twin(lambda: tree_rows(roots), key=key)


def reflection_list(roots: Sequence[Node], *, key: str) -> None:
    """The same as a list: every conclusion with its evidence under it."""
    for node in roots:
        with st.container(border=True, key=f"insight-{key}-{node.memory.id}"):
            memory_row(node.memory, key=f"list-{key}", with_day=False, size="large")
            cited = len(node.children) + node.hidden
            with st.expander(
                f"Rests on {cited} {'memory' if cited == 1 else 'memories'}",
                icon=":material/format_list_bulleted:",
                key=f"evidence-{key}-{node.memory.id}",
                on_change="rerun",
            ) as evidence:
                if evidence.open:
                    _evidence(node, key)


def _evidence(node: Node, key: str) -> None:
    for child in node.children:
        memory_row(child.memory, key=f"under-{key}-{node.memory.id}", size="small")
    if node.hidden:
        st.caption(f"and {node.hidden} more: Why shows them all")


def grow(
    insights: Sequence[Memory], known: Mapping[int, Memory], *, most: int = MOST_EVIDENCE
) -> tuple[Node, ...]:
    """The trees of some insights: roots are those that no other of them cites, the latest first."""
    own = {memory.id for memory in insights}
    cited = {one for memory in insights for one in memory.evidence if one in own}
    tops = [memory for memory in insights if memory.id not in cited]
    return tuple(_node(memory, known, most) for memory in sorted(tops, key=lambda one: -one.id))


def _node(memory: Memory, known: Mapping[int, Memory], most: int) -> Node:
    """Evidence is always older than what cites it, so this ends."""
    cited = [known[one] for one in memory.evidence if one in known and one < memory.id]
    best = sorted(cited, key=lambda one: (one.kind != "reflection", -one.importance, one.id))[:most]
    children = tuple(_node(one, known, most) for one in best)
    return Node(memory, children, hidden=len(cited) - len(best))


def wanted(insights: Sequence[Memory], known: Mapping[int, Memory]) -> Collection[int]:
    """The memories that the trees of some insights need and that are not known yet."""
    return {one for memory in [*insights, *known.values()] for one in memory.evidence if one not in known}


def in_order(roots: Sequence[Node]) -> Iterator[Memory | None]:
    """The memories in the order in which the picture numbers them; None where one only counts the rest."""
    for node in roots:
        yield node.memory
        yield from in_order(node.children)
        if node.hidden:
            yield None


def leaves(roots: Sequence[Node]) -> int:
    """How many lines the picture needs."""
    return sum(leaves(node.children) + bool(node.hidden) if node.children else 1 for node in roots)


def tree_spec(roots: Sequence[Node], title: str) -> dict[str, Any]:
    """The picture as ECharts wants it."""
    wide = {"left": 150, "right": 430}
    narrow = {"left": 84, "right": 170}
    return {
        "animation": False,
        "tooltip": {"trigger": "item", "confine": True, "formatter": "{b}"},
        "series": [_series(roots, title, wide, 230, 420)],
        "media": [
            {"query": {"maxWidth": 640}, "option": {"series": [_sizes(narrow, 100, 165)]}},
            {"option": {"series": [_sizes(wide, 230, 420)]}},
        ],
    }


def _series(
    roots: Sequence[Node], title: str, place: Mapping[str, int], inner: int, leaf: int
) -> dict[str, Any]:
    return {
        "type": "tree",
        "data": [
            {"name": shorten(title, 40), "symbol": "emptyCircle", "children": [_data(node) for node in roots]}
        ],
        "selectedMode": "single",
        "expandAndCollapse": False,
        "initialTreeDepth": -1,
        "top": _EDGE,
        "bottom": _EDGE,
        "symbolSize": 10,
        "emphasis": {"focus": "ancestor"},
        **_sizes(place, inner, leaf),
    }


def _sizes(place: Mapping[str, int], inner: int, leaf: int) -> dict[str, Any]:
    label = {"position": "left", "align": "right", "fontSize": 12, "width": inner, "overflow": "break"}
    outer = {"position": "right", "align": "left", "fontSize": 12, "width": leaf, "overflow": "truncate"}
    return {**place, "label": label, "leaves": {"label": outer}}


def _data(node: Node) -> dict[str, Any]:
    inner = bool(node.children)
    data: dict[str, Any] = {
        "name": shorten(node.memory.text, _INNER_LETTERS if inner else _LEAF_LETTERS),
        "symbol": SIGNS[node.memory.kind].shape,
        "symbolSize": 16 if node.memory.kind == "reflection" else 10,
    }
    if inner:
        data["children"] = [_data(child) for child in node.children]
        if node.hidden:
            data["children"].append({"name": f"and {node.hidden} more", "symbol": "none"})
    return data


def tree_rows(roots: Sequence[Node]) -> list[dict[str, object]]:
    """The tree as a table: what was concluded, and on what it rests."""
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
    """What a screen reader says of the picture."""
    said = "; ".join(shorten(node.memory.text, 90) for node in roots[:6])
    deeper = sum(1 for node in roots if node.memory.depth > 1)
    more = f" {deeper} of them build on earlier conclusions." if deeper else ""
    return f"A tree of {len(roots)} conclusions of {title}: {said}.{more}"


def gathered_words(felt: int, reflect_at: int) -> str:
    """How far an agent is from its next reflection."""
    if felt >= reflect_at:
        return f"{felt} of {reflect_at} gathered: the next turn begins with a reflection."
    return f"{felt} of {reflect_at} gathered: {reflect_at - felt} to go."
