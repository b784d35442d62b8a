"""Two fingerprints: why those of two runs differ, in sentences that name the cause."""

from __future__ import annotations

import streamlit as st

from engine.api.run import Comparison, RunRow, why_fingerprints_differ
from engine.api.workspace import Run
from studio import session
from studio.basics.select_box import select_box
from studio.basics.text import escape_md, plain, shorten, story
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.comparing.compare import other_run
from studio.frame.empty import empty
from studio.frame.page import STAGE

_LONGEST = 60


def two_fingerprints(here: Run) -> None:
    """Draw the choice of two runs, and why their fingerprints differ."""
    one = _one(here)
    other = other_run(one, key="fingerprint-with")
    if other is None:
        empty(
            tr("To see why two fingerprints differ, fork this run or run the town again."),
            title=tr("No second run yet"),
            action=tr("Go to Stage"),
            page=STAGE,
            icon=":material/fingerprint:",
            key="no-second-run",
        )
        return
    if not (one.is_founded and other.is_founded):
        plain(tr("One of the runs has not started, so it has no fingerprint yet."), muted=True)
        return
    at = session.minute()  # nothing later is told of either run
    found = one.compare(other, None if at is None else min(at, one.clock, other.clock))
    for run in (one, other):
        _shown(run, run.clock if at is None else found.minute)
    _said(found, until_now=at is None)
    st.button(
        tr("Compare side by side"),
        key="fingerprints-beside",
        icon=":material/compare_arrows:",
        on_click=go_beside,
        args=(one.row.id, other.row.id),
    )


def ask_why(one: str, other: str | None) -> None:
    """Go to the comparison of two runs' fingerprints; a button's callback."""
    session.link("one", one)
    session.link("with", other)
    session.follow_widget("runs-section", "fingerprints")


def go_beside(one: str, other: str) -> None:
    """Go to two runs side by side; a button's callback."""
    session.choose_run(one)
    session.link("with", other)
    session.follow_widget("runs-section", "compare")


def _one(here: Run) -> Run:
    """Return the first of the two runs: the one in the address line, or the one looked at."""
    rows = {row.id: row for row in reversed(session.workspace().runs.all())}
    asked = session.linked("one")
    chosen = asked if asked in rows else here.row.id
    labels = {run_id: _label(row) for run_id, row in {here.row.id: here.row, **rows}.items()}
    select_box(
        tr("Fingerprint of"),
        labels,
        chosen,
        key="fingerprint-one",
        on_choice=lambda run_id: session.link("one", run_id),
        width=420,
    )
    return here if chosen == here.row.id else session.workspace().runs.find(chosen)


def _label(row: RunRow) -> str:
    return f"{shorten(row.name, _LONGEST)} · {row.id}"


def _shown(run: Run, minute: int) -> None:
    finger = run.at(minute).fingerprint
    until = tr("{run}, until {moment}", run=escape_md(run.row.id), moment=moment_words(minute))
    st.markdown(f"`{finger}`  \n:gray[{until}]")


def _said(found: Comparison, *, until_now: bool) -> None:
    first, *rest = map(tr_worded, why_fingerprints_differ(found, until_now=until_now))
    story(first, "large")
    for sentence in rest:
        plain(sentence)
