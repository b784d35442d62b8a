"""Whereabouts: where somebody who is looked for may be found, as far as the agent knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cognition.knowing import known_paths
from engine.cognition.thinker import Thinker
from engine.records import AgentId, Path

_PLACES_TRIED = 3  # in search of somebody who might be anywhere
_STAYS_THERE = 45  # minutes for which somebody is taken to be where one has seen them


def whereabouts(thinker: Thinker, other: AgentId) -> tuple[Path, ...]:
    """Return where somebody may be found, the likeliest first: where the agent saw them last, where they are
    known to live or to work; whoever was last seen at home has gone to work since, and who was seen a good
    while ago at neither is back there.
    """
    persona, world = thinker.town.cast.personas[other], thinker.town.world
    usual = [path for path in (persona.work, persona.home) if path in thinker.mind.known]
    last = thinker.mind.met.get(other, "")
    at_home = last in world.rooms and world.place_of[last] is world.place_of[persona.home]
    long_ago = thinker.now - thinker.mind.met_at.get(other, 0) > _STAYS_THERE
    if at_home or (long_ago and persona.work in usual):
        likely = [*usual[:1], last, *usual[1:]] if not at_home else [*usual, last]
    else:
        likely = [last, *usual]
    return tuple(dict.fromkeys(path for path in (*likely, *_busy(thinker)) if path in world.rooms))


def usual_day(thinker: Thinker, other: AgentId) -> tuple[tuple[int, Path], ...]:
    """Return from which minute of a usual day on somebody is where, of whom one knows that, and where one
    knows the way.
    """
    if all(bond.other != other for bond in thinker.persona.bonds):
        return ()
    routine = sorted((item.start, item.place) for item in thinker.town.cast.personas[other].routine)
    return tuple((start, place if place in thinker.mind.known else "") for start, place in routine)


def _busy(thinker: Thinker) -> Iterator[Path]:
    """Yield the public rooms that the agent knows and where one meets people: those with hours come first."""
    world = thinker.town.world
    public = [path for path in known_paths(thinker) if not world.place_of[path].private]
    entries = [path for path in public if world.place_of[path].rooms[0].path == path]
    yield from sorted(entries, key=lambda path: world.place_of[path].open is None)[:_PLACES_TRIED]
