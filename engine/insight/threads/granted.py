"""Explains how far a request that was granted has come: agreed to, kept or not kept."""

from __future__ import annotations

from engine.clock import worded_moment
from engine.errors import worded
from engine.insight.threads.evidence import Evidence
from engine.insight.threads.reason import Reason
from engine.insight.threads.thread import ThreadState
from engine.insight.turning.favours import Favour


def kept_state(favour: Favour) -> ThreadState:
    """Return the state of a request that was granted: whether the log shows that it was kept."""
    if favour.is_kept is None:
        return "agreed"
    return "done" if favour.is_kept else "failed"


def granted(favour: Favour, now: int, evidence: Evidence) -> Reason:
    """Return the reason for that state."""
    if favour.is_kept is None:
        return _agreed(favour, now, evidence)
    return _kept(favour, evidence) if favour.is_kept else _not_kept(favour, evidence)


def _agreed(favour: Favour, now: int, evidence: Evidence) -> Reason:
    name, said = evidence.names([favour.who]), worded_moment(favour.answer.said_at)
    if favour.due is None or favour.due <= now:
        text = worded(
            "{name} agreed to it on {said}; the log does not show whether it was done", name=name, said=said
        )
    elif favour.day is not None:
        text = worded("{name} promised it on {said} for day {day}", name=name, said=said, day=favour.day)
    else:
        due = worded_moment(favour.due)
        text = worded("{name} agreed to it on {said}; it is due by {due}", name=name, said=said, due=due)
    return Reason(text=text, shown_by=favour.answer.id)


def _kept(favour: Favour, evidence: Evidence) -> Reason:
    name = evidence.names([favour.who])
    if favour.done is not None:
        done = worded_moment(favour.done.minute)
        return Reason(
            text=worded("{name} did it on {moment}", name=name, moment=done), shown_by=favour.done.id
        )
    when = favour.due if favour.due is not None else favour.answer.said_at
    at = favour.presence or evidence.whereabouts(favour.who, when)
    where, moment = evidence.where(at.room if at is not None else ""), worded_moment(when)
    text = worded("{name} kept the promise: on {moment}, at {where}", name=name, moment=moment, where=where)
    return Reason(text=text, shown_by=at.id if at is not None else favour.answer.id)


def _not_kept(favour: Favour, evidence: Evidence) -> Reason:
    name, said = evidence.names([favour.who]), worded_moment(favour.answer.said_at)
    at = favour.presence or (favour.promise.instead if favour.promise is not None else None)
    if at is None:
        text = worded(
            "{name} promised it on {said} for day {day}, but they did not talk again by the end of that day",
            name=name, said=said, day=favour.day or 0,
        )  # fmt: skip
        return Reason(text=text, shown_by=favour.answer.id)
    moment = worded_moment(favour.due if favour.due is not None else at.minute)
    text = worded(
        "{name} agreed to it on {said}, but was at {where} on {moment}",
        name=name, said=said, moment=moment, where=evidence.where(at.room),
    )  # fmt: skip
    return Reason(text=text, shown_by=at.id)
