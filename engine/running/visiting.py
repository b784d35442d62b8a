"""Visiting: what a visiting person does becomes turns of the author, at the moment where the run stands.

A visit is open as long as the town has not gone on and nobody has ended it. It is read from the log, so that
any window finds it, and it is ended before the town lives on.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.clock import worded_moment
from engine.cognition.thinker import Thinker
from engine.cognition.visiting.visit import (
    TALK_ROWS,
    SaysSoFar,
    Visit,
    answer,
    begin,
    leave,
    say,
    talk_row,
)
from engine.errors import BadInput, NotFound, with_commas, worded
from engine.mind.turn_rows import TurnRows
from engine.records import AgentId, Conversation, Event, Line, Path, Turn, is_visitor
from engine.row_ids import AUTHOR, agent_number_of, turn_of
from engine.simulation.state import State
from engine.store.file.connection import Store
from engine.store.living.runs import RunRow
from engine.store.log import inspect
from engine.store.log.moments import presences
from engine.store.log.rows import append, last_turn_minute, next_row, read_log

if TYPE_CHECKING:
    from engine.running.run_session import RunSession

MOST_LISTEN = 6
MOST_LINES = 60
_MOST_NEAR = 4


def open_visit(store: Store, run: RunRow) -> Visit | None:
    """Return the open visit; None if there is none."""
    minute = last_turn_minute(store, run.number)
    if minute < (run.fork_minute or 0):
        return None
    talks = read_log(store, run.number, Event, after=minute - 1, before=minute + 1, where={"kind": "talk"})
    ours = [event for event in talks if agent_number_of(event.id) == AUTHOR]
    if not ours:
        return None
    event = ours[-1]
    turn = inspect.turn_of(store, run.number, event.id)
    conversation, people = talk_row(turn.id) if turn is not None else 0, event.about
    if next(read_log(store, run.number, Conversation, where={"id": conversation}), None) is not None:
        return None  # it is over
    members = tuple(one for one in people if not is_visitor(one))
    lines = tuple(read_log(store, run.number, Line, where={"conversation": conversation}, after=minute - 1))
    here = presences(store, run.number, None)
    return Visit(
        person=event.actor,
        room=event.room,
        minute=minute,
        conversation=conversation,
        members=members,
        lines=lines,
        gone=frozenset(one for one in members if here[one].doing != event.text),
        doing=event.text,
    )


def who_listens(state: State, room: Path, person: AgentId) -> list[AgentId]:
    """Return the agents in a room who can be spoken to, those who know the person best first."""
    view = state.rooms[room].before(_last(state, state.clock))
    free = [one for one in view.inside() if one != person and view.is_free(one)]

    def closeness(one: AgentId) -> float:
        known = state.minds[one].relations.get(person)
        return known.closeness if known is not None else -1.0

    return sorted(free, key=lambda one: -closeness(one))[:MOST_LISTEN]


def who_is_near(state: State, room: Path) -> list[tuple[AgentId, Path, int]]:
    """Return agents who are awake elsewhere: id, room and minutes of walking, the nearest first."""
    world = state.town.world
    there = [mind.presence for mind in state.minds.values() if mind.presence is not None]
    awake = [one for one in there if not one.asleep and one.inside and one.room != room]
    found = [(one.agent, one.room, world.walk(room, one.room)) for one in awake]
    return sorted(found, key=lambda one: one[2])[:_MOST_NEAR]


async def begin_visit(session: RunSession, room: Path, person: AgentId, about: str) -> Visit:
    """Begin a talk with those in a room.

    Raises NotFound, with who is near, if nobody there can be spoken to; BadInput if a visit is open, or if
    the person is an agent who cannot speak there now.
    """
    there = open_visit(session.store, session.run)
    if there is not None:
        name = session.state.town.cast.names[there.person]
        raise BadInput(
            worded("{name} is already visiting {room}; end that visit first", name=name, room=there.room)
        )
    at = await session.reach_common_moment()
    state = session.state
    own = _own(state, person, room)
    listeners = who_listens(state, room, person)
    if not listeners:
        raise NotFound(_nobody(state, room))
    rows = _rows(session, at)
    if rows.turn + 2 * TALK_ROWS > rows.last:
        raise BadInput(
            worded(
                "there have been too many visits in this minute; continue the run a little, then try again"
            )
        )
    members = _thinkers(state, rows, [*own, *listeners])
    visit = begin(members, person, about, talk_row(rows.turn))
    _keep(session, rows, visit.room, members)
    return visit


async def say_in_visit(session: RunSession, text: str, heard: SaysSoFar | None = None) -> Visit:
    """Say a line in the open visit (or only listen, if it is empty), and let the others answer.

    The line is stored before a model is asked for an answer. Raises NotFound if no visit is open.
    """
    visit = open_visit(session.store, session.run)
    if visit is None:
        raise NotFound(worded("nobody is visiting; start a visit in a room first"))
    if len(visit.lines) > MOST_LINES:
        raise BadInput(
            worded(
                "a visit can have at most {most_lines} lines; end this visit, and start another one later",
                most_lines=MOST_LINES,
            )
        )
    if text:
        visit = await _step(session, visit, partial(_says, visit, text))
    return await _step(session, visit, partial(_hears, visit, heard))


async def end_visit(session: RunSession) -> None:
    """End the open visit, if there is one; its members keep the same as from any talk.

    A line put into an agent's mouth that has no answer yet is answered first.
    """
    visit = open_visit(session.store, session.run)
    if visit is None:
        return
    if len(visit.lines) == 1 and not is_visitor(visit.person):
        visit = await _step(session, visit, partial(_hears, visit, None))
    first = visit.conversation - turn_of(visit.conversation) - 1
    await _step(session, visit, partial(_left, visit), first=first)


async def _left(visit: Visit, members: Sequence[Thinker]) -> Visit:
    if members[0].rows.next_id() != visit.conversation:
        raise ValueError(f"the talk {visit.conversation} does not begin the turn that ends it")
    await leave(members, visit)
    phrases, rows = members[0].town.phrases, members[0].rows
    name = members[0].town.cast.names[visit.person]
    if is_visitor(visit.person):
        text = phrases.say("visitor_leaves", name=name, room=phrases.room(members[0].room.room))
        rows.add(Event(id=rows.next_id(), room=visit.room, kind="leave", actor=visit.person, text=text))
    return visit


async def _says(visit: Visit, text: str, members: Sequence[Thinker]) -> Visit:
    return say(members, visit, text)


async def _hears(visit: Visit, heard: SaysSoFar | None, members: Sequence[Thinker]) -> Visit:
    return await answer(members, visit, heard)


async def _step(
    session: RunSession,
    visit: Visit,
    does: Callable[[Sequence[Thinker]], Awaitable[Visit]],
    first: int | None = None,
) -> Visit:
    rows = _rows(session, visit.minute, first)
    members = _thinkers(session.state, rows, visit.members)
    visit = await does(members)
    _keep(session, rows, visit.room, members)
    return visit


def _own(state: State, person: AgentId, room: Path) -> list[AgentId]:
    """Return the person in a list if it is an agent of the town, else an empty list.

    Raises BadInput if the agent is not in the room, or not free to talk.
    """
    if is_visitor(person):
        return []
    presence, name = state.minds[person].presence, state.town.cast.names[person]
    view = state.rooms[room].before(_last(state, state.clock))
    if presence is None or presence.room != room or not presence.inside:
        where = presence.room if presence is not None and presence.inside else worded("on the way")
        raise BadInput(
            worded(
                "{name} is not at {room} now ({where}); visit the room they are in, or speak as someone else",
                name=name,
                room=room,
                where=where,
            )
        )
    if not view.is_free(person):
        how = worded("asleep") if presence.asleep else worded("in a conversation")
        raise BadInput(
            worded(
                "{name} is {how} now; continue the run a little, or speak as someone else",
                name=name,
                how=how,
            )
        )
    return [person]


def _nobody(state: State, room: Path) -> str:
    names = state.town.cast.names
    inside = [names[person] for person in state.rooms[room].before(_last(state, state.clock)).inside()]
    near = [
        worded("{name} ({where}, {walk} min)", name=names[person], where=where, walk=walk)
        for person, where, walk in who_is_near(state, room)
    ]
    remedy = (
        worded("try someone nearby: {people}", people=with_commas(near))
        if near
        else worded("nobody in town is awake; run the town until morning")
    )
    if inside:
        return worded(
            "nobody at {room} can hear you at {moment} (asleep or in a conversation: {people}); {remedy}",
            room=room,
            moment=worded_moment(state.clock),
            people=with_commas(inside),
            remedy=remedy,
        )
    return worded(
        "nobody at {room} can hear you at {moment}; {remedy}",
        room=room,
        moment=worded_moment(state.clock),
        remedy=remedy,
    )


def _last(state: State, minute: int) -> int:
    return TurnRows(minute, AUTHOR, state.apply, width=state.town.width).last


def _rows(session: RunSession, at: int, first: int | None = None) -> TurnRows:
    if first is None:
        first = next_row(session.store, session.run.number, at, AUTHOR)
    return TurnRows(at, AUTHOR, session.state.apply, first=first, width=session.state.town.width)


def _thinkers(state: State, rows: TurnRows, agents: Sequence[AgentId]) -> list[Thinker]:
    return [state.thinker(agent, rows, rows.minute) for agent in agents]


def _keep(session: RunSession, rows: TurnRows, room: Path, members: Sequence[Thinker]) -> None:
    calls = sum(member.calls for member in members)
    turn = Turn(id=rows.turn, agent="", room=room, reason="author", calls=calls)
    if rows.entries:
        append(session.store, session.run.number, turn, rows.entries, durable=True, journal=session.journal)
