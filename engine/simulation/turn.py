"""A turn: one agent perceives, remembers, reflects, reacts, plans and acts, at one minute in one room."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import replace

from engine.clock import clock_words
from engine.cognition.act import act
from engine.cognition.feeling.feel import feel
from engine.cognition.intending.heed_whisper import heed_whisper
from engine.cognition.perceive import observe_rated, perceive, rate
from engine.cognition.plan import is_lost, plan, plan_day, to_find
from engine.cognition.pursuit.attending import attend
from engine.cognition.pursuit.pursue import awaits, give_up_overdue, has_somebody_to_tell_here, keep_up
from engine.cognition.react import Join, carry_out, face_obstacle, go_home_instead, react
from engine.cognition.reflect import reflect
from engine.cognition.rest import rest, wake
from engine.cognition.thinker import Thinker
from engine.cognition.wayfinding.places import arrive, knows_way
from engine.cognition.wayfinding.seek import seek
from engine.mind.mind import hold_mind
from engine.mind.turn_rows import TurnRows
from engine.records import AgentId, Event, Path, Presence, Reason, Turn
from engine.simulation.state import State


async def take_turn(state: State, agent: AgentId) -> tuple[Turn, TurnRows]:
    """Take the next turn of an agent; its rows are returned and have been applied to the state.

    What others can see comes first, and ends when the agent's next turn is set. Afterthoughts follow, for
    which nobody in the room has to wait. Raises whatever the model raises; the state must then be thrown
    away and loaded anew from the log.
    """
    mind = state.minds[agent]
    now = state.turns.minute(mind.agent_number)
    rows = TurnRows(now, mind.agent_number, state.apply, width=state.town.width)
    async with AsyncExitStack() as held:
        await held.enter_async_context(hold_mind(mind))
        thinker = state.thinker(agent, rows, now)
        reason = mind.presence.reason if mind.presence else ""
        company = _Company(state, rows, held)
        await _live(thinker, company.join)
        _alert(state, rows, thinker.room.path)
        for thought in thinker.afterthoughts:
            await thought()
        for one in (thinker, *company.joined):
            feel(one)
    calls = thinker.calls + company.calls
    turn = Turn(id=rows.turn, agent=agent, room=thinker.room.path, reason=reason, calls=calls)
    return turn, rows


class _Company:
    """The agents who are brought into another's turn; their minds are held until it is over."""

    def __init__(self, state: State, rows: TurnRows, held: AsyncExitStack) -> None:
        self._state = state
        self._rows = rows
        self._held = held
        self.joined: list[Thinker] = []

    async def join(self, agent: AgentId) -> Thinker:
        """Bring an agent in, as soon as its last afterthought has ended."""
        await self._held.enter_async_context(hold_mind(self._state.minds[agent]))
        thinker = self._state.thinker(agent, self._rows, self._rows.minute)
        self.joined.append(thinker)
        return thinker

    @property
    def calls(self) -> int:
        """Return the number of model calls of those who joined."""
        return sum(thinker.calls for thinker in self.joined)


async def _live(thinker: Thinker, join: Join) -> None:
    presence = thinker.mind.presence
    assert presence is not None  # State.thinker has looked
    if not presence.inside:
        obstacle = obstacle_at(thinker)
        arrive(thinker, enters=not obstacle, sought=to_find(thinker))
        if obstacle and is_lost(thinker):
            await _carry_on(thinker)
            return
        if obstacle:
            await face_obstacle(thinker, obstacle)
            return
        _come_in(thinker)
    if presence.asleep:
        wake(thinker)
    await heed_whisper(thinker)
    attend(thinker)
    if presence.asleep and presence.reason == "wake":
        await plan_day(thinker)
        await _carry_on(thinker)
    else:
        await _take_notice(thinker, join, presence.origin)
    keep_up(thinker)
    give_up_overdue(thinker)
    thinker.later(lambda: reflect(thinker))


async def _take_notice(thinker: Thinker, join: Join, origin: Path) -> None:
    """Notice what is new, here and on the way from another room, and react or go on as planned."""
    noticed = perceive(thinker, origin)
    stirred = noticed or is_lost(thinker) or has_somebody_to_tell_here(thinker)
    reaction = await react(thinker, noticed) if stirred else None
    if reaction is not None:
        observe_rated(thinker, noticed, reaction.ratings)
    elif noticed:
        thinker.later(lambda: rate(thinker, noticed))
    if reaction is None or not await carry_out(thinker, reaction, join):
        await _carry_on(thinker)


async def _carry_on(thinker: Thinker) -> None:
    """Carry out the present step of the plan, plan what is not planned yet, or go to sleep."""
    presence = thinker.mind.presence
    if presence and presence.reason == "closing" and obstacle_at(thinker):
        _leave_closing_place(thinker)
        return
    step = await plan(thinker)
    if step is None:
        rest(thinker)
    elif step.room and not knows_way(thinker, step.room):
        seek(thinker, step)
    else:
        act(thinker, step)


def obstacle_at(thinker: Thinker) -> str:
    """Return the reason why the agent may not be in the room it stands at, in words; empty if it may."""
    world, phrases, room = thinker.town.world, thinker.town.phrases, thinker.room
    names = thinker.town.cast.names
    place = world.place_of[room.path]
    inside = [other for other in room.inside() if other != thinker.id]
    own = thinker.belongs(room.path) or _cries_for_help(thinker)
    if not own and not world.is_open(room.path, thinker.now):
        until = world.closed_until(room.path, thinker.now)
        opens = until if until is not None else place.open.opens if place.open else 0
        return phrases.say("closed", place=place.name, opens=clock_words(opens))
    if not own and place.private and not _let_in(thinker, inside):
        return thinker.say("private")
    full = room.room.capacity is not None and len(inside) >= room.room.capacity
    if full and room.path != thinker.persona.home:
        return thinker.say("full", names=phrases.list([names[other] for other in inside]))
    return ""


def _cries_for_help(thinker: Thinker) -> bool:
    """Return whether something is urgent in the room, in which case no door keeps out those who help."""
    room, world = thinker.room, thinker.town.world
    return any(world.urgent(thing.path, room.thing_state(thing.path)) for thing in room.room.things)


def _let_in(thinker: Thinker, inside: list[AgentId]) -> bool:
    """Return whether someone who belongs to a private place is in it and awake, and so opens the door."""
    keepers = thinker.town.world.keepers(thinker.room.path)
    here = {other: thinker.room.presence(other) for other in inside if other in keepers}
    return any(presence is not None and not presence.asleep for presence in here.values())


def _come_in(thinker: Thinker) -> None:
    """Log that the agent enters the room, seen by those inside."""
    presence = thinker.mind.presence
    assert presence is not None
    thinker.rows.add(
        Event(
            id=thinker.rows.next_id(),
            room=thinker.room.path,
            kind="arrive",
            actor=thinker.id,
            text=thinker.say("arrives"),
        )
    )
    thinker.rows.add(
        replace(
            presence,
            id=thinker.rows.next_id(),
            inside=True,
            origin="",
            reason="arrive",
            seen=thinker.rows.next_id(),
        )
    )


def _leave_closing_place(thinker: Thinker) -> None:
    """Remember that the place closes with the agent inside, and go on at home."""
    world = thinker.town.world
    place, until = world.place_of[thinker.room.path], world.closed_until(thinker.room.path, thinker.now)
    if until is None:
        text = thinker.say("closing", place=place.name)
    else:
        text = thinker.say("closing_until", place=place.name, ends=clock_words(until))
    thinker.remember("observation", text, 2, place=thinker.room.path)
    go_home_instead(thinker, because=text)


def _alert(state: State, rows: TurnRows, room: str) -> None:
    """Bring forward the next turns of agents whom the turn's events concern.

    When someone leaves, these are those at the door; when someone arrives, those who have something to say
    to them.
    """
    events = [entry for entry in rows.entries if isinstance(entry, Event) and entry.room == room]
    here = state.rooms[room].before(rows.last)
    left = any(event.kind == "leave" for event in events)
    wake_all(state, rows, here.waiting() if left else ())
    came = {event.actor for event in events if event.kind == "arrive"}
    inside = here.present() if came else ()
    wake_all(state, rows, [one for one in inside if awaits(state.minds[one.agent], came, rows.minute)])


def wake_all(
    state: State,
    rows: TurnRows,
    presences: Iterable[Presence],
    *,
    asleep: bool = False,
    after: int = 0,
) -> None:
    """Bring the next turns of agents forward to the next moment, or to `after` minutes later.

    Those in a talk finish it first. An agent that would think before those minutes are over waits for them,
    since it would otherwise notice the event one turn late. The presences are those of the moment: when a
    turn is taken again after a kill, its agents may be further.
    """
    for presence in presences:
        agent_number = state.minds[presence.agent].agent_number
        if agent_number == rows.agent_number or (presence.asleep and not asleep):
            continue
        soon = rows.minute + after + (0 if agent_number > rows.agent_number else 1)
        misses_it = presence.inside and presence.next < soon and after > 0
        if presence.reason != "talked" and (presence.next > soon or misses_it):
            rows.add(_brought_forward(presence, rows.next_id(), soon))


def _brought_forward(presence: Presence, row: int, minute: int) -> Presence:
    reason: Reason = "notice" if presence.inside else "arrive"
    return replace(presence, id=row, next=minute, reason=reason)
