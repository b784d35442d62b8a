"""Downloads: a run to take away, in every form that there is."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from engine.api.exports import run_exports
from engine.api.workspace import Run


def download(run: Run) -> None:
    """The list of forms, each with its button; a file is made when its button is pressed."""
    with st.popover("Download", icon=":material/download:", type="tertiary"):
        for way in run_exports().values():
            st.download_button(
                way.title,
                data=_written(run, way.name),
                file_name=f"{run.row.id}{way.suffix}",
                mime=way.media_type,
                key=f"export-{way.name}-{run.number}",
                icon=way.icon,
                type="tertiary",
                on_click="ignore",
            )
            st.caption(way.about)


def _written(run: Run, form: str) -> Callable[[], bytes]:
    return lambda: b"".join(run.export(form))
