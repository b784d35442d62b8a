"""The steps into which an agent divided its plan, and which of them were done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.insight.story.plan_kept import ENOUGH, during
from engine.insight.turning.lived_day import LivedDay
from engine.moments.moment import Moment
from engine.records import AgentId, Path, Presence, Step

Done = Literal["done", "begun", "left", "ahead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStep:
    """A step of a plan.

    It is `done` if the agent was at it for half of its time or more, `begun` if for less, and `left` if
    never; `instead` is what it did longest in that time if the step was not done.
    """

    id: int
    start: int
    end: int
    activity: str
    room: Path
    fate: Done
    at_it: int
    instead: str = ""


def plan_steps(moment: Moment, agent: AgentId, day: int) -> tuple[PlannedStep, ...]:
    """Return the steps that an agent planned on a day, in the order of their time."""
    lived = LivedDay(moment, day)
    laid_out = [row for row in lived.rows(Step, agent=agent) if row.level == "step" and row.activity]
    where = lived.presences_of(agent)
    return tuple(
        _step(row, where, lived.until) for row in sorted(laid_out, key=lambda row: (row.start, row.id))
    )


def _step(row: Step, where: Sequence[Presence], until: int) -> PlannedStep:
    passed = min(row.end, until) - row.start
    doing: Counter[str] = Counter()
    at_it = 0
    for presence, minutes in during(row, where, until):
        if presence.step == row.id:
            at_it += minutes
        elif presence.doing:
            doing[presence.doing] += minutes
    fate: Done
    if passed <= 0:
        fate = "ahead"
    elif at_it >= ENOUGH * passed:
        fate = "done"
    else:
        fate = "begun" if at_it else "left"
    other = next((what for what, _ in doing.most_common(1)), "")
    return PlannedStep(
        id=row.id,
        start=row.start,
        end=row.end,
        activity=row.activity,
        room=row.room,
        fate=fate,
        at_it=at_it,
        instead="" if fate in ("done", "ahead") else other,
    )
