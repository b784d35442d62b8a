"""The knowledge that an agent has in mind without a look-up: people, rooms, engagements, recent shocks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, islice

from engine.clock import DAY, minute_at
from engine.cognition.thinker import Thinker
from engine.practices.conduct import COMES_EARLY, GATHERS_FOR
from engine.prompts.known import Acquaintance, CommonGround, KnownRoom, KnownThing, Met
from engine.records import AgentId, Conversation, Memory, Path, Persona, Step, Thing
from engine.row_ids import minute_of

_FAR_AHEAD = 14 * DAY
_SHAKEN_FOR = 10 * 60  # minutes
_MET_LATELY = 3 * 60  # minutes, within which also those met before midnight were met lately
_SPOKE_LATELY = 36 * 60  # minutes, within which what was said to somebody is remembered as said
ALL_KNOWN = 60  # people, up to whom everybody in a town knows everybody


def room_words(thinker: Thinker, path: Path) -> str:
    """Return the name of a room as used in a sentence."""
    return thinker.town.phrases.room(thinker.town.world.rooms[path])


def acquaintance(thinker: Thinker, other: AgentId) -> Acquaintance:
    """Return another agent as this one knows it; its activity only if both are in the same room."""
    relation = thinker.mind.relations.get(other)
    talk, persona = thinker.mind.talks.get(other), thinker.town.cast.personas.get(other)
    return Acquaintance(
        agent=other,
        name=thinker.town.cast.names[other],
        kind=relation.kind if relation else "",
        closeness=relation.closeness if relation else 0.0,
        note=relation.note if relation else "",
        doing=thinker.room.doing(other),
        free=thinker.room.is_free(other),
        last_talk=talk.minute if talk else None,
        last_said=talk.summary if talk else "",
        home=persona.home if persona is not None else "",
        about_daily=_is_about_daily(thinker, other),
        by_sight=_knows_by_sight(thinker, other),
        lives_with=_live_together(thinker.persona, persona, thinker),
        age=persona.age if persona is not None else 0,
    )


def _knows_by_sight(thinker: Thinker, other: AgentId) -> bool:
    """Return whether the agent knows at least the face and the name of another one.

    In a small town all know each other, except visitors and newcomers.
    """
    cast = thinker.town.cast
    settled = other in cast.personas and cast.newcomers.isdisjoint((thinker.id, other))
    return settled and len(cast.personas) <= ALL_KNOWN


def _live_together(one: Persona | None, other: Persona | None, thinker: Thinker) -> bool:
    """Return whether two are of one household.

    They share a room, or their rooms are in a place with rooms for all; a house of flats has none.
    """
    cast, world = thinker.town.cast, thinker.town.world
    if one is None or other is None or not one.home or not other.home:
        return False
    if one.home == other.home:
        return True
    place = world.place_of[one.home]
    return place is world.place_of[other.home] and any(room.path not in cast.homes for room in place.rooms)


def _kin_of(thinker: Thinker, others: Sequence[AgentId]) -> dict[AgentId, str]:
    """Return who lives with one of the others, apart from the agent, as far as it knows them.

    They come with what they are to the other one by its bond, or with an empty string.
    """
    personas = thinker.town.cast.personas
    found: dict[AgentId, str] = {}
    for agent, persona in personas.items():
        theirs = [
            personas[other] for other in others
            if agent != other and _live_together(persona, personas.get(other), thinker)
        ]  # fmt: skip
        if theirs and agent != thinker.id and _knows_by_sight(thinker, agent):
            bonds = (bond.kind for one in theirs for bond in one.bonds if bond.other == agent)
            found[agent] = next(filter(None, bonds), "")
    return found


def living_together(thinker: Thinker, agents: Collection[AgentId]) -> tuple[frozenset[AgentId], ...]:
    """Return the pairs among some agents that live together, whether or not the agent knows them."""
    personas = thinker.town.cast.personas
    return tuple(
        frozenset((one, other)) for one, other in combinations(sorted(agents), 2)
        if _live_together(personas.get(one), personas.get(other), thinker)
    )  # fmt: skip


def met_lately(thinker: Thinker, others: Sequence[AgentId]) -> tuple[Met, ...]:
    """Return whom else the agent met in the last hours, those who are in the room first, then the latest."""
    since, talks = _lately(thinker), _talked_with(thinker)
    seen: dict[AgentId, tuple[int, Path]] = {agent: (talk.until, talk.room) for agent, talk in talks.items()}
    for memory in _observed_since(thinker, since):
        when_and_where = memory.minute, memory.place
        for agent in memory.about:
            seen[agent] = when_and_where
    inside = dict.fromkeys(thinker.room.inside(), (thinker.now, thinker.room.path))
    names, apart = thinker.town.cast.names, {thinker.id, *others}
    found = [
        Met(agent=agent, name=names[agent], minute=minute, place=place,
            talked=agent in talks, here=agent in inside)
        for agent, (minute, place) in {**seen, **inside}.items()
        if agent not in apart
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda each: (not each.here, -each.minute, each.agent)))


def common_ground(
    thinker: Thinker,
    others: Sequence[AgentId],
    met: Iterable[Met],
    recalled: Sequence[Memory],
) -> CommonGround:
    """Return what the agent has in common with the others in its talk, as far as it knows itself."""
    talked = set(_talked_with(thinker))
    spoke = (line for line in thinker.mind.said if line.said_at >= thinker.now - _SPOKE_LATELY)
    return CommonGround(
        met=frozenset(talked.union(each.agent for each in met)),
        heard=frozenset(_heard_by_both(thinker, others, recalled)),
        kin=_kin_of(thinker, others),
        household=frozenset(_kin_of(thinker, [thinker.id])),
        home=private_home(thinker),
        said=tuple(line.text for line in spoke if not set(others).isdisjoint(line.hearers)),
    )


def private_home(thinker: Thinker) -> Path:
    """Return where the agent lives, or an empty path if others go there, too, or know another home of it."""
    home, known = thinker.persona.home, thinker.town.cast.personas.get(thinker.id)
    is_known = known is not None and known.home == home
    return home if is_known and home and thinker.town.world.place_of[home].private else ""


def _lately(thinker: Thinker) -> int:
    """Return the minute since which whom the agent met is fresh in its mind: of today or the last hours."""
    return min(thinker.now - _MET_LATELY, minute_at(thinker.day, 0))


def _talked_with(thinker: Thinker) -> dict[AgentId, Conversation]:
    """Return whom the agent has spoken with today or in the last hours, with the last talk with each."""
    since = _lately(thinker)
    return {agent: talk for agent, talk in thinker.mind.talks.items() if talk.until >= since}


def _observed_since(thinker: Thinker, minute: int) -> Iterator[Memory]:
    """Yield what the agent has seen of others since a minute, oldest first."""
    recent = thinker.mind.stream.since(minute)
    return (memory for memory in recent if memory.kind == "observation" and memory.about)


def _heard_by_both(thinker: Thinker, others: Sequence[AgentId], recalled: Iterable[Memory]) -> Iterator[int]:
    """Yield the ids of what the agent was told in a talk in which one of the others took part."""
    stream = thinker.mind.stream
    for memory in recalled:
        if memory.kind == "talk" and any(
            not set(others).isdisjoint(stream.get(talk).about) for talk in memory.evidence if talk in stream
        ):
            yield memory.id


def _is_about_daily(thinker: Thinker, other: AgentId) -> bool:
    """Return whether the agent sees another one almost every day.

    They live, work or usually go to the same places, or the other has a bond with it.
    """
    persona = thinker.town.cast.personas.get(other)
    if persona is None:  # a visitor
        return False
    mine, theirs = _places_of(thinker, thinker.id), _places_of(thinker, other)
    meet = not mine.isdisjoint(theirs | _usual(thinker, other)) or not theirs.isdisjoint(
        _usual(thinker, thinker.id)
    )
    return meet or any(bond.other == thinker.id for bond in persona.bonds)


def is_at_a_usual_place(thinker: Thinker, agent: AgentId, room: Path) -> bool:
    """Return whether a room is in a place where an agent lives, works, or goes on its usual day."""
    place = thinker.town.world.place_of[room].name
    return place in _places_of(thinker, agent) or place in _usual(thinker, agent)


def _usual(thinker: Thinker, agent: AgentId) -> frozenset[str]:
    """Return the places of an agent's usual day."""
    persona, world = thinker.town.cast.personas.get(agent), thinker.town.world
    items = persona.routine if persona is not None else ()
    return frozenset(world.place_of[item.place].name for item in items if item.place in world.place_of)


def _places_of(thinker: Thinker, agent: AgentId) -> frozenset[str]:
    """Return the places where an agent lives and works, which others there know, too."""
    persona, world = thinker.town.cast.personas.get(agent), thinker.town.world
    if persona is None:  # a visitor lives nowhere here
        return frozenset()
    return frozenset(world.place_of[path].name for path in (persona.home, persona.work) if path)


def known_rooms(thinker: Thinker, paths: Iterable[Path] | None = None) -> tuple[KnownRoom, ...]:
    """Return the rooms this agent knows (or those of `paths` it knows), as it last saw them."""
    return tuple(known_room(thinker, path) for path in known_paths(thinker, paths))


def known_paths(thinker: Thinker, paths: Iterable[Path] | None = None) -> list[Path]:
    """Return the paths of the rooms this agent knows (or of those of `paths`), in the order of the town."""
    known, index = thinker.mind.known, thinker.town.world.index
    wanted = known if paths is None else [path for path in set(paths) if path in known]
    return sorted((path for path in wanted if path in index), key=index.__getitem__)


def known_room(thinker: Thinker, path: Path) -> KnownRoom:
    """Return one room as this agent last saw it."""
    world, known = thinker.town.world, thinker.mind.known
    place, room = world.place_of[path], world.rooms[path]
    return KnownRoom(
        path=path,
        about=room.about or place.about,
        open=place.open,
        closed=() if thinker.belongs(path) else world.closings_known(path, thinker.id, thinker.now),
        walk=world.walk(thinker.room.path, path),
        private=place.private and not thinker.belongs(path),
        things=tuple([_as_known(thing, known[thing.path]) for thing in room.things if thing.path in known]),
    )


def _as_known(thing: Thing, state: str) -> KnownThing:
    if not thing.urgent:
        return KnownThing(path=thing.path, state=state, states=thing.states)
    calm = tuple(each for each in thing.states if each == state or each not in thing.urgent)
    return KnownThing(path=thing.path, state=state, states=calm, urgent=thing.urgent.get(state, ""))


def told_lately(thinker: Thinker, hearers: Iterable[AgentId], count: int) -> tuple[int, ...]:
    """Return the ids of the memories last passed on to any of the hearers, the latest first."""
    wanted = set(hearers)
    told = dict.fromkeys(memory for memory, hearer in reversed(thinker.mind.told) if hearer in wanted)
    return tuple(islice((memory for memory in told if thinker.mind.stream.shows(memory)), count))


def shaken_by(thinker: Thinker) -> Memory | None:
    """Return the latest grave event that the agent has seen in the last hours; None if there is none."""
    shaken = thinker.mind.shaken
    return shaken if shaken is not None and thinker.now - minute_of(shaken.id) < _SHAKEN_FOR else None


def engagements_today(thinker: Thinker) -> tuple[Memory, ...]:
    """Return the memories of the agent's engagements until it goes to bed."""
    end = max(thinker.mind.plan.bedtime, thinker.now + 1) if thinker.mind.plan.day else thinker.now + DAY
    return thinker.mind.engagements.between(thinker.now, end)


def gathering(thinker: Thinker) -> Memory | None:
    """Return the engagement that is under way where the agent is, an occasion or a meeting, or None."""
    place_of = thinker.town.world.place_of
    lately = thinker.mind.engagements.between(thinker.now - GATHERS_FOR, thinker.now + COMES_EARLY)
    return next(
        (each for each in lately if each.place and place_of[each.place] is place_of[thinker.room.path]), None
    )


def engagements_ahead(thinker: Thinker) -> tuple[Memory, ...]:
    """Return the memories of the agent's engagements from now on, on whatever day."""
    return thinker.mind.engagements.between(thinker.now, thinker.now + _FAR_AHEAD)


def engagements_lately(thinker: Thinker) -> tuple[Memory, ...]:
    """Return the memories of the agent's engagements since yesterday, including future ones."""
    yesterday = minute_at(max(1, thinker.day - 1), 0)
    return thinker.mind.engagements.between(yesterday, thinker.now + _FAR_AHEAD)


def blocks_ahead(thinker: Thinker, count: int) -> tuple[Step, ...]:
    """Return the next `count` blocks of today's plan that are still to come."""
    ahead = [block for block in thinker.mind.plan.current("block") if block.start > thinker.now]
    return tuple(ahead[:count])
