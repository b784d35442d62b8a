"""Describe an agent that is stuck in the town's language: who, since when, and why."""

from __future__ import annotations

from collections.abc import Mapping

from engine.clock import clock_words
from engine.cognition.thinker import Town
from engine.insight.story.words import story_words
from engine.insight.stuck.sign import Stuck

_MOST_NAMED = 3


def stuck_words(one: Stuck, town: Town) -> str:
    """Return a sentence about an agent that is stuck."""
    words, known = story_words(town.scenario.language), town.cast.known_as
    called = [known[agent].called for agent in one.others]
    more = len(called) - _MOST_NAMED
    listed = [*called[:_MOST_NAMED], words.others.format(n=more)] if more > 0 else called
    hours = town.world.place_of[one.place].open if one.place in town.world.place_of else None
    return (
        words.stuck[f"{one.sign}_{one.reason}"]
        .format(
            who=known[one.agent].called,
            others=town.phrases.list(listed) if listed else words.stuck["somebody"],
            first=called[0] if called else "",
            place=_place_words(one.place, town, besides=one.what),
            clock=clock_words(one.minute),
            time=_time_words(one.minutes, words.stuck),
            what=_place_words(one.what, town, besides=one.place)
            if one.what in town.world.place_of
            else one.what,
            opens=clock_words(hours.opens) if hours else "",
        )
        .strip()
    )


def _place_words(path: str, town: Town, *, besides: str) -> str:
    """Return the name of a place; that of its room, if another room of the building is in `besides`."""
    building = path.partition("/")[0]
    if path in town.world.rooms and path != besides and building == besides.partition("/")[0]:
        return town.phrases.room(town.world.rooms[path])
    return town.phrases.place(building) if path else ""


def _time_words(minutes: int, words: Mapping[str, str]) -> str:
    if minutes < 120:
        return words["minutes"].format(n=minutes)
    return words["hours"].format(n=round(minutes / 60))
