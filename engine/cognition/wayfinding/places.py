"""Places: how an agent comes to know the town.

It learns the places that it enters, that it passes on its way, and that others tell it of (paper, section
5).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.cognition.knowing import known_room, private_home
from engine.cognition.thinker import Thinker
from engine.prompts.known import KnownRoom
from engine.records import AgentId, Discovery, Line, Memory, Path, Place, Sighting, Way

_NEW_MATTERS, _PASSED_MATTERS = 3, 2


def knows_way(thinker: Thinker, room: Path) -> bool:
    """Return whether the agent knows the place of a room, and so can go there."""
    return knows_place(thinker, thinker.town.world.place_of[room])


def knows_place(thinker: Thinker, place: Place) -> bool:
    """Return whether the agent knows any room of a place."""
    return any(room.path in thinker.mind.known for room in place.rooms)


def arrive(thinker: Thinker, *, enters: bool, sought: str = "") -> None:
    """Learn the places passed on the way here, and this place, from within or from its door."""
    presence = thinker.mind.presence
    here = thinker.town.world.place_of[thinker.room.path]
    if presence is not None and presence.origin:
        _pass_by(thinker, presence.origin, here, sought)
    if enters:
        _enter(thinker, here)
    elif not knows_place(thinker, here):
        discover(thinker, thinker.room.path, "seen", source=_note(thinker, "passed_first", [here]))


def overhear(hearers: Sequence[Thinker], line: Line, speaker: Thinker | None) -> None:
    """Learn the places that a line names, and the speaker's home if that is where the matter told is.

    A speaker who does not know a place cannot tell where it is. A visitor (`speaker` is None) knows the
    places named.
    """
    named = [*hearers[0].town.world.named(line.text), *_own_home(line, speaker)]
    told = [place for place in named if speaker is None or knows_place(speaker, place)]
    for hearer in hearers:
        for place in told:
            if hearer is not speaker and not knows_place(hearer, place):
                discover(hearer, place.rooms[0].path, "told", by=line.speaker, source=line.id)


def _own_home(line: Line, speaker: Thinker | None) -> list[Place]:
    """Return the speaker's home if the memory that a line passes on names it: it is said as `our place`."""
    if speaker is None or line.tells not in speaker.mind.stream or not (home := private_home(speaker)):
        return []
    world = speaker.town.world
    place = world.place_of[home]
    return [place] if place in world.named(speaker.mind.stream.get(line.tells).text) else []


def spoken_of(thinker: Thinker, lines: Sequence[Line]) -> tuple[KnownRoom, ...]:
    """Return the rooms that others have named in a talk and that the agent knows."""
    text = "\n".join(line.text for line in lines if line.speaker != thinker.id)
    known = (
        next((room.path for room in place.rooms if room.path in thinker.mind.known), "")
        for place in thinker.town.world.named(text)
    )
    return tuple(known_room(thinker, path) for path in known if path)


def heard_of(thinker: Thinker, rooms: Iterable[Path]) -> tuple[Path, ...]:
    """Return those of some rooms that the agent does not know, each once."""
    return tuple(dict.fromkeys(room for room in rooms if room and room not in thinker.mind.known))


def discover(thinker: Thinker, room: Path, way: Way, *, by: AgentId = "", source: int = 0) -> None:
    """Learn a room, unless it is known."""
    if room in thinker.mind.known:
        return
    rows = thinker.rows
    rows.add(Discovery(id=rows.next_id(), agent=thinker.id, room=room, way=way, by=by, source=source))
    rows.add(Sighting(id=rows.next_id(), agent=thinker.id, path=room))


def _pass_by(thinker: Thinker, origin: Path, here: Place, sought: str) -> None:
    """Learn the places along the way. Private houses are learned only if they are sought."""
    passed = thinker.town.world.along(origin, thinker.room.path)
    shown = (place for place in passed if not place.private or place.name == sought)
    seen = [place for place in shown if place is not here and not knows_place(thinker, place)]
    source = _note(thinker, "passed_first", seen) if seen else 0
    for place in seen:
        discover(thinker, place.rooms[0].path, "seen", source=source)


def _enter(thinker: Thinker, here: Place) -> None:
    """Learn the room the agent is in and, unless it is private, the other rooms of the place."""
    source = 0 if knows_place(thinker, here) else _note(thinker, "entered_first", [here])
    discover(thinker, thinker.room.path, "entered", source=source)
    if not here.private:
        for room in here.rooms:
            discover(thinker, room.path, "seen", source=source)


def _note(thinker: Thinker, phrase: str, places: Sequence[Place]) -> int:
    """Remember a first visit; return the id of the memory, or 0 if observation is off."""
    if not thinker.town.settings.observation:
        return 0
    phrases = thinker.town.phrases
    names = phrases.list([phrases.place(place.name) for place in places])
    matters = _NEW_MATTERS if phrase == "entered_first" else _PASSED_MATTERS
    memory: Memory = thinker.remember(
        "observation", thinker.say(phrase, places=names), matters, about=(), place=places[0].rooms[0].path
    )
    return memory.id
