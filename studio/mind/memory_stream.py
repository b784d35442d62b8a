"""The memory stream of one agent: search as you type, filters, and a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import streamlit as st

from engine.api.workspace import Run
from engine.records import AgentId, MemoryKind
from studio import session
from studio.basics.text import plain
from studio.mind.memory_list import memory_list
from studio.why.memory_card import SIGNS

A_PAGE = 50
KINDS: tuple[MemoryKind, ...] = get_args(MemoryKind)


def memory_stream(run: Run, agent: AgentId) -> None:
    """Draw the filters in a row, the memories that fit, newest first, and the way to older ones."""
    now = run.at(session.minute())
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        search, kinds, least = _filters(agent)
        wanted = (search, tuple(kinds), least)
        count = now.memories(agent, search=search, kinds=kinds, least_importance=least, limit=0).total
        st.caption(count_words(count, filtered=wanted != ("", (), 1)), width="content")
    rows = st.container()
    pages = max(1, -(-count // A_PAGE))
    page = st.pagination(pages, key=f"stream-page-{agent}-{hash(wanted)}") if pages > 1 else 1
    found = now.memories(
        agent,
        search=search,
        kinds=kinds,
        least_importance=least,
        offset=(page - 1) * A_PAGE,
        limit=A_PAGE,
    )
    with rows:
        if found.items:
            memory_list(found.items, key=f"memory-stream-{agent}", language=run.scenario.language)
        else:
            plain("Nothing in this memory fits. Try another word, or let go of a filter.", muted=True)


def _filters(agent: AgentId) -> tuple[str, Sequence[MemoryKind], int]:
    search = st.text_input(
        "Search",
        type="search",
        live=True,
        placeholder="Search what is remembered",
        icon=":material/search:",
        label_visibility="collapsed",
        key=f"stream-search-{agent}",
    )
    kinds = st.multiselect(
        "Kinds",
        KINDS,
        format_func=lambda kind: SIGNS[kind].word,
        placeholder="Every kind",
        label_visibility="collapsed",
        key=f"stream-kinds-{agent}",
        width=220,
        wrap=False,
    )
    least = st.selectbox(
        "Importance, at least",
        range(1, 11),
        format_func=least_words,
        label_visibility="collapsed",
        key=f"stream-least-{agent}",
        width=180,
    )
    return search or "", list(kinds), least


def least_words(least: int) -> str:
    """From which importance up memories are shown."""
    return "Any importance" if least == 1 else f"Importance {least} and up"


def count_words(count: int, *, filtered: bool) -> str:
    """Return how many memories there are, or fit."""
    noun = "memory" if count == 1 else "memories"
    return f"{count:,} {noun} {'fits' if count == 1 else 'fit'}" if filtered else f"{count:,} {noun}"
