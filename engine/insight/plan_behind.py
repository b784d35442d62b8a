"""Find the part of a plan behind an act: the one carried out or set out for, or the day that is over."""

from __future__ import annotations

from collections.abc import Iterator

from engine.insight.circumstances import Circumstances
from engine.mind.mind import Plan
from engine.records import Event, Path, Presence, Step


def plan_behind(at: Circumstances) -> Step | None:
    """Return the step or block of the plan to which an act or a presence belongs.

    At the end of the day it is the plan of the day. None if no plan led to it.
    """
    here = at.row if isinstance(at.row, Presence) else at.after(Presence, at.agent)
    if here is None:
        return None
    if here.step:
        step = at.log.row(here.step)
        return step if isinstance(step, Step) else None
    decided = [step for step in at.of(Step, at.agent) if step.id < at.row.id and step.room == here.room]
    if decided:
        return decided[-1]
    plan = at.log.plan(at.agent, at.row.minute, at.row.id)
    if not plan.made:
        return None
    if at.row.minute >= plan.bedtime:
        return _the_day(at, plan)
    return _meant_there(plan, at.row.minute, here.room) or _looked_for(at, plan)


def _the_day(at: Circumstances, plan: Plan) -> Step | None:
    day = at.log.row(plan.made)
    return day if isinstance(day, Step) else None


def _meant_there(plan: Plan, now: int, room: Path) -> Step | None:
    """Return the part of a plan in a room that is current, or else next; None if there is none."""
    ahead = [
        part for level in ("step", "block") for part in plan.current(level)
        if part.room == room and part.end > now
    ]  # fmt: skip
    return min(ahead, key=lambda part: part.start, default=None)


def _looked_for(at: Circumstances, plan: Plan) -> Step | None:
    """Return the planned part that an agent is on the way to while it looks for a place it does not know."""
    left = at.row.room if isinstance(at.row, Event) and at.row.kind == "leave" else _origin(at.row)
    return next((part for part in _due(plan, at.row.minute) if part.room != left), None)


def _origin(row: object) -> Path:
    return row.origin if isinstance(row, Presence) else ""


def _due(plan: Plan, now: int) -> Iterator[Step]:
    for part in (plan.at("block", now), plan.next("block", now)):
        if part is not None:
            yield part
