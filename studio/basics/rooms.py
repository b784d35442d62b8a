"""Rooms and things as people speak of them: in a sentence, and as on an envelope."""

from __future__ import annotations

from engine.api.workspace import Run
from engine.records import Path


def room_words(run: Run, path: Path) -> str:
    """Return a room or thing in a sentence: `the kitchen of Harbour Café`, `the stove at the kitchen of
    …`.
    """
    world, phrases = run.town.world, run.town.phrases
    if path in world.things:
        room, _, thing = path.rpartition("/")
        return f"{phrases.the(thing)} at {room_words(run, room)}"
    room_there = world.rooms.get(path)
    return phrases.room(room_there) if room_there else path


def place_words(path: Path) -> str:
    """Return a room or thing by itself, from the inside out: `stove, kitchen, Harbour Café`."""
    return ", ".join(reversed(path.split("/")))
