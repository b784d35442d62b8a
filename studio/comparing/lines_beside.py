"""The lines of two runs side by side, talk by talk, with equal lines in one row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from engine.api.run import AlignedLine, Comparison
from engine.records import Line
from studio.basics.table import table_twin
from studio.basics.text import plain, shown
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.comparing.sides import Sides
from studio.frame.linked_fields import linked_person, linked_words

A_PAGE = 40
_FOLDED = 3  # lines that both have, from so many on: fewer are what leads over to what differs


def lines_beside(sides: Sides, found: Comparison) -> None:
    """Draw the lines since the runs diverged; only those of one person or with some words, if given."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tw-filters"):
        who = linked_person(sides.run.town.cast.personas, link="who", key=f"beside-who-{sides.run.number}")
        words = linked_words(tr("Contains text…"), link="said", key="beside-words", width=260)
    pairs = [pair for pair in found.aligned if _fits(pair, who, words)]
    if not pairs:
        plain(tr("No lines since the first difference match your filters."), muted=True)
        return
    same = sum(pair.is_same for pair in pairs)
    st.caption(tr("{n} lines side by side, {same} of them said in both.", n=len(pairs), same=same))
    stretches = _stretches(pairs)
    pages = -(-len(stretches) // A_PAGE)
    page = st.pagination(pages, key="beside-page") if pages > 1 else 1
    st.html(_picture(sides, stretches[(page - 1) * A_PAGE : page * A_PAGE]))
    table_twin(lambda: [_row(sides, pair) for pair in pairs], key="lines-beside")


def _fits(pair: AlignedLine, who: str | None, words: str) -> bool:
    lines = [line for line in (pair.one, pair.other) if line is not None]
    said = " ".join(line.text for line in lines).casefold()
    return any(who in (None, line.speaker) for line in lines) and all(
        word in said for word in words.casefold().split()
    )


def _stretches(pairs: Sequence[AlignedLine]) -> list[Sequence[AlignedLine]]:
    """Group the lines, in order: one by one where the runs differ, equal ones in stretches."""
    found: list[Sequence[AlignedLine]] = []
    for is_same, stretch in groupby(pairs, key=lambda pair: pair.is_same):
        lines = tuple(stretch)
        found += [lines] if is_same else [(line,) for line in lines]
    return found


def _picture(sides: Sides, stretches: Sequence[Sequence[AlignedLine]]) -> str:
    one, other = (
        f'<div class="tw-side tw-plain tw-small tw-muted">{shown(name)}</div>' for name in sides.names
    )
    return (
        f'<div class="tw-beside">{one}{other}{"".join(_stretch(sides, lines) for lines in stretches)}</div>'
    )


def _stretch(sides: Sides, lines: Sequence[AlignedLine]) -> str:
    """Return a stretch of lines as HTML; a long stretch of equal lines is folded."""
    said = "".join(_shown(sides, pair) for pair in lines)
    if len(lines) < _FOLDED:
        return said
    title = shown(tr("{n} lines said in both", n=len(lines)))
    return (
        f'<details class="tw-side tw-fold"><summary class="tw-note">{title}</summary>'
        f'<div class="tw-beside">{said}</div></details>'
    )


def _shown(sides: Sides, pair: AlignedLine) -> str:
    line = pair.one
    if line is not None and pair.is_same:
        return f'<div class="tw-side tw-both">{_said(sides, line, in_both=True)}</div>'
    return "".join(
        f'<div class="tw-side">{_said(sides, each) if each is not None else ""}</div>'
        for each in (pair.one, pair.other)
    )


def _said(sides: Sides, line: Line, *, in_both: bool = False) -> str:
    where = [tr("in both")] if in_both else []
    about = " · ".join([*where, sides.name_of(line.speaker), moment_words(line.said_at)])
    return (
        f'<span class="tw-note">{shown(about)}</span><div class="tw-story tw-small">{shown(line.text)}</div>'
    )


def _row(sides: Sides, pair: AlignedLine) -> dict[str, object]:
    line = pair.one or pair.other
    return {
        tr("who"): sides.name_of(line.speaker) if line is not None else "",
        tr("when"): moment_words(line.said_at) if line is not None else "",
        sides.names[0]: pair.one.text if pair.one is not None else "",
        sides.names[1]: pair.other.text if pair.other is not None else "",
        tr("in both"): tr("yes") if pair.is_same else "",
    }
