"""What came of a cell: drawn as the exports draw it, with the way to the run in which it was found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from engine.notebook.showing.page import found as found_html
from engine.notebook.specs import Predict
from studio import session
from studio.basics.text import plain
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.frame.page import STAGE, in_plain_words
from studio.notebook.results.grid_picture import grid_picture
from studio.notebook.results.view_picture import view_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.notebook.outputs import Output
    from engine.notebook.running.session import CellState

HELD = marked("The result is shown after the predictions above are committed.")


def first_held(states: Sequence[CellState]) -> frozenset[str]:
    """Return the ids of the cells that say why nothing is shown of them: of those in a row, the first."""
    held = [state for state in states if state.withheld and state.output is not None]
    return frozenset(
        state.cell.id
        for state, before in zip(held, [None, *held], strict=False)
        if before is None or _predicts_between(states, before, state)
    )


def _predicts_between(states: Sequence[CellState], before: CellState, state: CellState) -> bool:
    between = states[states.index(before) : states.index(state)]
    return any(isinstance(one.cell.spec, Predict) for one in between)


def found(state: CellState, *, student: bool, says_held: bool, leads: bool, key: str) -> None:
    """Draw what a cell found, or why it is not shown yet; `leads` says whether the way to its run is drawn,
    which a cell that looks at the run of the cell above need not repeat.
    """
    if student and state.withheld and state.output is not None:
        plain(tr(HELD) if says_held else tr("Hidden until you predict"), muted=True)
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
    if leads and state.output.run and not state.output.run.startswith("batch-"):
        _way(state.output, key)


def _way(output: Output, key: str) -> None:
    if st.button(
        tr("Open run at {moment}", moment=moment_words(output.minute)),
        key=f"nb-look-{key}",
        icon=":material/visibility:",
        type="tertiary",
        help=tr("Opens the run at the moment of this result"),
    ):
        with in_plain_words():
            session.workspace().runs.find(output.run)
            session.choose_run(output.run)
            session.choose_moment(output.minute)
            st.switch_page(STAGE)
