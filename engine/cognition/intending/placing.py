"""Find the room where an intention is carried out if a sentence names none, or only a house."""

from __future__ import annotations

from collections.abc import Sequence

from engine.clock import DAY
from engine.cognition.thinker import Thinker
from engine.intentions.understood import Understood
from engine.records import (
    AgentId,
    Path,
    Persona,
)


def whereto(thinker: Thinker, understood: Understood) -> Path:
    """Return the place named; for a move that names none, the home of the first person named."""
    if understood.place or understood.kind != "move" or not understood.others:
        return understood.place
    other = thinker.town.cast.personas.get(understood.others[0])
    return other.home if other is not None else ""


def among_homes(thinker: Thinker, place: Path, others: Sequence[AgentId]) -> Path:
    """Return the room meant within a shared house whose entry is another agent's room.

    It is the home, in that house, of one of `others` or of the agent. Other places are returned as they are.
    """
    personas, whole = thinker.town.cast.personas, thinker.town.world.place_of[place]
    lives_there = {persona.home: persona.id for persona in personas.values()}
    if whole.rooms[0].path != place or lives_there.get(place, thinker.id) in (thinker.id, *others):
        return place
    homes = (personas[agent].home for agent in (*others, thinker.id) if agent in personas)
    return next((home for home in homes if home and thinker.town.world.place_of[home] is whole), place)


def where_to_visit(thinker: Thinker, understood: Understood, when: int | None) -> Path:
    """Return the place to visit an agent at when no place is named.

    It is where that agent usually is at minute `when`, if this one knows the place, else its home.
    """
    other = thinker.town.cast.personas.get(understood.others[0]) if understood.others else None
    if other is None:
        return ""
    place = usual_place(thinker, other, when) if when is not None else other.home
    return place if place in thinker.mind.known else other.home


def where_to_help(thinker: Thinker, understood: Understood, when: int) -> Path:
    """Return the place to help an agent at minute `when` when no place is named.

    It is its home if the deed mentions it, or if this agent does not know where the other usually is then.
    Empty unless exactly one person with a home is named.
    """
    personas, world = thinker.town.cast.personas, thinker.town.world
    other = personas.get(understood.others[0]) if len(understood.others) == 1 else None
    if other is None or not other.home:
        return ""
    called = world.place_of[other.home].name.split()[-1]  # "the roof of his caravan"
    if called.lower() in understood.deed.lower():
        return other.home
    place = usual_place(thinker, other, when)
    return place if place in thinker.mind.known else other.home


def usual_place(thinker: Thinker, persona: Persona, when: int) -> Path:
    """Return the room where a persona is at an hour of a usual day."""
    usual = [item.place for item in persona.routine if item.start <= when % DAY][-1:]
    return next((place for place in usual if place in thinker.town.world.rooms), persona.home)


def barred_place(thinker: Thinker, place: Path, text: str) -> Path:
    """Return the path that a prohibition covers: the whole place, or one room if the text names that room."""
    world = thinker.town.world
    return world.place_of[place].name if world.is_whole(place, text) else place
