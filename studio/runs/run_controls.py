"""The next actions on a run, and its state, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.models import ANSWERED, FREE, MILLION, RECORDED, REHEARSAL, REPAIRED
from engine.api.workspace import Job, Run
from engine.clock import clock_words, day_of, minute_at, next_day_end
from engine.errors import BadInput
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import plain
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_in, tr_n, tr_worded
from studio.frame.moment.halting import halted_words
from studio.frame.page import complain, in_plain_words
from studio.models.caps import spent_words
from studio.why.why import prompt_text

if TYPE_CHECKING:
    from engine.api.models import CutPrompts, UnderWay


@dataclass(frozen=True, slots=True)
class Offer:
    """The most likely next action: the label of its button, and its goal."""

    label: str
    until: int


def offer(clock: int, *, mid_day: bool, goal: int | None) -> Offer:
    """Return the offer to resume to the run's goal, to finish the current day, or to live the next one."""
    if goal is not None:
        return Offer(tr("Resume"), goal)
    day = day_of(clock)
    label = tr("Finish day {day}", day=day) if mid_day else tr("Run day {day}", day=day)
    return Offer(label, next_day_end(clock))


def until_words(minute: int) -> str:
    """Return a goal in words: `the end of day 2`, or `day 2 12:00`."""
    if minute % 1440 == 0:
        return tr("the end of day {day}", day=day_of(minute) - 1)
    return moment_words(minute)


def buttons(run: Run) -> None:
    """Draw the buttons that let the town live, until a moment, or stop it. Their goal is in the label or the
    sentence below: a tooltip would cover the title of the page.
    """
    live = _is_live(run)
    busy = (not live and bool(run.busy)) or _is_over(run)
    next_ = offer(run.clock, mid_day=run.is_mid_day, goal=run.goal)
    pressed = st.button(
        next_.label,
        key="live-on",
        type="primary",
        icon=":material/play_arrow:",
        disabled=live or busy,
    )
    if pressed:
        start(run, next_.until)
    _run_until(run, disabled=live or busy)
    if live:
        _halt(run)


def standing(run: Run) -> None:
    """Draw the state of the town in a sentence."""
    busy = "" if _is_live(run) else run.busy
    if _is_over(run):
        plain(
            tr(
                "The recording ends here, at {moment}. To continue, fork the run and choose another model.",
                moment=moment_words(run.clock),
            ),
            muted=True,
        )
    elif busy:
        plain(f"{busy[:1].upper()}{busy[1:]}.", muted=True)
    else:
        _standing(run, run.job)


def asking() -> None:
    """Draw the current calls to servers, the spending, and the share of free calls; as a fragment, so that
    the figures change while the town lives.
    """
    run = session.run()
    if run is None or run.row.model == REHEARSAL:
        return
    parts = [under_way_words(run.under_way())] if _is_live(run) else []
    outcomes = run.at().log.outcomes
    parts += [tr("Used so far: {spent}", spent=spent_words(run.spent()))]
    parts += [free_words(outcomes), left_out_words(outcomes)]
    plain(" · ".join(filter(None, parts)), muted=True, small=True)
    cut = run.cut_prompts()
    if cut is not None:
        plain(cut_words(cut), muted=True, small=True)


def under_way_words(under: UnderWay) -> str:
    """Return the calls under way, such as `3 calls under way: at most 5,400 tokens, 0.0123 in money`."""
    if not under.calls:
        return tr("No calls in progress")
    if not under.micros:
        return tr_n(
            "{n:,} call in progress: at most {tokens:,} tokens",
            "{n:,} calls in progress: at most {tokens:,} tokens",
            under.calls,
            tokens=under.tokens,
        )
    return tr_n(
        "{n:,} call in progress: at most {tokens:,} tokens, cost {money:,.4f}",
        "{n:,} calls in progress: at most {tokens:,} tokens, cost {money:,.4f}",
        under.calls,
        tokens=under.tokens,
        money=under.micros / MILLION,
    )


def free_words(outcomes: Mapping[str, int]) -> str:
    """Return the share of free calls, such as `62% of 431 calls were free`; "" before the first call."""
    total = sum(outcomes.values())
    if not total:
        return ""
    return tr("{share:.0%} of {total:,} calls were free", share=outcomes.get("free", 0) / total, total=total)


def left_out_words(outcomes: Mapping[str, int]) -> str:
    """Return the share of paid answers that were unusable, such as `4% of 120 answers were unusable`.

    It is "" as long as none was.
    """
    paid = sum(count for how, count in outcomes.items() if how != FREE)
    left_out = paid - outcomes.get(ANSWERED, 0) - outcomes.get(REPAIRED, 0)
    if not left_out:
        return ""
    return tr("{share:.0%} of {total:,} answers were unusable", share=left_out / paid, total=paid)


def cut_words(cut: CutPrompts) -> str:
    """Return that a server reads only the beginning of its prompts, and what to do."""
    return tr(
        "The server seems to cut off long prompts: it counted at most {counted:,} tokens, but prompts have "
        "up to about {sent:,}. Increase its context length; with Ollama, set OLLAMA_CONTEXT_LENGTH=16384.",
        counted=cut.counted,
        sent=cut.sent,
    )


def start(run: Run, until: int) -> None:
    """Start a runner that lives the town to a minute, and follow it."""
    with in_plain_words():
        if until <= run.clock:
            raise BadInput(
                tr("the run is already past {moment}; choose a later moment", moment=moment_words(until))
            )
        run.start(until)
        session.choose_moment(None)
        st.rerun()


def _is_over(run: Run) -> bool:
    """Return whether the run only has recorded answers, and so cannot go on."""
    return run.row.model == RECORDED and run.row.parent is None


def _is_live(run: Run) -> bool:
    job = run.job
    return job is not None and job.is_live


def _run_until(run: Run, *, disabled: bool) -> None:
    clock = run.clock
    with (
        st.popover(tr("Run until…"), icon=":material/schedule:", disabled=disabled),
        st.form("run-until", border=False),
    ):
        day = st.number_input(
            tr_in("a number", "Day"),
            key=f"until-day-{run.number}",
            min_value=day_of(clock),
            max_value=day_of(clock) + 365,
            value=day_of(clock),
        )
        time = st.time_input(tr("Time"), "12:00", step=900, key=f"until-time-{run.number}")
        if st.form_submit_button(tr("Run until then"), type="primary"):
            start(run, minute_at(int(day), time.hour * 60 + time.minute))


def _halt(run: Run) -> None:
    pause = st.button(
        tr("Pause"), key="live-pause", icon=":material/pause:", help=tr("Pause the run; Resume continues it")
    )
    stop = st.button(
        tr("Stop"), key="live-stop", icon=":material/stop:", help=tr("Stop the run and clear its goal")
    )
    if pause or stop:
        with in_plain_words():
            (run.pause if pause else run.stop)("window", session.window())
            st.rerun()


def _standing(run: Run, job: Job | None) -> None:
    if job is None or (job.state == "done" and not run.is_founded):
        plain(
            tr("The run is at {moment}.", moment=moment_words(run.clock))
            if run.is_founded
            else tr("This run has not started yet. Run day 1 to start it."),
            muted=True,
        )
    elif job.is_live and (held_up := run.held_up):
        complain(tr("The day is {held_up}.", held_up=tr_worded(held_up)))
    elif job.is_live:
        leave = tr("You can leave this page, reload it or close the window; the day continues.")
        plain(halted_words(run, job) or leave, muted=True)
    elif job.state == "interrupted":
        complain(
            tr(
                "The run was interrupted at {moment}: {error}. Nothing is lost; Resume continues "
                "the day where it stopped, with the same result.",
                moment=moment_words(run.clock),
                error=tr_worded(job.error),
            )
        )
    elif job.state == "failed":
        said, _, details = tr_worded(job.error).partition("\n\n")
        complain(
            tr(
                "The day stopped at {moment}: {error}. Everything simulated so far is kept.",
                moment=moment_words(run.clock),
                error=said,
            )
        )
        if details:
            lazy_expander(
                tr("Differences"),
                partial(prompt_text, details),
                key="what-differs",
                icon=":material/difference:",
            )
    else:
        plain(" ".join(filter(None, (halted_words(run, job), _at_rest(run)))), muted=True)


def _at_rest(run: Run) -> str:
    if run.goal is not None:
        return tr(
            "Everyone has reached {moment}. The goal is {goal}.",
            moment=moment_words(run.clock),
            goal=until_words(run.goal),
        )
    day, clock = day_of(run.clock), clock_words(run.clock)
    if day > 1 and not run.is_mid_day:
        return tr(
            "Day {finished} is finished. Everyone has reached {clock} on day {day}.",
            finished=day - 1,
            clock=clock,
            day=day,
        )
    return tr("Idle. Everyone has reached {clock} on day {day}.", clock=clock, day=day)
