"""The newspapers of two runs about one day, side by side."""

from __future__ import annotations

import streamlit as st

from engine.api.run import Comparison, Paper
from engine.clock import day_of
from studio import session
from studio.basics.text import escape_md, story
from studio.catalogue.moments import day_words
from studio.catalogue.tr import tr, tr_in
from studio.comparing.sides import Sides

_NIGHT = 5 * 60  # minutes of a day in which hardly anybody is up yet: nothing can have turned


def both_papers(sides: Sides, found: Comparison) -> None:
    """Draw the headlines and turning points of a day in both runs; those of only one run come first,
    marked.
    """
    latest = day_of(max(0, found.minute - 1))
    day = _day(latest, max(1, day_of(max(0, found.minute - _NIGHT))))
    papers = found.papers(day)
    told = [{one.sentence.text for one in paper.turns} for paper in papers]
    columns = st.columns(2, gap="medium")
    for side, (column, paper) in enumerate(zip(columns, papers, strict=True)):
        with column, st.container(border=True, key=f"paper-beside-{side}"):
            st.caption(f"{escape_md(sides.names[side])} · {day_words(day)}")
            story(paper.headline.text, "large")
            _turns(paper, told[1 - side])


def _turns(paper: Paper, there: set[str]) -> None:
    if not paper.turns:
        story(tr("No highlights on this day."), muted=True)
    for one in sorted(paper.turns, key=lambda one: one.sentence.text in there):
        is_shared = one.sentence.text in there
        if not is_shared:
            st.badge(tr("only here"), icon=":material/call_split:", color="gray")
        story(one.sentence.text, "small", muted=is_shared)


def _day(latest: int, lived: int) -> int:
    """Return the day whose newspapers are shown: that of the address line, as far as both have lived it, else
    the latest on which people were up.
    """
    said = session.linked("day") or ""
    asked = int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else lived
    current = min(max(1, asked), latest)
    if latest == 1:
        return 1
    chosen = st.select_slider(
        tr_in("a number", "Day"),
        list(range(1, latest + 1)),
        value=current,
        format_func=lambda day: tr("Day {day}", day=day),
        key="papers-day",
    )
    session.link("day", str(chosen))
    return int(chosen)
