"""Who stopped the town, and from where, in the same words in every window."""

from __future__ import annotations

from engine.api.run import Halt
from engine.api.workspace import Job, Run
from studio import session
from studio.basics.text import time_words
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded

_ASKED = {
    "stop": marked("Stop requested {who} ({when}). The run stops when the turns in progress end."),
    "pause": marked("Pause requested {who} ({when}). The run pauses when the turns in progress end."),
}
_DONE_AT = {
    "stop": marked("Stopped at {moment} {who} ({when})."),
    "pause": marked("Paused at {moment} {who} ({when})."),
}
_DONE = {"stop": marked("Stopped {who} ({when})."), "pause": marked("Paused {who} ({when}).")}
_ASKED_BRIEFLY = {"stop": marked("Stop requested {who}"), "pause": marked("Pause requested {who}")}
_DONE_BRIEFLY = {"stop": marked("Stopped {who}"), "pause": marked("Paused {who}")}


def halted_words(run: Run, job: Job) -> str:
    """Return `Stopped at day 1 10:00 from another window of the studio (20 Nov, 11:04).`; "" if nobody asked
    for it, or the job ended in another way.
    """
    halt = _halt(run, job)
    if halt is None:
        return ""
    who, when = asker_words(halt, session.window(), session.opened()), time_words(halt.asked)
    if job.is_live:
        return tr(_ASKED[halt.verb], who=who, when=when)
    if halt.minute is None:
        return tr(_DONE[halt.verb], who=who, when=when)
    return tr(_DONE_AT[halt.verb], moment=moment_words(halt.minute), who=who, when=when)


def halted_briefly(run: Run, job: Job) -> str:
    """Return the same in brief: `Stopped from this window`."""
    halt = _halt(run, job)
    if halt is None:
        return ""
    said = (_ASKED_BRIEFLY if job.is_live else _DONE_BRIEFLY)[halt.verb]
    return tr(said, who=asker_words(halt, session.window(), session.opened()))


def _halt(run: Run, job: Job) -> Halt | None:
    return None if job.state in ("failed", "interrupted") else run.halt


def asker_words(halt: Halt, window: str, opened: str) -> str:
    """Return from where a halt was requested, in words for a window opened at a wall time.

    A reloaded page is a window of its own, so an earlier request may have come from this one.
    """
    if halt.asker != "window":
        return tr_worded(halt.by)
    if halt.window == window:
        return tr("from this window")
    return tr("from another studio window") if halt.asked >= opened else tr_worded(halt.by)
