"""The button that pins a row of the log, or unpins it."""

from __future__ import annotations

import streamlit as st

from engine.api.workspace import Run
from studio.catalogue.tr import tr


def pin_button(run: Run, row: int, *, key: str = "", words: str = "") -> None:
    """Draw the button; `words` is the pinned text if it is not the row itself."""
    if run.store.read_only:
        return
    pinned = run.pins.has(row)
    st.button(
        tr("Unpin") if pinned else tr("Pin"),
        key=f"pin-{f'{key}-' if key else ''}{row}-{pinned}",
        icon=":material/keep_off:" if pinned else ":material/push_pin:",
        type="tertiary",
        help=tr("Remove from Pins") if pinned else tr("Add to Pins"),
        on_click=_turn_pin,
        args=(run, row, words),
    )


def _turn_pin(run: Run, row: int, words: str) -> None:
    if run.pins.has(row):
        run.pins.drop(row)
    else:
        run.pins.add(row, words=words)
