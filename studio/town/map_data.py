"""A town as the map draws it: a moment of a run, a day to be replayed, or a scenario being written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from engine.api.run import Moment, World
from engine.api.workspace import Run
from engine.clock import minute_at
from engine.records import AgentId, Presence, Scenario
from studio.basics.people import COLOURS
from studio.basics.rooms import room_words
from studio.basics.text import shorten
from studio.town.town_map import MapAgent, MapData, MapFrame, MapPlace, MapRoom

FRAME = 10  # minutes between two frames of a replay
SPOKEN = 60  # letters of a line that fit into a bubble
DOING = 60


def map_data(run: Run, at: int | None = None) -> MapData:
    """Return the town at a moment of a run: before its first day, everybody is asleep at home."""
    now = run.at(at)
    here = now.people if run.is_founded else {}
    said = spoken(run, now) if here else {}
    agents = tuple(
        _agent(run, agent, here.get(agent), speech=said.get(agent, "")) for agent in run.town.cast.personas
    )
    closed = closed_at(run.town.world, now.minute)
    return MapData(places(run.scenario, closed), agents, now.minute, run.scenario.town)


def frames_of(run: Run, day: int, at: int | None = None) -> tuple[MapFrame, ...]:
    """Return a day in pictures, one for every ten minutes in which anybody moved or turned to something
    else.
    """
    until = run.at(at)
    first = run.at(min(minute_at(day, 1), until.minute)).people
    stands = {agent: _agent(run, agent, presence) for agent, presence in first.items()}
    return tuple(_frames(run, stands, until.log.moves(day), until.minute))


def frames_before(run: Run, day: int, frames: Sequence[MapFrame], until: int) -> tuple[MapFrame, ...]:
    """Return the same as `frames_of` would up to an earlier moment than that of the frames of a day: those
    that were over by then, and the one that had begun.
    """
    begun = until // FRAME * FRAME
    over = tuple(frame for frame in frames if frame.minute <= begun)
    if not over:
        return frames_of(run, day, until)
    stands = {agent.id: agent for agent in over[-1].agents}
    return (*over, *_frames(run, stands, run.at(until).log.rows(Presence, after=begun - 1), until))


def draft_map_data(scenario: Scenario) -> MapData:
    """Return a scenario as it is being written, everybody at home."""
    world = World(scenario)
    agents = tuple(
        MapAgent(
            id=persona.id,
            name=shorten(persona.name, 40),
            emoji=persona.emoji,
            colour=number % COLOURS,
            room=world.entry(persona.home),
        )
        for number, persona in enumerate(scenario.personas)
        if scenario.places
    )
    return MapData(places(scenario), agents, 12 * 60, scenario.town)


def places(scenario: Scenario, closed: Iterable[str] = ()) -> tuple[MapPlace, ...]:
    """Return the places as the map wants them."""
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


def whereabouts(run: Run, agent: AgentId, presence: Presence | None) -> str:
    """Return where somebody is, in words."""
    room = room_words(run, presence.room if presence else run.town.cast.personas[agent].home)
    if presence is None or presence.inside:
        return room
    return f"on the way to {room}" if presence.origin else f"at the door of {room}"


def spoken(run: Run, now: Moment) -> Mapping[AgentId, str]:
    """Return the last line of everybody who is in a conversation at a moment of a run."""
    said: dict[AgentId, str] = {}
    for talk in now.log.conversations(after=max(0, now.minute - 120) - 1):
        if talk.until > now.minute:
            for line in run.lines(talk.id):
                if line.said_at <= now.minute:
                    said[line.speaker] = shorten(line.text, SPOKEN)
    return said


def _frames(
    run: Run, stands: dict[AgentId, MapAgent], moved: Iterable[Presence], until: int
) -> Iterator[MapFrame]:
    for slot, together in groupby(moved, key=lambda presence: presence.minute // FRAME):
        last = {presence.agent: presence for presence in together}
        stands = stands | {agent: _agent(run, agent, presence) for agent, presence in last.items()}
        minute = min((slot + 1) * FRAME, until)
        yield MapFrame(minute, tuple(stands.values()), closed_at(run.town.world, minute))


def _agent(run: Run, agent: AgentId, presence: Presence | None, speech: str = "") -> MapAgent:
    persona, world = run.town.cast.personas[agent], run.town.world
    walking = presence is not None and not presence.inside and bool(presence.origin)
    return MapAgent(
        id=agent,
        name=shorten(persona.name, 40),
        emoji=persona.emoji,
        colour=(run.town.cast.agent_numbers[agent] - 1) % COLOURS,
        room=presence.room if presence else world.entry(persona.home),
        walking=walking,
        from_room=presence.origin if presence and walking else "",
        act_emoji=presence.emoji if presence else "💤",
        doing=shorten(presence.doing, DOING) if presence else "asleep",
        speech=speech,
    )
