"""The actions offered for a thread: edit it in the scenario, whisper, or fork before it failed."""

from __future__ import annotations

import streamlit as st

from engine.api.run import Thread
from engine.api.workspace import Run
from engine.clock import DAY
from studio import session
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.frame.dialogs import close_dialog, dialog, is_open, open_dialog
from studio.frame.page import in_plain_words
from studio.pages import file_of
from studio.runs.forking import fork_form

_DIALOG = "fork-before"
_WENT_WRONG = ("failed", "late", "dropped", "not_understood")


def thread_actions(run: Run, thread: Thread) -> None:
    """Draw the buttons of a thread; none while presenting or if the run is read-only."""
    if session.presents() or run.store.read_only:
        return
    if thread.source.file.startswith("personas/"):
        _personas_button(run, thread)
    elif thread.source.file:
        _world_button(run, thread)
    if thread.agent:
        _whisper_button(thread)
    if thread.state in _WENT_WRONG:
        minute = before_it_failed(thread)
        st.button(
            tr("Fork before it was due") if thread.state == "late" else tr("Fork before it failed"),
            key=f"fork-before-{thread.id}",
            icon=":material/fork_right:",
            type="tertiary",
            help=tr("Create a run with the same past up to {moment}", moment=moment_words(minute)),
            on_click=open_dialog,
            args=(_DIALOG, str(minute)),
        )


def before_it_failed(thread: Thread) -> int:
    """Return the minute at which to fork so that a thread can go another way.

    It is the start of the day on which it failed or was due, or the minute at which it began if that is
    later.
    """
    due = thread.until if thread.until is not None else thread.when
    failed_at = thread.ended if thread.ended is not None else due
    began = max(1, thread.minute)
    return began if failed_at is None else max(began, (failed_at - 1) // DAY * DAY)


def fork_dialog(run: Run) -> None:
    """Draw the fork dialog if it is open."""
    minute = is_open(_DIALOG)
    if minute is not None:
        _fork(run, int(minute))


@dialog(marked("Fork before it failed"), icon=":material/fork_right:")
def _fork(run: Run, minute: int) -> None:
    with in_plain_words():
        fork_form(run, minute, on_made=close_dialog)


def _personas_button(run: Run, thread: Thread) -> None:
    pressed = st.button(
        tr("Open in Personas"),
        key=f"form-{thread.id}",
        icon=":material/edit:",
        type="tertiary",
        help=tr("Open the person's form to rephrase the intention"),
        on_click=_choose_agent,
        args=(run.row.scenario, thread.agent),
    )
    if pressed:
        st.switch_page(file_of("personas"), query_params={"shown": "form"})


def _world_button(run: Run, thread: Thread) -> None:
    pressed = st.button(
        tr("Open in World"),
        key=f"event-{thread.id}",
        icon=":material/edit:",
        type="tertiary",
        help=tr("Open the town's form, where its events are planned"),
        on_click=_choose_town_file,
        args=(run.row.scenario,),
    )
    if pressed:
        st.switch_page(file_of("world"), query_params={"shown": "form"})


def _choose_town_file(town: str) -> None:
    session.choose_town(town)
    session.remember(f"world-file-{town}", "town.yaml")


def _choose_agent(town: str, agent: str) -> None:
    session.choose_town(town)
    session.choose_agent(agent)


def _whisper_button(thread: Thread) -> None:
    pressed = st.button(
        tr("Whisper"),
        key=f"whisper-{thread.id}",
        icon=":material/hearing:",
        type="tertiary",
        help=tr("Tell the person something as an inner voice"),
        on_click=session.choose_agent,
        args=(thread.agent,),
    )
    if pressed:
        st.switch_page(file_of("chat"), query_params={"section": "whisper"})
