"""Find the agents who kept to one activity or place all day though the plan had more, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.insight.stuck.sign import LONG_AWAKE, Stuck
from engine.insight.stuck.silent import longest_awake
from engine.insight.turning.lived_day import LivedDay
from engine.records import AgentId, Step


def still(day: LivedDay) -> Iterator[Stuck]:
    """Yield a sign for each agent that did one thing only or stayed in one place, while its plan had more."""
    planned = _planned(day)
    for agent in day.people:
        longest, awake = longest_awake(day, agent)
        steps = planned.get(agent, ())
        if longest is None or awake < LONG_AWAKE or not steps:
            continue
        missed = _missed(day, agent, steps)
        if missed is not None:
            is_open = day.moment.town.world.is_open(missed.room, missed.start) if missed.room else True
            yield Stuck(
                agent=agent,
                sign="still",
                reason="not_begun" if is_open else "closed",
                minute=missed.start,
                ids=(missed.id, longest.id),
                minutes=awake,
                place=longest.room if is_open else missed.room,
                what=missed.activity,
            )


def _planned(day: LivedDay) -> dict[AgentId, list[Step]]:
    """Return the blocks that should have begun by then, by agent."""
    found: dict[AgentId, list[Step]] = {}
    for step in day.rows(Step, level="block"):
        if step.activity and day.begins <= step.start < day.until - LONG_AWAKE // 6:
            found.setdefault(step.agent, []).append(step)
    return found


def _missed(day: LivedDay, agent: AgentId, steps: Sequence[Step]) -> Step | None:
    """Return the first planned block that needed another activity or place than the only one there was.

    None if there were several of both.
    """
    awake = [row for row in day.presences[agent] if not row.asleep]
    places = {row.room.partition("/")[0] for row in awake}
    doings = {row.doing for row in awake if row.doing and row.reason != "talked"}
    if len(places) == 1:
        elsewhere = [one for one in steps if one.room and one.room.partition("/")[0] not in places]
        if elsewhere:
            return elsewhere[0]
    if len(doings) == 1 and len({one.activity for one in steps}) > 1:
        return max(steps, key=lambda one: one.start)
    return None
