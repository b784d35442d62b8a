"""Plain names of people, places and talks for programs that accept only those."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from engine.clock import DAY, clock_words, day_of
from engine.errors import worded
from engine.export.report import Notes
from engine.records import AgentId, Conversation, Scenario

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


def slug(text: str) -> str:
    """Return a text in lower-case Latin letters, digits and `_`, beginning with a letter; "" if it has no
    such letters.
    """
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"^[0-9_]+", "", _NOT_PLAIN.sub("_", letters)).strip("_")


def slugs(named: Iterable[str], kind: str) -> dict[str, str]:
    """Return a distinct plain name for each; a name without Latin letters becomes a numbered `kind`."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for number, name in enumerate(named, 1):
        short = slug(name)
        if not short or short in taken:
            short = f"{short or kind}_{number}"
        while short in taken:
            short += "_"
        taken.add(short)
        found[name] = short
    return found


def people_slugs(people: Iterable[AgentId], notes: Notes) -> Mapping[AgentId, str]:
    """Return a plain name for each person, by id, and note those that differ from the id."""
    found = slugs(people, "person")
    notes_of(found, worded("people, with the names used in the file"), notes)
    return found


def place_slugs(scenario: Scenario) -> Mapping[str, str]:
    """Return a plain name for each place, by its name."""
    return slugs((place.name for place in scenario.places), "place")


def notes_of(found: Mapping[str, str], what: str, notes: Notes) -> None:
    """Note which names were changed."""
    for name, short in found.items():
        if name != short:
            notes.add("renamed", what, [f"{name} → {short}"])


def talk_name(talk: Conversation, places: Mapping[str, str]) -> str:
    """Return the name of a talk: the day, the time, the place, and its id, by which `why` finds it."""
    clock = clock_words(talk.minute % DAY).replace(":", "")
    place = places[talk.room.split("/")[0]]
    return f"day{day_of(talk.minute)}_{clock}_{place}_{talk.id}"
