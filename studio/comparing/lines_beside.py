"""Lines beside each other: what is said in two runs, talk by talk, where they say the same on one line."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.run import AlignedLine, Comparison
from engine.clock import clock_words, day_of
from engine.records import Line
from studio.basics.table import table_twin
from studio.basics.text import plain, shown
from studio.comparing.sides import Sides
from studio.frame.linked_fields import linked_person, linked_words

A_PAGE = 40


def lines_beside(sides: Sides, found: Comparison) -> None:
    """Draw what is said since the runs part; of one person and with some words, where asked."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        who = linked_person(sides.run, link="who", key=f"beside-who-{sides.run.number}")
        words = linked_words("In which is said…", link="said", key="beside-words", width=260)
    pairs = [pair for pair in found.aligned if _fits(pair, who, words)]
    if not pairs:
        plain("Nobody says anything that fits since they part.", muted=True)
        return
    same = sum(pair.is_same for pair in pairs)
    st.caption(f"{len(pairs)} lines side by side, {same} of them said in both.")
    pages = -(-len(pairs) // A_PAGE)
    page = st.pagination(pages, key="beside-page") if pages > 1 else 1
    st.html(_picture(sides, pairs[(page - 1) * A_PAGE : page * A_PAGE]))
    table_twin(lambda: [_row(sides, pair) for pair in pairs], key="lines-beside")


def _fits(pair: AlignedLine, who: str | None, words: str) -> bool:
    lines = [line for line in (pair.one, pair.other) if line is not None]
    said = " ".join(line.text for line in lines).casefold()
    return any(who in (None, line.speaker) for line in lines) and all(
        word in said for word in words.casefold().split()
    )


def _picture(sides: Sides, pairs: Sequence[AlignedLine]) -> str:
    one, other = (
        f'<div class="tw-side tw-plain tw-small tw-muted">{shown(name)}</div>' for name in sides.names
    )
    return f'<div class="tw-beside">{one}{other}{"".join(_shown(sides, pair) for pair in pairs)}</div>'


def _shown(sides: Sides, pair: AlignedLine) -> str:
    line = pair.one
    if line is not None and pair.is_same:
        return f'<div class="tw-side tw-both">{_said(sides, line, "in both · ")}</div>'
    return "".join(
        f'<div class="tw-side">{_said(sides, each) if each is not None else ""}</div>'
        for each in (pair.one, pair.other)
    )


def _said(sides: Sides, line: Line, where: str = "") -> str:
    about = f"{where}{sides.name_of(line.speaker)} · day {day_of(line.said_at)} {clock_words(line.said_at)}"
    return (
        f'<span class="tw-note">{shown(about)}</span><div class="tw-story tw-small">{shown(line.text)}</div>'
    )


def _row(sides: Sides, pair: AlignedLine) -> dict[str, object]:
    line = pair.one or pair.other
    return {
        "who": sides.name_of(line.speaker) if line is not None else "",
        "when": f"day {day_of(line.said_at)} {clock_words(line.said_at)}" if line is not None else "",
        sides.names[0]: pair.one.text if pair.one is not None else "",
        sides.names[1]: pair.other.text if pair.other is not None else "",
        "in both": "yes" if pair.is_same else "",
    }
