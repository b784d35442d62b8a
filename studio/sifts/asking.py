"""Asking with a stop button: SQL runs beside the page, which can still receive a press of Stop."""

from __future__ import annotations

import threading

import streamlit as st

from engine.api.run import Table
from engine.api.workspace import Run
from engine.errors import BadInput
from studio import session
from studio.catalogue.tr import tr

SECONDS = 20.0
MOST_SHOWN = 2_000
_A_LOOK = 0.15  # seconds between two looks whether it is answered


def ask(run: Run, sql: str) -> Table | BadInput:
    """Return the result of SQL at the moment shown, or its error. A button stops it; so does any redraw of
    the page.
    """
    answered: list[Table | BadInput] = []
    stopped = threading.Event()
    at = session.minute()

    def answer() -> None:
        try:
            answered.append(run.query(sql, at, most=MOST_SHOWN, seconds=SECONDS, stop=stopped.is_set))
        except BadInput as error:
            answered.append(error)

    thread = threading.Thread(target=answer, name="sift", daemon=True)
    thread.start()
    place, since = st.empty(), 0.0
    try:
        thread.join(_A_LOOK)
        if thread.is_alive():
            with place.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.button(tr("Stop"), key="stop-asking", icon=":material/stop_circle:")
                told = st.empty()
        while thread.is_alive():
            thread.join(_A_LOOK)
            since += _A_LOOK
            said = tr("Running the query… {since:.0f} of {most:.0f} seconds", since=since, most=SECONDS)
            told.caption(said)  # here Streamlit may end this run
    finally:
        stopped.set()
        thread.join()
        place.empty()
    return answered[0]
