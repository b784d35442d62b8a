"""Who stopped the town, and from where: said in the same way in every window."""

from __future__ import annotations

from engine.api.run import Halt
from engine.api.workspace import Job, Run
from engine.clock import moment_words
from studio import session
from studio.basics.text import time_words

_ASKED, _DONE = {"stop": "Stop", "pause": "Pause"}, {"stop": "Stopped", "pause": "Paused"}


def halted_words(run: Run, job: Job) -> str:
    """`Stopped at day 1 10:00 from another window of the studio (20 Nov, 11:04).`; empty when nobody asked
    for it, or when the job ended in another way.
    """
    halt = _halt(run, job)
    if halt is None:
        return ""
    who, when = asker_words(halt, session.window(), session.opened()), time_words(halt.asked)
    if job.is_live:
        asked = f"{_ASKED[halt.verb]} was asked for {who} ({when})"
        return f"{asked}; the town stands still at the next safe moment."
    at = f" at {moment_words(halt.minute)}" if halt.minute is not None else ""
    return f"{_DONE[halt.verb]}{at} {who} ({when})."


def halted_briefly(run: Run, job: Job) -> str:
    """`Stopped from this window`: the same, where there is little room."""
    halt = _halt(run, job)
    if halt is None:
        return ""
    who = asker_words(halt, session.window(), session.opened())
    return f"{_ASKED[halt.verb]} asked for {who}" if job.is_live else f"{_DONE[halt.verb]} {who}"


def _halt(run: Run, job: Job) -> Halt | None:
    return None if job.state in ("failed", "interrupted") else run.halt


def asker_words(halt: Halt, window: str, opened: str) -> str:
    """From where a halt was asked for, as it is to be said in a window that was opened at a wall time.

    A page that is loaded anew is a window of its own, so what was asked before may have come from this one.
    """
    if halt.asker != "window":
        return halt.by
    if halt.window == window:
        return "from this window"
    return "from another window of the studio" if halt.asked >= opened else halt.by
