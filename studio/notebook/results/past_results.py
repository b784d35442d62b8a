"""Earlier results of a cell: the last five, any two side by side, each with what the cell asked for then."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.notebook.running.session import Past, Session
from engine.notebook.showing.page import found as found_html
from studio.authoring.editor.diff import show_diff
from studio.basics.text import plain, time_words
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_worded
from studio.frame.dialogs import dialog, is_open

PAST = "notebook-past"


def past_results(opened: Session | None) -> None:
    """Draw the dialog, where it was opened for a cell of this notebook."""
    cell = is_open(PAST)
    if opened is None or cell is None or all(cell != one.id for one in opened.notebook.cells):
        return
    _results(cell, opened.past(cell))


@dialog(marked("Earlier results"), width="large", icon=":material/history:")
def _results(cell: str, past: Sequence[Past]) -> None:
    if not past:
        plain(
            tr(
                "This cell has not been run yet. Its last five results are kept here so that you can "
                "compare them."
            )
        )
        return
    if len(past) == 1:
        plain(
            tr("There is one result so far. Change the cell and run it again to compare both results here.")
        )
    words = {n: _when(result) for n, result in enumerate(past)}
    now = next((n for n, result in enumerate(past) if result.is_now), 0)
    other = next((n for n in words if n != now), now)
    mark = f"{cell}-{len(past)}-{past[0].at}"  # another result is another choice
    left, right = st.columns(2, gap="medium")
    with left:
        before = st.selectbox(
            tr("Compare"), words, index=other, format_func=words.__getitem__,
            key=f"nb-past-before-{mark}",
        )  # fmt: skip
        _shown(past[before])
    with right:
        after = st.selectbox(
            tr("With"), words, index=now, format_func=words.__getitem__, key=f"nb-past-after-{mark}"
        )
        _shown(past[after])
    if past[before].asked != past[after].asked:
        st.markdown(tr("**Cell content**"))
        show_diff(past[before].asked, past[after].asked, left=words[before], right=words[after])


def _when(result: Past) -> str:
    when = time_words(result.at)
    return tr("{time} (current)", time=when) if result.is_now else when


def _shown(result: Past) -> None:
    st.html(f'<div class="tw-found">{found_html(result.output, tr_worded)}</div>')
