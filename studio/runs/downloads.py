"""Downloads: a run to take away, in every form that there is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import streamlit as st

from engine.api.exports import Reader, RunExport, run_exports
from engine.api.workspace import Run

_HEADINGS: Mapping[Reader, str] = MappingProxyType(
    {
        "writers": "For writers and readers",
        "games": "For a game",
        "tables": "For a table",
        "programs": "For Townwright and programs",
    }
)
_WIDTH = 380  # three buttons beside each other; without, the longest sentence would decide


def download(run: Run) -> None:
    """The forms by who reads them, each with its button; a file is made when its button is pressed."""
    with st.popover("Download", icon=":material/download:", type="tertiary"), st.container(width=_WIDTH):
        for reader, heading in _HEADINGS.items():
            ways = [way for way in run_exports().values() if way.reader == reader]
            st.markdown(f"**{heading}**")
            with st.container(horizontal=True, gap="small", key=f"export-for-{reader}"):
                for way in ways:
                    _button(run, way)
            for way in ways:
                if way.is_whole:  # what it gives away is to be read before it is given away
                    st.caption(f"{way.title}: {way.about}")


def _button(run: Run, way: RunExport) -> None:
    st.download_button(
        way.title,
        data=_written(run, way.name),
        file_name=f"{run.row.id}{way.suffix}",
        mime=way.media_type,
        key=f"export-{way.name}-{run.number}",
        icon=way.icon,
        type="tertiary",
        on_click="ignore",
        help=way.about,
    )


def _written(run: Run, form: str) -> Callable[[], bytes]:
    return lambda: b"".join(run.export(form))
