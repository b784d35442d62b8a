"""Running a notebook: the buttons for that, what it may cost, how far it has come, and Stop."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.workspace import Workspace
from engine.errors import TownwrightError
from engine.notebook.parts import Notebook
from engine.notebook.running.session import CellState, Session
from engine.notebook.specs import Interview
from studio import session
from studio.basics.text import plain
from studio.catalogue.moments import duration_words
from studio.catalogue.tr import tr, tr_worded
from studio.frame.page import complain, in_plain_words, watched
from studio.notebook.price import cost_words, recorded_words, time_words
from studio.notebook.under_way import Working, begin, working_on
from studio.notebook.writing import Desk, parsed

_AT_ONCE = 0.6  # seconds that the page waits before it shows how far it has come
_EVERY = 0.6
_ASKED = "notebook-cost"
DONE = ("fresh", "frozen", "off", "unsupported")


def is_being_run(desk: Desk) -> bool:
    """Return whether cells of the notebook are being run."""
    going = working_on(session.workspace(), desk.key)
    return going is not None and going.is_going_on


def run_bar(desk: Desk, opened: Session, states: Sequence[CellState]) -> list[str]:
    """Draw what runs the notebook; the cells that are to be run are returned."""
    if is_being_run(desk):
        return []
    todo = _to_run(states)
    stale = [one.cell.id for one in todo if one.status in ("stale", "failed")]
    frozen = bool(session.workspace().read_only)
    every = st.button(
        tr("Run all"), key="nb-run-all", type="primary", icon=":material/play_arrow:",
        disabled=not todo or frozen, help=tr("Skips cells that are up to date"),
    )  # fmt: skip
    some = bool(stale) and st.button(
        tr("Run stale · {n}", n=len(stale)), key="nb-run-stale", icon=":material/sync:", disabled=frozen,
        help=tr("Runs the cells that failed or are out of date"),
    )  # fmt: skip
    if every:
        return [one.cell.id for one in todo]
    wanted = {one for cell in stale for one in opened.line_of(cell)} if some else set()
    return [one.cell.id for one in todo if one.cell.id in wanted]


def standing(desk: Desk, states: Sequence[CellState], *, student: bool) -> None:
    """Say how the notebook stands, once the cells are drawn that it is said of; to a student not how many
    expectations hold.
    """
    if not is_being_run(desk):
        plain(_standing(states, _to_run(states), student=student), muted=True, small=True)


def _to_run(states: Sequence[CellState]) -> list[CellState]:
    return [one for one in states if one.cell.kind not in ("predict", "note") and one.status not in DONE]


def below_the_bar(desk: Desk, opened: Session, asked: Sequence[str], *, went_on: bool) -> None:
    """Draw how far the notebook has come where it is being run, else why it stopped; what it may cost to run
    the cells that are asked for comes first.

    `went_on` says whether it was being run when the states of the cells were read: what has ended since then
    is drawn anew, or the cells would be shown as running for good.
    """
    going = working_on(session.workspace(), desk.key)
    if going is not None and (went_on or going.is_going_on):
        watched(lambda: _progress(going), every=_EVERY)
        return
    if going is not None and going.ending:
        complain(tr_worded(going.ending))
    ask_to_run(desk, opened, asked)
    _price(desk, opened)


def ask_to_run(desk: Desk, opened: Session, cells: Sequence[str]) -> None:
    """Run cells; where that is to be paid for, or somebody is asked in person, ask first."""
    if not cells:
        return
    with in_plain_words(), st.spinner(tr("Estimating the cost…")) if _is_paid(opened) else st.empty():
        cost = opened.estimate(*cells)
        if cost is not None or _in_person(opened, cells):
            session.remember(_ASKED, (desk.key, desk.writing.text, tuple(cells), cost))
            st.rerun()
        _begin(desk, opened, cells)


def _in_person(opened: Session, cells: Sequence[str]) -> list[str]:
    """Return the cells among some in which people are to be asked in person, and were not yet."""
    found = (one for one in opened.states if one.cell.id in cells and one.status not in DONE)
    return [one.cell.title for one in found if isinstance(one.cell.spec, Interview) and one.cell.spec.live]


def _is_paid(opened: Session) -> bool:
    return opened.town.model not in ("rehearsal", "recorded")


def _price(desk: Desk, opened: Session) -> None:
    """Draw what the cells that are to be run may cost, and let it be decided."""
    key, text, cells, cost = session.recalled(_ASKED, ("", "", (), None))
    if not cells or (key, text) != (desk.key, desk.writing.text):
        return
    with st.container(border=True, key="tw-nb-cost"):
        for title in _in_person(opened, cells):
            plain(
                tr(
                    "{title} asks in person: the people present remember it, and it is logged.",
                    title=title,
                )
            )
        if cost is not None:
            plain(cost_words(cost))
            plain(time_words(cost))
            plain(recorded_words(cost), muted=True, small=True)
        with st.container(horizontal=True):
            yes = st.button(tr("Run it"), key="nb-pay", type="primary", icon=":material/payments:")
            st.button(
                tr("Not now"),
                key="nb-pay-not",
                type="tertiary",
                on_click=session.remember,
                args=(_ASKED, ("", "", (), None)),
            )
    if yes:
        session.remember(_ASKED, ("", "", (), None))
        _begin(desk, opened, cells)


def _begin(desk: Desk, opened: Session, cells: Sequence[str]) -> None:
    place = Workspace(session.workspace().store, session.keys())
    notebook, key = parsed(desk.writing.text), desk.key
    going = begin(place, key, lambda working: _session_of(place, notebook, key, working), cells)
    going.wait(_AT_ONCE)
    st.rerun()


def _session_of(place: Workspace, notebook: Notebook, key: str, working: Working) -> Session:
    return Session(place, notebook, key, living=working.live, counting=working.count)


def _progress(going: Working) -> None:
    """Draw how far it has come; the page is drawn anew when another cell is under way."""
    seen = (going.done, going.cell, going.is_going_on)
    if session.recalled("notebook-seen", None) != seen:
        first = session.recalled("notebook-seen", None) is None
        session.remember("notebook-seen", seen if going.is_going_on else None)
        if not first or not going.is_going_on:
            st.rerun()
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="tw-nb-going"):
        st.progress(going.share, text=going.words)
        st.button(
            tr("Stopping…") if going.stops else tr("Stop"), key="nb-stop", icon=":material/stop:",
            on_click=going.stop, disabled=going.stops, help=tr("What has been simulated is kept"),
        )  # fmt: skip


def _standing(states: Sequence[CellState], todo: Sequence[CellState], *, student: bool) -> str:
    failed = sum(one.status == "failed" for one in states)
    checks = [one.output.passed for one in states if one.output is not None and one.output.passed is not None]
    parts = [
        tr("{n} to run", n=len(todo)) if todo else tr("Everything is up to date"),
        _last_time(todo),
        tr("{n} failed", n=failed) if failed else "",
        tr("{held} of {n} expectations hold", held=sum(checks), n=len(checks))
        if checks and not student
        else "",
    ]
    return " · ".join(filter(None, parts))


def _last_time(todo: Sequence[CellState]) -> str:
    """Return how long some cells took last time, or an empty text if any of them was never run."""
    took = [state.seconds for state in todo if state.seconds is not None]
    if not took or len(took) < len(todo):
        return ""
    return tr("{time} last time", time=duration_words(sum(took)))


def states_now(desk: Desk, opened: Session) -> tuple[CellState, ...]:
    """Return how every cell stands, the one under way among them."""
    going = working_on(session.workspace(), desk.key)
    opened.running = going.cell if going is not None and going.is_going_on else ""
    try:
        return opened.states
    except TownwrightError:
        opened.running = ""
        raise
