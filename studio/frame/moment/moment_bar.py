"""The moment of a run in the bar at the top of a page, and the state of its runner."""

from __future__ import annotations

import datetime
from functools import partial

import streamlit as st

from engine.api.models import RECORDED
from engine.api.workspace import Job, Run
from engine.clock import DAY, clock_words, date_of, day_of, minute_at
from studio import session
from studio.basics.text import escape_md
from studio.catalogue.marked import marked
from studio.catalogue.moments import date_words
from studio.catalogue.tr import tr, tr_in
from studio.frame.moment import moment_steps
from studio.frame.moment.halting import halted_briefly
from studio.frame.page import STAGE, in_plain_words, watched

EVERY = 2.0  # seconds between two looks at a job that is live
STATES = {
    "queued": marked("Starting"),
    "running": marked("Running"),
    "done": marked("Idle"),
    "failed": marked("Stopped by a problem"),
    "interrupted": marked("Interrupted"),
}


def moment_bar(*, plays: bool = True) -> None:
    """Draw the moment shown, and the state of the runner, updated while it works; with `plays`, a play button
    too.
    """
    run = session.run()
    job = run.job if run else None
    session.remember("bar-drawn", _outline(job))
    live = job is not None and job.is_live
    session.remember("bar-whole", value=True)  # the page is drawn; alone, the bar is drawn to look again
    with st.container(width="content", key="tw-moment-bar"):
        watched(
            partial(_bar, plays=plays),
            every=moment_steps.EVERY if moment_steps.is_playing() else EVERY if live else None,
        )


def day_words(run: Run, minute: int) -> str:
    """Return a day in words, such as `Day 2, Tuesday 3 March`."""
    date: datetime.date = date_of(run.scenario.starts, minute)
    return tr("Day {day}, {date}", day=day_of(minute), date=date_words(date))


def state_words(job: Job | None) -> str:
    """Return the state of a job in a word or two."""
    return tr(STATES[job.state]) if job else tr("Not started")


def model_words(model: str) -> str:
    """Return the name of a model, of a run or of a call."""
    if "," in model:
        return model
    if model.startswith("rehearsal"):
        return tr("Rehearsal model")
    if model == RECORDED:
        return tr("Recorded answers")
    if model.startswith("replay:"):
        return tr("Replay of {run}", run=model.removeprefix("replay:"))
    return model.partition(" @ ")[0]


def day_part(job: Job) -> float:
    """Return the fraction of the current day that is lived, up to the runner's goal: 0 to 1."""
    start = job.minute // DAY * DAY
    end = min(start + DAY, job.until or start + DAY)
    return min(1.0, max(0.0, (job.minute - start) / (end - start))) if end > start else 1.0


def _outline(job: Job | None) -> tuple[str, str, int | None]:
    """Return the values on which the whole page depends: the job's state, and the moment shown."""
    return (job.state, job.started, session.minute()) if job else ("", "", session.minute())


def _bar(*, plays: bool) -> None:
    run = session.run()
    if run is None:
        return
    job = run.job
    alone = not session.recalled("bar-whole", default=False)
    session.remember("bar-whole", value=False)
    if alone and moment_steps.is_playing():
        moment_steps.play_on(run)
    if _outline(job) != session.recalled("bar-drawn", _outline(job)):
        st.rerun()
    with st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", width="content", key="tw-moment-row"
    ):
        _moment(run, plays=plays)
        _job(run, job)
    if job is not None and job.is_live:
        st.progress(day_part(job) if job.turns else 0.0)


def _moment(run: Run, *, plays: bool) -> None:
    chosen, clock = session.minute(), run.clock
    minute = clock if chosen is None else chosen
    label = tr("Day {day} · {clock}", day=day_of(minute), clock=clock_words(minute))
    if run.is_founded:
        moment_steps.step_button(run, back=True)
    icon = ":material/schedule:" if chosen is None else ":material/history:"
    # No tooltip: closed by Escape the field has the focus, and it would lie over the buttons below it.
    with st.popover(label, icon=icon):
        st.caption(day_words(run, minute))
        if not run.is_founded:
            st.caption(tr("This run has not started yet."))
            return
        moment_steps.slider(run, minute)
        moment_steps.ways(run)
        _picker(run, minute, clock)
    if run.is_founded:
        moment_steps.step_button(run, back=False)
    if run.is_founded and plays:
        moment_steps.play_button(run)
    if chosen is not None:
        st.button(
            tr("Back to now"),
            key="moment-now",
            type="tertiary",
            icon=":material/last_page:",
            help=tr("Back to now"),
            on_click=session.choose_moment,
            args=(None,),
        )


def _picker(run: Run, minute: int, clock: int) -> None:
    days = list(range(1, day_of(clock) + 1))
    day, time = f"moment-day-{minute}", f"moment-time-{minute}"
    with st.form("moment-form", border=False):
        st.selectbox(
            tr_in("a number", "Day"),
            days,
            index=day_of(minute) - 1,
            key=day,
            format_func=lambda one: tr("Day {day}", day=one),
        )
        st.time_input(tr("Time"), datetime.time(minute % DAY // 60, minute % 60), key=time, step=900)
        st.form_submit_button(
            tr("Go there"),
            type="primary",
            icon=":material/history:",
            on_click=_go,
            args=(day, time, clock),
        )
    st.caption(tr("The run has reached day {day}, {clock}.", day=day_of(clock), clock=clock_words(clock)))


def _go(day: str, time: str, clock: int) -> None:
    """Go to the moment chosen in the boxes with these keys, before the page is drawn, so that it is drawn
    once.
    """
    said: datetime.time = st.session_state[time]
    wanted = minute_at(st.session_state[day], said.hour * 60 + said.minute)
    session.choose_moment(None if wanted >= clock else wanted)


def _job(run: Run, job: Job | None) -> None:
    words = state_words(job)
    halted = halted_briefly(run, job) if job is not None else ""
    if halted:
        st.markdown(f":small[:gray[{escape_md(halted)}]]", width="content")
    if job is not None and job.is_live:
        with st.container(width="content", key="tw-moment-state"):
            st.markdown(
                f":small[:red[:material/radio_button_checked: {words}]]", width="content", help=_done(job)
            )
        if st.button(
            tr("Stop"),
            key="moment-stop",
            icon=":material/stop:",
            help=tr("Stop when the turns in progress end"),
        ):
            with in_plain_words():
                run.stop("window", session.window())
                st.rerun()
    elif job is not None and job.state in ("failed", "interrupted"):
        st.markdown(f":small[:red[:material/warning: {words}]]", width="content")
        st.page_link(STAGE, label=tr("Go to Stage"))


def _done(job: Job) -> str:
    if not job.turns:
        return tr("The run is starting…")
    return tr(
        "Day {day}, {clock} · {turns:,} turns · {calls:,} calls",
        day=day_of(job.minute),
        clock=clock_words(job.minute),
        turns=job.turns,
        calls=job.calls,
    )
