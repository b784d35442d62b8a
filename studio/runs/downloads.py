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


def download(run: Run, *, pins: bool = False) -> None:
    """The forms by who reads them, each with its button; a file is made when its button is pressed. Of the
    `pins` only, in the forms that can be so narrowed.
    """
    label = "Take the pins away" if pins else "Download"
    with st.popover(label, icon=":material/download:", type="tertiary"), st.container(width=_WIDTH):
        for reader, heading in _HEADINGS.items():
            ways = [way for way in run_exports().values() if way.reader == reader]
            ways = [way for way in ways if not pins or "pins" in way.narrows]
            if not ways:
                continue
            st.markdown(f"**{heading}**")
            with st.container(horizontal=True, gap="small", key=f"export-for-{reader}"):
                for way in ways:
                    _button(run, way, pins=pins)
            for way in ways:
                if way.is_whole:  # what it gives away is to be read before it is given away
                    st.caption(f"{way.title}: {way.about}")


def _button(run: Run, way: RunExport, *, pins: bool) -> None:
    st.download_button(
        way.title,
        data=_written(run, way.name, pins=pins),
        file_name=f"{run.row.id}{'-pins' if pins else ''}{way.suffix}",
        mime=way.media_type,
        key=f"export-{way.name}-{run.number}{'-pins' if pins else ''}",
        icon=way.icon,
        type="tertiary",
        on_click="ignore",
        help=way.about,
    )


def _written(run: Run, form: str, *, pins: bool) -> Callable[[], bytes]:
    return lambda: b"".join(run.export(form, pins=pins))
