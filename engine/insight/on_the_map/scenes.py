"""The map of a town at a moment of a run, or of a scenario that is being written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.insight.on_the_map.labels import shorten
from engine.insight.on_the_map.scene import MapAgent, MapData, MapPlace, MapRoom
from engine.moments.moment import Moment
from engine.moments.whole_run import WholeRun
from engine.records import AgentId, Line, Presence, Scenario
from engine.world.tree import World

SPOKEN = 90  # letters of a line that fit into a bubble
DOING = 60


def map_data(run: WholeRun, at: int | None = None) -> MapData:
    """Return the map of a run at a moment. Before the first day every agent is asleep at home."""
    now = run.at(at)
    here = now.people if run.is_founded else {}
    said = spoken(run, now) if here else {}
    agents = (
        agent_at(run, agent, here.get(agent)) for agent in (now.town if here else run.town).cast.personas
    )
    closed = closed_at(run.town.world, now.minute)
    speaking = tuple(_saying(agent, said.get(agent.id)) for agent in agents)
    return MapData(places(run.scenario, closed), speaking, now.minute, run.scenario.town)


def draft_map_data(scenario: Scenario) -> MapData:
    """Return the map of a scenario that is being written, with all personas at home."""
    world = World(scenario)
    agents = tuple(
        MapAgent(
            id=persona.id,
            name=shorten(persona.name, 40),
            emoji=persona.emoji,
            colour=number,
            room=world.entry(persona.home),
        )
        for number, persona in enumerate(scenario.personas)
        if scenario.places
    )
    return MapData(places(scenario), agents, 12 * 60, scenario.town)


def places(scenario: Scenario, closed: Iterable[str] = ()) -> tuple[MapPlace, ...]:
    """Return the places of a scenario for the map; `closed` are the names of closed places."""
    shut = set(closed)
    return tuple(
        MapPlace(
            id=place.name,
            name=place.name,
            emoji=place.emoji,
            x=place.x,
            y=place.y,
            open=place.name not in shut,
            rooms=tuple(MapRoom(room.path, room.name) for room in place.rooms if room.path != place.name),
            private=place.private,
        )
        for place in scenario.places
    )


def closed_at(world: World, minute: int) -> tuple[str, ...]:
    """Return the names of the places that are closed at a minute."""
    return tuple(
        place.name for place in world.places.values() if not world.is_open(place.rooms[0].path, minute)
    )


def spoken(run: WholeRun, now: Moment) -> Mapping[AgentId, Line]:
    """Return the last line of each agent that is in a conversation at a moment of a run."""
    said: dict[AgentId, Line] = {}
    for talk in now.log.conversations(after=max(0, now.minute - 120) - 1):
        if talk.until > now.minute:
            said.update((line.speaker, line) for line in run.lines(talk.id) if line.said_at <= now.minute)
    return said


def agent_at(run: WholeRun, agent: AgentId, presence: Presence | None) -> MapAgent:
    """Return an agent for the map; asleep at home if it has not begun to live."""
    persona, world = run.town.cast.personas[agent], run.town.world
    presence = world.former.row(presence) if presence is not None else None
    walking = presence is not None and not presence.inside and bool(presence.origin)
    here = presence.room if presence is not None else ""
    return MapAgent(
        id=agent,
        name=shorten(persona.name, 40),
        emoji=persona.emoji,
        colour=run.town.cast.agent_numbers[agent] - 1,
        room=here or world.entry(persona.home),  # where one was that is gone by now, nothing is drawn
        walking=walking,
        from_room=presence.origin if presence and walking else "",
        act_emoji=presence.emoji if presence else "💤",
        doing=shorten(presence.doing, DOING) if presence else "asleep",
        left=presence.minute if presence and walking else 0,
        arrives=presence.next if presence and walking else 0,
    )


def _saying(agent: MapAgent, line: Line | None) -> MapAgent:
    if line is None:
        return agent
    return replace(agent, speech=shorten(line.text, SPOKEN), talk=line.conversation, said_at=line.said_at)
