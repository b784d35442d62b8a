"""Planning a batch: the start, the number of runs, the goal, the statements, and the changes."""

from __future__ import annotations

import os

import streamlit as st

from engine.api.many.batch import MOST_WORKERS
from engine.api.many.batches import FORMS, USUAL, Planned
from engine.api.models import RECORDED
from engine.api.workspace import Run
from engine.clock import DAY, day_of
from studio import session
from studio.basics.text import escape_md, plain
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_in
from studio.frame.page import in_plain_words
from studio.runs.changing import change_fields

_WORKERS = "many-at-once"
_MOST_PROGRAMME = 200_000  # letters
_MOST_AT_ONCE = 1_000  # of the studio; the command line takes more
_BEGINNING, _MORNING, _MOMENT = "beginning", "morning", "moment"


def plan_form(run: Run) -> None:
    """Draw the fields, and start the batch."""
    if run.row.model == RECORDED:
        plain(
            tr("Recorded answers are the same every time; fork the run and choose another model."), muted=True
        )
        return
    starts = _starts(run)
    start: str = st.selectbox(
        tr_in("where it begins", "From"),
        list(starts),
        format_func=lambda one: starts[one][0],
        key="many-from",
    )
    with st.container(horizontal=True):
        times = st.number_input(
            tr_in("how many", "Runs"), min_value=2, max_value=_MOST_AT_ONCE, value=USUAL, key="many-times"
        )
        days = st.number_input(tr("Days per run"), min_value=1, max_value=60, value=1, key="many-days")
    holds = st.text_area(
        tr("Statements to test"),
        key="many-holds",
        placeholder=_example(run),
        height=100,
        help=tr(
            "One statement per line: {forms}", forms=tr("; ").join(f"“{escape_md(form)}”" for form in FORMS)
        ),
    )
    with in_plain_words():
        changes = change_fields(run, tr("Also run every seed with this change"), key="many", seed=False)
        programme = st.text_area(
            tr("Programme of interventions for the changed runs (optional)"),
            key="many-programme",
            max_chars=_MOST_PROGRAMME,
            height=100,
            placeholder="programme: 1\nentries:\n- {at: day 1 12:00, do: happen, room: …, text: …}",
            help=tr("Paste the content of a file from “Download as programme” on the Stage page"),
        )
        with st.container(horizontal=True, vertical_alignment="bottom"):
            workers = workers_field("many-workers")
            go = st.button(tr("Start"), type="primary", key="many-go", icon=":material/play_arrow:")
        if go:
            plan: Planned = {
                "seeds": range(1, int(times) + 1),
                "at": starts[start][1],
                "days": int(days),
                "changes": changes,
                "programme": programme if programme.strip() else "",
                "holds": [line.strip() for line in holds.splitlines() if line.strip()],
            }
            _start(run, plan, workers)


def workers_field(key: str) -> int:
    """Draw the field for the number of simultaneous runs, and return its value."""
    return int(
        st.number_input(
            tr("Parallel runs"),
            min_value=1,
            max_value=MOST_WORKERS,
            value=session.recalled(_WORKERS, os.cpu_count() or 1),
            key=key,
            help=tr("One per processor is fastest; use fewer to leave room for other work"),
            width=140,
        )
    )


def _starts(run: Run) -> dict[str, tuple[str, int | None]]:
    """Return the moments from which runs may diverge, with their labels."""
    minute = run.at(session.minute()).minute
    morning = (day_of(minute) - 1) * DAY
    starts: dict[str, tuple[str, int | None]] = {_BEGINNING: (tr("The beginning of this run"), None)}
    if morning:
        starts[_MORNING] = (tr("The start of day {day} of this run", day=day_of(minute)), morning)
    if minute > morning:
        starts[_MOMENT] = (tr("The moment shown, {moment}", moment=moment_words(minute)), minute)
    return starts


def _example(run: Run) -> str:
    facts = run.scenario.facts
    return f"{min(3, len(run.scenario.personas))} know {facts[0].id}" if facts else "12 talks"


def _start(run: Run, plan: Planned, workers: int) -> None:
    batch = session.workspace().batches.plan(run.row.id, **plan)
    if batch.left and not batch.now.is_live:
        batch.start(workers=workers)
    session.remember(_WORKERS, workers)
    session.link("batch", batch.row.id)
    st.rerun()
