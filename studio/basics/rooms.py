"""Rooms and things in words: within a sentence, and on their own."""

from __future__ import annotations

from engine.api.workspace import Run
from engine.records import Path
from studio.catalogue.tr import reads, tr


def room_words(run: Run, path: Path) -> str:
    """Return a room or thing in a sentence: `the kitchen of Harbour Café`, `the stove at the kitchen of
    …`. If the reader's language is not the town's, there is no phrase around the names.
    """
    if not run.scenario.language.startswith(reads()):
        return place_words(path)
    world, phrases = run.town.world, run.town.phrases
    if path in world.things:
        room, _, thing = path.rpartition("/")
        return phrases.say("thing_at", thing=phrases.the(thing), room=room_words(run, room))
    room_there = world.rooms.get(path)
    return phrases.room(room_there) if room_there else path


def place_words(path: Path) -> str:
    """Return a room or thing on its own: `stove, kitchen, Harbour Café`, in Chinese from the outside in."""
    outer, *inner = path.split("/")
    words = outer
    for part in inner:
        words = tr("{part}, {place}", part=part, place=words)
    return words
