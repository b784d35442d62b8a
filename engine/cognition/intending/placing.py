"""Placing: where something is to be done, where no room is named or only a house."""

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
    """Return where something is to be: a move is to the home of whoever one moves in with, not of all."""
    if understood.place or understood.kind != "move" or not understood.others:
        return understood.place
    other = thinker.town.cast.personas.get(understood.others[0])
    return other.home if other is not None else ""


def among_homes(thinker: Thinker, place: Path, others: Sequence[AgentId]) -> Path:
    """Return which room of a house is meant in which each has a room of their own, and into which one comes
    through somebody's: that of those one does it with, or one's own.
    """
    personas, whole = thinker.town.cast.personas, thinker.town.world.place_of[place]
    lives_there = {persona.home: persona.id for persona in personas.values()}
    if whole.rooms[0].path != place or lives_there.get(place, thinker.id) in (thinker.id, *others):
        return place
    homes = (personas[agent].home for agent in (*others, thinker.id) if agent in personas)
    return next((home for home in homes if home and thinker.town.world.place_of[home] is whole), place)


def where_to_visit(thinker: Thinker, understood: Understood, when: int | None) -> Path:
    """Return where somebody is visited when no place is named: where they usually are at its hour, as far as
    the agent knows the way there; else at home.
    """
    other = thinker.town.cast.personas.get(understood.others[0]) if understood.others else None
    if other is None:
        return ""
    place = usual_place(thinker, other, when) if when is not None else other.home
    return place if place in thinker.mind.known else other.home


def where_to_help(thinker: Thinker, understood: Understood, when: int) -> Path:
    """Return where somebody is helped at an hour when no place is named: at home, where it is about that;
    else where they usually are then, as far as the agent knows the way there. Nowhere, where it is not one.
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
    """Return where somebody is at an hour of a usual day."""
    usual = [item.place for item in persona.routine if item.start <= when % DAY][-1:]
    return next((place for place in usual if place in thinker.town.world.rooms), persona.home)


def barred_place(thinker: Thinker, place: Path, text: str) -> Path:
    """Return what a prohibition of a place is about: all of it, unless it is of one of its rooms."""
    world = thinker.town.world
    return world.place_of[place].name if world.is_whole(place, text) else place
