"""Find out where another agent may be, as far as this one knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cognition.knowing import known_paths
from engine.cognition.thinker import Thinker
from engine.records import AgentId, Path

_PLACES_TRIED = 3  # public places tried when somebody might be anywhere
_STAYS_THERE = 45  # minutes for which somebody is assumed to be where they were last seen


def whereabouts(thinker: Thinker, other: AgentId) -> tuple[Path, ...]:
    """Return the rooms where another agent may be found, likeliest first.

    They are where it was last seen, its known workplace and home, and busy public places. An agent last seen
    at home is assumed to be at work by now. One last seen elsewhere a while ago is assumed to be back at
    work.
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
    return tuple(dict.fromkeys(path for path in (*likely, *_busy_rooms(thinker)) if path in world.rooms))


def usual_day(thinker: Thinker, other: AgentId) -> tuple[tuple[int, Path], ...]:
    """Return the usual day of another agent, as pairs of a start minute and a room path.

    Empty if this agent has no bond with it. A room this agent does not know is given as an empty path.
    """
    if all(bond.other != other for bond in thinker.persona.bonds):
        return ()
    routine = sorted((item.start, item.place) for item in thinker.town.cast.personas[other].routine)
    return tuple((start, place if place in thinker.mind.known else "") for start, place in routine)


def _busy_rooms(thinker: Thinker) -> Iterator[Path]:
    """Yield a few entry rooms of public places the agent knows, places with opening hours first."""
    world = thinker.town.world
    public = [path for path in known_paths(thinker) if not world.place_of[path].private]
    entries = [path for path in public if world.place_of[path].rooms[0].path == path]
    yield from sorted(entries, key=lambda path: world.place_of[path].open is None)[:_PLACES_TRIED]
