"""A memory as a card: its time, kind, importance and text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import streamlit as st

from engine.clock import clock_words
from engine.records import Memory, MemoryKind
from studio import session
from studio.basics.text import Size, story
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr

_MOST_MARKS = 10


@dataclass(frozen=True)
class Sign:
    """The marks of a kind of memory: an icon, a word, and its shape in pictures."""

    icon: str
    word: str
    shape: str
    shape_word: str


SIGNS: Mapping[MemoryKind, Sign] = MappingProxyType(
    {
        "seed": Sign("spa", "seed", "pin", marked("drop")),
        "observation": Sign("visibility", marked("observation"), "circle", marked("circle")),
        "reflection": Sign("psychology", marked("reflection"), "diamond", marked("diamond")),
        "plan": Sign("event_note", marked("plan"), "rect", marked("square")),
        "talk": Sign("forum", marked("talk"), "roundRect", marked("rounded square")),
        "whisper": Sign("hearing", marked("whisper"), "triangle", marked("triangle")),
    }
)


def memory_row(
    memory: Memory, *, key: str, with_day: bool = True, note: str = "", size: Size = "medium"
) -> None:
    """Draw one memory: a line about it, its text, and a link to its reasons. `note` is our own text."""
    with st.container(horizontal=True, wrap=False, gap="small", width=720, key=f"memory-{key}-{memory.id}"):
        with st.container(gap=None, width="stretch"):
            st.caption(about_line(memory, with_day=with_day) + (f" · {note}" if note else ""))
            story(memory.text, size)
        why_button(memory.id, key=key, quiet=True)


def kind_badge(kind: MemoryKind) -> None:
    """Draw the kind of a memory as icon and word."""
    sign = SIGNS[kind]
    st.badge(
        kind_word(kind), icon=f":material/{sign.icon}:", color="primary" if kind == "reflection" else "gray"
    )


def why_button(row_id: int, *, key: str, label: str = "", quiet: bool = False) -> None:
    """Draw a button that explains a row of the log; a quiet one where there are many."""
    st.button(
        label or tr("Why"),
        key=f"why-{'quiet-' if quiet else ''}{key}-{row_id}",
        icon=None if quiet else ":material/help_center:",
        type="tertiary",
        help=None
        if quiet
        else tr("See what led to this: recalls and their scores, prompt, answer, evidence"),
        on_click=session.explain,
        args=(row_id,),
    )


def about_line(memory: Memory, *, with_day: bool = True) -> str:
    """Return time, kind and importance of a memory, as Markdown of our own words and numbers only."""
    when = moment_words(memory.minute) if with_day else clock_words(memory.minute)
    if memory.kind == "seed":
        when = tr("from the start")
    return f"{when} · {kind_words(memory.kind)} · {importance_marks(memory.importance)}"


def kind_word(kind: MemoryKind) -> str:
    """Return the name of a kind in the reader's language."""
    if kind == "seed":  # the random seed of a run has this name already
        return tr("first memory")
    word = SIGNS[kind].word
    return tr(word)


def kind_words(kind: MemoryKind) -> str:
    """Return a kind as icon and word, as Markdown."""
    return f":material/{SIGNS[kind].icon}: {kind_word(kind)}"


def importance_marks(importance: int) -> str:
    """Return ten small marks, filled by importance, and the number, as Markdown."""
    filled = min(max(importance, 0), _MOST_MARKS)
    empty = f":gray[{'○' * (_MOST_MARKS - filled)}]" if filled < _MOST_MARKS else ""
    return f":yellow[{'●' * filled}]{empty} {importance}"
