"""React: leave the plan for a person, an event, or a door that does not open (section 4.3.1)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from engine.cognition.act import stay, walk
from engine.cognition.converse import HEARD_LATELY, converse
from engine.cognition.going_on import going_on
from engine.cognition.intending.barred import is_barred
from engine.cognition.knowing import (
    acquaintance,
    engagements_today,
    gathering,
    known_paths,
    known_room,
    shaken_by,
)
from engine.cognition.perceive import is_plain
from engine.cognition.plan import interrupt, is_lost, to_find
from engine.cognition.pursuit.pursue import aims, due_on
from engine.cognition.retrieve import retrieve
from engine.cognition.thinker import Thinker
from engine.prompts.known import KnownRoom
from engine.prompts.questions import React
from engine.prompts.questions.react import Reaction
from engine.records import AgentId, Event, Memory, Path, Presence, Step

Join = Callable[[AgentId], Awaitable[Thinker]]

_MATTERS = 4
_AT_LONGEST_AT_A_DOOR = 30
_AGAIN = 5
_AMONG_GUESTS = 10  # minutes between two talks where people have come together
_AT_THE_DOOR = 15  # minutes before its hour from which a talk counts as one of those at it
_ASKS_AGAIN = 90  # minutes until the same person is asked the way again
_CONSIDERED_AGAIN = 60  # minutes until it is asked again whether to speak to somebody in the same room
_WAITS = Reaction(decision="wait")  # at a door, when nothing better comes to mind


async def react(thinker: Thinker, noticed: tuple[Event, ...]) -> Reaction | None:
    """Return the agent's reaction to what it noticed.

    None if there is nobody to speak to and nothing urgent.
    """
    people = _approachable(thinker, noticed)
    if not people and not any(event.urgent or event.kind == "author" for event in noticed):
        return None
    return await _ask(thinker, noticed, people=people)


async def carry_out(thinker: Thinker, answer: Reaction, join: Join) -> bool:
    """Carry out a decision; return True if that settles the turn, False if the plan goes on.

    `join` brings another agent in the room into the turn, once for each who is spoken to.
    """
    match answer.decision:
        case "talk" if answer.person:
            members = [thinker, *[await join(agent) for agent in _spoken_to(thinker, answer)]]
            return await converse(members, answer.reason)
        case "act" if answer.activity:
            _remember_why(thinker, answer)
            interrupt(thinker, _step(thinker, answer), answer.reason)
        case "wait":
            interrupt(thinker, _wait_here(thinker, answer), answer.reason)
        case _:
            pass
    return False


def _spoken_to(thinker: Thinker, answer: Reaction) -> tuple[AgentId, ...]:
    """Return the agents to speak to: the one it turned to first, then the others by their numbers."""
    cast = thinker.town.cast
    others = sorted(map(cast.named, answer.others), key=cast.agent_numbers.__getitem__)
    return (cast.named(answer.person), *others)


async def face_obstacle(thinker: Thinker, obstacle: str) -> None:
    """Deal with a door that does not open: wait, or do something else, and remember why."""
    since = thinker.mind.waiting_since
    waited = thinker.now - since if since is not None else 0
    if since is None:
        _observe_here(thinker, thinker.say("was_refused", obstacle=obstacle))
    if waited >= _AT_LONGEST_AT_A_DOOR:
        _give_up(thinker, obstacle)
        return
    answer = await _ask(thinker, (), obstacle=obstacle, waited=waited) or _WAITS
    elsewhere = answer.decision == "act" and answer.place not in ("", thinker.room.path)
    if not elsewhere:
        _stand_by(thinker, answer, obstacle, waited)
        return
    _remember_why(thinker, answer)
    step = _step(thinker, answer)
    interrupt(thinker, step, answer.reason)
    walk(thinker, step.room)


async def _ask(
    thinker: Thinker,
    noticed: tuple[Event, ...],
    *,
    people: tuple[AgentId, ...] = (),
    obstacle: str = "",
    waited: int = 0,
) -> Reaction | None:
    mind = thinker.mind
    here = thinker.room.path
    rooms = _within_reach(thinker, {event.room for event in noticed if event.urgent})
    acquaintances = tuple(acquaintance(thinker, agent) for agent in people)
    together = gathering(thinker)
    about = [obstacle] if obstacle else [event.text for event in noticed[-2:]]
    queries = [*about, *(person.name for person in acquaintances[:2])]
    return await thinker.ask_if_possible(
        thinker.prompt(
            React,
            doing=mind.presence.doing if mind.presence else "",
            place=thinker.room.path,
            events=tuple(event for event in noticed if not is_plain(thinker, event)),
            obstacle=obstacle,
            waited=waited,
            people=acquaintances,
            recalled=await _in_mind(thinker, queries),
            engagements=tuple(dict.fromkeys((*filter(None, [together]), *engagements_today(thinker)))),
            told=frozenset(mind.told),
            rooms=rooms,
            seeking=to_find(thinker) if is_lost(thinker) else "",
            aims=aims(thinker),
            heard=tuple(thinker.mind.heard_since(thinker.now - HEARD_LATELY)) if people else (),
            choices={
                "place": tuple(room.path for room in rooms),
                "person": tuple(person.name for person in acquaintances),
                "thing": tuple(thing.path for room in rooms if room.path == here for thing in room.things),
            },
        )
    )


def _within_reach(thinker: Thinker, calling: Collection[Path]) -> tuple[KnownRoom, ...]:
    """Return the rooms the agent can decide to go to.

    These are the rooms it knows and may enter, and those `calling` with something urgent, which smoke and
    noise lead to and no prohibition covers.
    """
    here, now = thinker.room.path, thinker.now
    known = dict.fromkeys([*known_paths(thinker), *calling])
    order = thinker.town.world.index
    return tuple(
        known_room(thinker, path)
        for path in sorted(known, key=order.__getitem__)
        if path == here or path in calling or not is_barred(thinker, path, now, now + 1)
    )


async def _in_mind(thinker: Thinker, queries: list[str]) -> tuple[Memory, ...]:
    """Return the memory that has shaken the agent, if any, then those recalled for this moment."""
    shaken = shaken_by(thinker)
    recalled = await retrieve(thinker, queries, purpose="react", weights=thinker.town.settings.acting)
    return tuple(dict.fromkeys(((shaken,) if shaken else ()) + recalled))


def _approachable(thinker: Thinker, noticed: tuple[Event, ...]) -> tuple[AgentId, ...]:
    """Return the free agents to whom this one may speak: those just noticed, unless they talked lately.

    Somebody whom the agent has noticed in this room within the hour is not considered again. Grave news does
    not wait: an agent that was not told yet can be spoken to at once. An agent that is lost, or at a
    gathering, considers everyone in the room.
    """
    lost, due = is_lost(thinker), due_on(thinker)
    seen = dict.fromkeys(agent for event in noticed for agent in (event.actor, *event.about) if agent)
    everybody = lost or gathering(thinker) is not None
    seen |= dict.fromkeys(agent for agent in thinker.room.inside() if everybody or agent in due)
    free = [agent for agent in seen if agent != thinker.id and thinker.room.is_free(agent)]
    has_rested = _may_ask if lost else _has_rested
    considered = frozenset() if everybody else _considered(thinker)
    news = shaken_by(thinker)
    return tuple(
        agent
        for agent in free
        if agent in due
        or (agent not in considered and has_rested(thinker, agent))
        or (news and (news.id, agent) not in thinker.mind.told)
    )


def _considered(thinker: Thinker) -> frozenset[AgentId]:
    """Return the agents that this one has noticed in this room within the hour."""
    recent = thinker.mind.stream.since(thinker.now - _CONSIDERED_AGAIN)
    seen = (memory for memory in recent if memory.kind == "observation" and memory.place == thinker.room.path)
    return frozenset(agent for memory in seen for agent in memory.about)


def _may_ask(thinker: Thinker, other: AgentId) -> bool:
    """Return whether another agent has not been asked the way in the last hour or so."""
    talk = thinker.mind.talks.get(other)
    return talk is None or thinker.now - talk.until >= _ASKS_AGAIN


def _has_rested(thinker: Thinker, other: AgentId) -> bool:
    """Return whether enough time has passed since the agent's last talk, and longer since one with `other`.

    At a gathering the pause is short, and counts anew for each guest.
    """
    settings, talks = thinker.town.settings, thinker.mind.talks
    together = gathering(thinker)
    if together is not None:
        lately = any(thinker.now - talk.until < _AMONG_GUESTS for talk in talks.values())
        return not lately and (other not in talks or talks[other].until < (together.when or 0) - _AT_THE_DOOR)
    if any(thinker.now - talk.until < settings.chat_pause for talk in talks.values()):
        return False
    return other not in talks or thinker.now - talks[other].until >= settings.chat_cooldown


def _step(thinker: Thinker, answer: Reaction) -> Step:
    place = answer.place or thinker.room.path
    start = thinker.now
    arrival = start + thinker.town.world.walk(thinker.room.path, place)
    return Step(
        id=thinker.rows.next_id(),
        agent=thinker.id,
        level="step",
        start=start,
        end=arrival + answer.minutes,
        activity=going_on(answer.activity or answer.reason, thinker.town.phrases.language),
        room=place,
        thing=answer.thing if place == thinker.room.path else "",
        thing_state=answer.thing_state if place == thinker.room.path else "",
        emoji=answer.emoji,
    )


def _wait_here(thinker: Thinker, answer: Reaction) -> Step:
    text = thinker.say("waits_here", reason=answer.reason)
    return Step(
        id=thinker.rows.next_id(),
        agent=thinker.id,
        level="step",
        start=thinker.now,
        end=thinker.now + answer.minutes,
        activity=text,
        room=thinker.room.path,
        emoji=answer.emoji,
    )


def _remember_why(thinker: Thinker, answer: Reaction) -> None:
    if answer.reason:
        thinker.remember(
            "plan",
            thinker.say("changed_mind", reason=answer.reason),
            _MATTERS,
            place=thinker.room.path,
        )


def _observe_here(thinker: Thinker, text: str) -> None:
    """Remember what happened at a door, if observation is switched on."""
    if thinker.town.settings.observation:
        thinker.remember("observation", text, _MATTERS, place=thinker.room.path)


def _stand_by(thinker: Thinker, answer: Reaction, obstacle: str, waited: int) -> None:
    """Wait at the door; someone leaving the room ends the wait early."""
    if not waited:
        _observe_here(thinker, thinker.say("waited", reason=answer.reason or obstacle))
    _at_door(thinker, thinker.now + min(answer.minutes, _AT_LONGEST_AT_A_DOOR - waited))


def _at_door(thinker: Thinker, next_turn: int) -> None:
    thinker.rows.add(
        Presence(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            room=thinker.room.path,
            inside=False,
            asleep=False,
            next=max(next_turn, thinker.now + 1),
            reason="arrive",
            doing=thinker.say("waits_at_door"),
            emoji="⏳",
        )
    )


def _give_up(thinker: Thinker, obstacle: str) -> None:
    """Give up waiting, and spend the rest of the block at home."""
    thinker.remember(
        "plan",
        thinker.say("changed_mind", reason=obstacle),
        _MATTERS,
        place=thinker.room.path,
    )
    go_home_instead(thinker, because=obstacle)


def go_home_instead(thinker: Thinker, because: str, until: int | None = None) -> None:
    """Replace the rest of the present block (or all until a minute) by time at home, and set out."""
    plan, home = thinker.mind.plan, thinker.persona.home
    block = plan.at("block", thinker.now)
    end = max(until or (block.end if block else plan.bedtime), thinker.now + _AGAIN)
    thinker.rows.add(
        Step(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            level="block",
            start=thinker.now,
            end=end,
            activity=thinker.say("at_home"),
            thing_state=because,
            room=home,
        )
    )
    if home != thinker.room.path:
        walk(thinker, home)
    else:
        stay(thinker, thinker.now + 1, doing="")
