"""An expander whose content is drawn only when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import streamlit as st


def lazy_expander(
    label: str, draw: Callable[[], None], *, key: str, icon: str, compact: bool = False
) -> None:
    """Draw an expander; `label` is Markdown of our own, `draw` is called while it is open."""
    kind: Literal["default", "compact"] = "compact" if compact else "default"
    with st.expander(label, icon=icon, type=kind, key=key, on_change="rerun") as opened:
        if opened.open:
            draw()
