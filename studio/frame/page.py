"""What all pages have in common: the run or scenario they need, and errors in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from engine.api.workspace import Run
from engine.errors import TownwrightError
from studio import session
from studio.basics.text import plain
from studio.frame.empty import empty
from studio.pages import file_of

SCENARIOS, STAGE, SETTINGS = file_of("scenarios"), file_of("stage"), file_of("settings")
WORLD = file_of("world")


def the_run() -> Run:
    """Return the run looked at. With none, or one not lived yet, it says what to do, and the page ends."""
    run = session.run()
    if run is None:
        no_run()
        st.stop()
    if not run.is_founded:
        empty(
            "Nobody has lived here yet. Run day 1, and come back to see.",
            title="The town is still asleep",
            action="Go to the stage",
            page=STAGE,
            key="not-founded",
        )
        st.stop()
    return run


def the_town() -> str:
    """Return the scenario being edited. When there is none, it says what to do, and the page ends."""
    name = session.town()
    if name is None:
        empty(
            "Begin one from a template, or bring one in as a zip.",
            title="There is no scenario yet",
            action="Go to the scenarios",
            page=SCENARIOS,
            key="no-town",
        )
        st.stop()
    return name


def no_run() -> None:
    """There is no run in this workspace: what to do."""
    empty(
        "Choose a town and run it. Its people then live here, a day at a time.",
        title="No town is living yet",
        action="Choose a town",
        page=SCENARIOS,
        key="no-run",
    )


@contextmanager
def in_plain_words() -> Iterator[None]:
    """Say an error of ours, or one that comes of a damaged workspace, as a sentence in its place; the rest of
    the page goes on.
    """
    try:
        yield
    except TownwrightError as error:
        complain(str(error))
    except Exception as error:
        damage = session.workspace().damage_behind(error)
        if damage is None:
            raise
        complain(str(damage))


def watched(draw: Callable[[], None], *, every: float | None) -> None:
    """Draw a part of a page, and alone again every so many seconds; with nothing at work (None) it is a part
    like all others, which takes less.
    """
    draw = in_plain_words()(draw)
    (draw if every is None else st.fragment(draw, run_every=every))()


def complain(text: str) -> None:
    """Something that cannot be done as asked, in words."""
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=None):
        st.markdown(":red[:material/report:]", width="content")
        plain(text)
