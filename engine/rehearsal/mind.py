"""Shared questions about the prompt and persona: rooms, people, engagements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.prompts.known import Acquaintance, KnownRoom
from engine.prompts.prompt import Prompt
from engine.records import Bond, Memory, Path, Persona
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy

Answer = dict[str, object]
LONGEST_PATH = 200
LONGEST_NAME = 100
SAID_NAME = 60


def may_go(prompt: Prompt[Any], path: Path) -> bool:
    """Check whether an answer may name a room."""
    if not path or len(path) > LONGEST_PATH:
        return False
    return "place" not in prompt.choices or path in prompt.choices["place"]


def may_use(prompt: Prompt[Any], thing: Path) -> bool:
    """Check whether an answer may name an object."""
    return 0 < len(thing) <= LONGEST_PATH and (
        "thing" not in prompt.choices or thing in prompt.choices["thing"]
    )


def may_meet(prompt: Prompt[Any], name: str) -> bool:
    """Check whether an answer may name a person."""
    return 0 < len(name) <= LONGEST_NAME and (
        "person" not in prompt.choices or name in prompt.choices["person"]
    )


def room_for(prompt: Prompt[Any], wanted: Path, rooms: Iterable[KnownRoom] = ()) -> Path:
    """Return the room nearest to the wanted one that an answer may name.

    It is that room, another one of its place, home, or any; an empty path if there is none.
    """
    if may_go(prompt, wanted):
        return wanted
    paths = list(prompt.choices.get("place", ())) or [room.path for room in rooms]
    inside = [path for path in paths if wanted and place_of(path) == place_of(wanted)]
    for path in (*inside, prompt.persona.home, *paths):
        if may_go(prompt, path):
            return path
    return ""


def place_of(path: Path) -> str:
    """Return the place that a room belongs to."""
    return path.partition("/")[0]


def last_part(path: Path) -> str:
    """Return the last part of the path of a room or object."""
    return tidy(path.rpartition("/")[2], SAID_NAME)


def is_open(room: KnownRoom, minute: int, until: int | None = None) -> bool:
    """Check whether a room is known to be open at a minute (and until another one)."""
    last = minute if until is None else until
    if any(begins <= last and minute < ends for begins, ends in room.closed):
        return False
    return room.open is None or (room.open.covers(minute) and room.open.covers(last))


def known_room(rooms: Iterable[KnownRoom], path: Path) -> KnownRoom | None:
    """Return the known room at a path, or None."""
    return next((room for room in rooms if room.path == path), None)


def place_in(text: str, paths: Sequence[Path]) -> Path:
    """Return the room that a sentence names, by its place and own name, or an empty path.

    A longer name of a place counts more.
    """
    lowered = text.lower()
    best: tuple[int, Path] = (0, "")
    for path in paths:
        place, room = place_of(path).lower(), path.rpartition("/")[2].lower()
        score = 2 * len(place) if len(place) > 1 and place in lowered else 0
        score += 1 if score and room != place and room in lowered else 0
        if score > best[0] and len(path) <= LONGEST_PATH:
            best = (score, path)
    return best[1]


def paths_of(prompt: Prompt[Any], rooms: Iterable[KnownRoom] = ()) -> tuple[Path, ...]:
    """Return all rooms that an answer may name: the prompt's choices, or `rooms` if it has none."""
    named = prompt.choices.get("place")
    return tuple(room.path for room in rooms) if named is None else tuple(named)


def closeness_of(person: Acquaintance | Bond, pack: Pack) -> float:
    """Return a person's closeness; that of a rival is at most -0.1."""
    if pack.has("bad_kinds", person.kind):
        return min(person.closeness, -0.1)
    return person.closeness


def sociability(persona: Persona, pack: Pack) -> float:
    """Return the persona's readiness to start talking, from -0.2 to 0.2."""
    traits = " ".join(trait[:80] for trait in persona.traits[:12])
    sociable, shy = pack.words["sociable"].count(traits), pack.words["shy"].count(traits)
    return 0.1 * min(2, sociable) - 0.1 * min(2, shy)


def is_silent(persona: Persona, pack: Pack) -> bool:
    """Tell by the traits of the persona if it speaks only when it must."""
    return pack.has("silent", " ".join(trait[:80] for trait in persona.traits[:12]))


def lowest(persona: Persona, pack: Pack) -> float:
    """Return the lowest of the persona's energy and mood, from 0 to 100, or 60 if it has neither."""
    wanted = (pack.words["energy"], pack.words["mood"])
    levels = [value for name, value in persona.status.items() if any(name in words for words in wanted)]
    return min(levels, default=60.0)


def ahead(memories: Iterable[Memory], now: int, until: int | None = None) -> list[Memory]:
    """Return the memories that refer to a later time, soonest first, one per minute and place."""
    coming = [each for each in memories if each.when is not None and each.when > now]
    coming = [each for each in coming if until is None or (each.when or 0) < until]
    first: dict[tuple[int | None, str], Memory] = {}
    for each in sorted(coming, key=lambda memory: (memory.when or 0, -memory.importance, memory.id)):
        first.setdefault((each.when, place_of(each.place)), each)
    return list(first.values())
