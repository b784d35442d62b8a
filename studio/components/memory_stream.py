"""The memory stream of one agent: search as you type, filters, and a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import streamlit as st

from engine.clock import day_of
from engine.records import AgentId, Memory, MemoryKind
from engine.town import Run
from studio import session
from studio.components.memory_card import kind_words, memory_row
from studio.components.text import plain

A_PAGE = 50
KINDS: tuple[MemoryKind, ...] = get_args(MemoryKind)


def memory_stream(run: Run, agent: AgentId) -> None:
    """Draw the filters and the page of memories that fit, newest first."""
    search, kinds, least = _filters(agent)
    wanted = (search, tuple(kinds), least)
    count = run.memories(
        agent, search=search, kinds=kinds, least_importance=least, at=session.moment(), limit=0
    ).total
    pages = max(1, -(-count // A_PAGE))
    with st.container(horizontal=True, vertical_alignment="center"):
        plain(count_words(count, filtered=wanted != ("", (), 1)), muted=True)
        page = st.pagination(pages, key=f"stream-page-{agent}-{hash(wanted)}") if pages > 1 else 1
    found = run.memories(
        agent,
        search=search,
        kinds=kinds,
        least_importance=least,
        at=session.moment(),
        offset=(page - 1) * A_PAGE,
        limit=A_PAGE,
    )
    _rows(found.items)


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
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kinds = st.pills(
            "Kinds",
            KINDS,
            selection_mode="multi",
            format_func=kind_words,
            key=f"stream-kinds-{agent}",
            wrap=True,
        )
        least = st.slider("Importance, at least", 1, 10, 1, key=f"stream-least-{agent}", width=220)
    return search or "", list(kinds), least


def _rows(memories: Sequence[Memory]) -> None:
    if not memories:
        plain("Nothing in this memory fits. Try another word, or let go of a filter.", muted=True)
        return
    day = None
    for memory in memories:
        if memory.kind != "seed" and day_of(memory.minute) != day:
            day = day_of(memory.minute)
            st.markdown(f"**Day {day}**")
        memory_row(memory, key="stream", with_day=False)


def count_words(count: int, *, filtered: bool) -> str:
    """How many memories there are, or fit."""
    noun = "memory" if count == 1 else "memories"
    return f"{count:,} {noun} {'fits' if count == 1 else 'fit'}" if filtered else f"{count:,} {noun}"
