"""Seek: look for a place that the agent has heard of but does not know the way to."""

from __future__ import annotations

from itertools import takewhile

from engine.cognition.act import walk
from engine.cognition.react import go_home_instead
from engine.cognition.thinker import Thinker
from engine.cognition.wayfinding.places import knows_place
from engine.records import Path, Place, Step

_MATTERS = 3
_PATIENCE = 60  # minutes of looking for one place
_LATELY = 12 * 60


def seek(thinker: Thinker, step: Step) -> None:
    """Walk on to the nearest place not seen yet, which may be the goal or on the way; or give up.

    The agent can ask people it meets, as in any talk.
    """
    goal = thinker.town.world.place_of[step.room]
    begun = _begun(thinker, step)
    if begun is None:
        text = thinker.say("seeks", place=_called(thinker, goal))
        thinker.remember("observation", text, _MATTERS, source=step.id, about=(), place=thinker.room.path)
        begun = thinker.now
    ahead = _nearest_unknown(thinker, goal) if thinker.now - begun < _PATIENCE else ""
    if ahead:
        walk(thinker, ahead, seeking=goal.name)
    else:
        _give_up(thinker, step, goal)


def _begun(thinker: Thinker, step: Step) -> int | None:
    """Return the minute since when the agent has been looking for the place of a step; None if it has not."""
    lately = takewhile(
        lambda memory: thinker.now - memory.minute < _LATELY, reversed(thinker.mind.stream.memories)
    )
    return next(
        (each.minute for each in lately if each.kind == "observation" and each.source == step.id), None
    )


def _nearest_unknown(thinker: Thinker, goal: Place) -> Path:
    """Return the room to look at next: the nearest unknown one that may be looked at; empty if none."""
    world = thinker.town.world
    unknown = [
        place
        for place in world.places.values()
        if (not place.private or place is goal) and not knows_place(thinker, place)
    ]
    walks = {place.rooms[0].path: world.walk(thinker.room.path, place.rooms[0].path) for place in unknown}
    nearest = min(walks, key=walks.__getitem__, default="")
    return nearest if nearest and walks[nearest] <= _PATIENCE else ""


def _give_up(thinker: Thinker, step: Step, goal: Place) -> None:
    text = thinker.say("sought_in_vain", place=_called(thinker, goal))
    thinker.remember("observation", text, _MATTERS, about=(), place=thinker.room.path)
    go_home_instead(thinker, because=text, until=step.end)


def _called(thinker: Thinker, place: Place) -> str:
    return thinker.town.phrases.place(place.name)
