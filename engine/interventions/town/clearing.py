"""Clearing: remove agents, plans and intentions from a part of the world that is about to go."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from engine.clock import clock_words
from engine.errors import BadInput, worded
from engine.interventions.town.send_away import is_away
from engine.records import AgentId, Intention, Path, PlanLevel, Presence, Step
from engine.row_ids import is_by_author
from engine.world.former import is_in

if TYPE_CHECKING:
    from engine.interventions.hand import Hand


def clear(hand: Hand, path: Path) -> None:
    """Move everyone out of a part of the world, and drop their plans and intentions for it.

    Raises BadInput if an author holds someone there, or someone there is in a talk.
    """
    rooms = _rooms(hand, path)
    check_clear(hand, path)
    for agent in hand.state.minds:
        _drop_meanings(hand, agent, rooms)
        _leave(hand, agent, rooms)
        _break_off(hand, agent, rooms)


def check_clear(hand: Hand, path: Path) -> None:
    """Raise BadInput if an author holds someone there, or someone concerned is in a talk."""
    rooms = _rooms(hand, path)
    for agent in hand.state.minds:
        _check_held(hand, agent, rooms)
        if _is_there(hand, agent, rooms) or any(_to_come(hand, agent, rooms)) or _meant(hand, agent, rooms):
            hand.thinker(agent)


def _rooms(hand: Hand, path: Path) -> list[Path]:
    return [room for room in hand.state.rooms if is_in(room, path)]


def _check_held(hand: Hand, agent: AgentId, rooms: Collection[Path]) -> None:
    """Raise BadInput if an author has the agent be there later today."""
    for step in _to_come(hand, agent, rooms):
        if is_by_author(step.id):
            raise BadInput(
                worded(
                    "an author has planned for {name} to be at {room} at {time}; undo that "
                    "intervention first",
                    name=hand.town.cast.names[agent],
                    room=step.room,
                    time=clock_words(step.start),
                )
            )


def _is_there(hand: Hand, agent: AgentId, rooms: Collection[Path]) -> bool:
    here = hand.mind(agent).presence
    return here is not None and bool({here.room, here.origin} & set(rooms))


def _leave(hand: Hand, agent: AgentId, rooms: Collection[Path]) -> None:
    """Move the agent elsewhere if it is there, at the door, or on the way from or to it."""
    here = hand.mind(agent).presence
    if here is None or not _is_there(hand, agent, rooms):
        return
    goal = _refuge(hand, agent, here.origin or here.room, rooms)
    if is_away(here):
        hand.add(replace(here, id=hand.next_id(), room=goal, origin=goal))
        return
    hand.leave(agent, "leaves", goal)
    hand.come_in(agent, goal)


def _refuge(hand: Hand, agent: AgentId, here: Path, rooms: Collection[Path]) -> Path:
    """Return the room where the agent goes: its home, or else the nearest other place."""
    thinker, world = hand.thinker(agent), hand.town.world
    home = thinker.mind.persona_at(hand.minute).home
    if home not in rooms:
        return home
    entries = [place.rooms[0].path for place in world.places.values() if place.rooms[0].path not in rooms]
    others = entries or [room for room in world.rooms if room not in rooms]
    return min(others, key=lambda room: world.walk(here, room))


def _break_off(hand: Hand, agent: AgentId, rooms: Collection[Path]) -> None:
    """Have the agent plan the rest of the day anew if it was to go there."""
    mind = hand.mind(agent)
    if not mind.plan.made or hand.minute >= mind.plan.bedtime or not any(_to_come(hand, agent, rooms)):
        return
    thinker = hand.thinker(agent)
    hand.add(
        Step(
            id=hand.next_id(),
            agent=agent,
            level="day",
            start=hand.minute,
            end=mind.plan.bedtime,
            activity="",
            thing_state=thinker.say("to_reconsider"),
        )
    )
    awake: list[Presence] = [one for one in (mind.presence,) if one is not None and not one.asleep]
    hand.wake(awake)


def _to_come(hand: Hand, agent: AgentId, rooms: Collection[Path]) -> Iterator[Step]:
    """Yield the parts of the agent's plan there that are not over."""
    plan = hand.mind(agent).plan
    for level in get_args(PlanLevel):
        yield from (one for one in plan.current(level) if one.room in rooms and one.end > hand.minute)


def _drop_meanings(hand: Hand, agent: AgentId, rooms: Collection[Path]) -> None:
    """Drop the agent's intentions there."""
    from engine.cognition.knowing import room_words  # thinking takes its time to read

    for one in _meant(hand, agent, rooms):
        thinker = hand.thinker(agent)
        gone = thinker.say("is_gone", place=room_words(thinker, one.place))
        row = hand.next_id()
        hand.add(replace(one, id=row, began=one.first, state="dropped", place="", because=gone))


def _meant(hand: Hand, agent: AgentId, rooms: Collection[Path]) -> list[Intention]:
    """Return the agent's open intentions there."""
    intentions = hand.mind(agent).intentions.values()
    return [one for one in intentions if one.is_open and one.place in rooms]
