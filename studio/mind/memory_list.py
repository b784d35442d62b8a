"""Many memories, as one part of the page: each with a line about it, its text, and a link to its reasons."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import streamlit as st

from engine.clock import clock_words, day_of
from engine.records import Memory
from studio import session
from studio.basics.assets import mount, mounted
from studio.basics.text import tidy
from studio.catalogue.tr import tr
from studio.why.memory_card import SIGNS, kind_word


def memory_list(memories: Sequence[Memory], gone: Collection[int] = (), *, key: str, language: str) -> None:
    """Draw memories in order, with a heading for each new day; those in `gone` are marked as removed from the
    mind.
    """
    rows = list(memory_rows(memories, gone))
    mount(
        "memory_list",
        {"rows": rows, "language": language},
        key=key,
        in_page=True,
        on_why_change=lambda: _explain(key),
    )


def memory_rows(memories: Iterable[Memory], gone: Collection[int] = ()) -> Iterator[Mapping[str, object]]:
    """Yield the data of memories for the browser; seed memories have no day."""
    day = None
    for memory in memories:
        begins = memory.kind != "seed" and day_of(memory.minute) != day
        day = day_of(memory.minute) if begins else day
        yield {
            "id": memory.id,
            "day": tr("Day {day}", day=day) if begins else "",
            "when": tr("from the start") if memory.kind == "seed" else clock_words(memory.minute),
            "icon": SIGNS[memory.kind].icon,
            "kind": _kind(memory, gone),
            "importance": memory.importance,
            "text": tidy(memory.text),
        }


def _kind(memory: Memory, gone: Collection[int]) -> str:
    kind = kind_word(memory.kind)
    return tr("{kind}, retracted", kind=kind) if memory.id in gone else kind


def _explain(key: str) -> None:
    match st.session_state[mounted(key)].get("why"):
        case int(row) if not isinstance(row, bool):
            session.explain(row)
