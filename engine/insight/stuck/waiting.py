"""Find the agents who wait at a closed door, or for someone who does not come."""

from __future__ import annotations

from collections.abc import Iterator

from engine.insight.stuck.sign import Stuck, Why
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.promises import GRACE, Promise, promises
from engine.records import AgentId, Presence

_LONG = 30  # minutes before a door


def waiting(day: LivedDay) -> Iterator[Stuck]:
    """Yield a sign for each long wait on the day, with the reason."""
    for agent in day.people:
        yield from _before_doors(day, agent)
    for one in promises(day):
        if one.is_kept:
            yield from _for_somebody(day, one)


def _before_doors(day: LivedDay, agent: AgentId) -> Iterator[Stuck]:
    """Yield a sign for each stretch at one door, including the looks at the door in between."""
    rows = day.presences[agent]
    first: Presence | None = None
    for row in rows:
        here = row if not row.inside and not row.origin else None
        if first is not None and (here is None or here.room != first.room):
            yield from _at_the_door(day, first, row.minute)
            first = None
        first = first or here
    if first is not None:
        yield from _at_the_door(day, first, day.until)


def _at_the_door(day: LivedDay, row: Presence, until: int) -> Iterator[Stuck]:
    since = max(row.minute, day.begins)
    if until - since < _LONG:
        return
    inside = tuple(other for other in day.people if _is_inside(day, other, row))
    yield Stuck(
        agent=row.agent,
        sign="waiting",
        reason=_why_shut(day, row, since, inside),
        minute=since,
        ids=(row.id,),
        minutes=until - since,
        place=row.room,
        others=inside,
    )


def _why_shut(day: LivedDay, row: Presence, minute: int, inside: tuple[AgentId, ...]) -> Why:
    world = day.moment.town.world
    if not world.is_open(row.room, minute):
        return "closed"
    return "private" if world.place_of[row.room].private and not inside else "full"


def _is_inside(day: LivedDay, other: AgentId, row: Presence) -> bool:
    at = day.at(other, row.minute)
    return other != row.agent and at is not None and at.inside and at.room == row.room


def _for_somebody(day: LivedDay, promise: Promise) -> Iterator[Stuck]:
    """Yield a sign for an agent that came as agreed while others did not, with the first one's reason."""
    first, last = promise.when - GRACE // 3, promise.when + GRACE
    missing = [one for one in promise.others if not day.came_to(one, promise.rooms, first, last)]
    for other in missing[:1]:
        at = day.at(other, last)
        if at is not None:
            yield Stuck(
                agent=promise.agent,
                sign="waiting",
                reason="other_asleep" if at.asleep else "other_elsewhere",
                minute=promise.when,
                ids=(promise.memory.id, at.id),
                minutes=GRACE,
                place=promise.memory.place,
                others=tuple(missing),
                what=at.room,
            )
