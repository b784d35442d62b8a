"""What came of a cell: drawn as the exports draw it, with the way to the run in which it was found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from engine.notebook.showing.page import found as found_html
from studio import session
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.frame.page import STAGE, in_plain_words
from studio.notebook.results.grid_picture import grid_picture
from studio.notebook.results.view_picture import view_picture

if TYPE_CHECKING:
    from engine.notebook.outputs import Output
    from engine.notebook.running.session import CellState

HELD = marked("What was found here is shown as soon as the predictions above it are committed.")


def found(state: CellState, *, student: bool, key: str) -> None:
    """Draw what a cell found, or why it is not shown yet."""
    if student and state.withheld and state.output is not None:
        plain(tr(HELD), muted=True)
        return
    if state.output is None:
        return
    drawn = [
        view_picture(grid, state, key=f"{key}-{n}")
        or grid_picture(grid, state.output, called=state.cell.title, key=f"{key}-{n}")
        for n, grid in enumerate(state.output.grids)
    ]
    tables = tuple(grid.as_table for grid, alone in zip(state.output.grids, drawn, strict=True) if not alone)
    st.html(f'<div class="tw-found">{found_html(replace(state.output, grids=tables), tr_worded)}</div>')
    if state.output.run and not state.output.run.startswith("batch-"):
        _way(state.output, key)


def _way(output: Output, key: str) -> None:
    if st.button(
        tr("Look at it, {moment}", moment=moment_words(output.minute)),
        key=f"nb-look-{key}",
        icon=":material/visibility:",
        type="tertiary",
        help=tr("Opens the run in which this was found, at that moment"),
    ):
        with in_plain_words():
            session.workspace().runs.find(output.run)
            session.choose_run(output.run)
            session.choose_moment(output.minute)
            st.switch_page(STAGE)
