"""Answers about what the agent would do in a case, from the rooms, days and people that it knows."""

from __future__ import annotations

from engine.records import RoutineItem
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.self_knowledge import own_words, same_place
from engine.rehearsal.mind import last_part, place_of

CASES = ("react_empty", "react_busy", "react_fire", "react_friend", "react_danger")


def reaction(asked: Asked) -> Reply:
    """Say what the agent would do in the case described."""
    case = next((case for case in CASES if asked.finds(case)), "")
    if not case:
        matches = asked.best(asked.topics)
        return Reply((asked.say("react_any"), *asked.quoted("also", matches)), numbers(matches))
    values = {**_people(asked), **_place(case, asked)}
    sentence = asked.say(case, **values) or asked.say(f"{case}_plain", **values)
    return Reply((sentence,))


def _people(asked: Asked) -> dict[str, str]:
    closest = asked.closest()
    return {"other": asked.called(closest)} if closest else {}


def _place(case: str, asked: Asked) -> dict[str, str]:
    """Return the values for the phrase: the place of the case, with its object or activity."""
    persona = asked.prompt.persona
    home = asked.me.place(persona.home)
    if case == "react_fire":
        stove = _stove(asked)
        if stove:
            room, thing = stove
            return {"home": home, "place": asked.me.place(room), "thing": thing}
        return {"home": home, "place": home}
    item = _meal(asked) if case == "react_empty" else _elsewhere(asked)
    if item is None:
        return {"home": home}
    return {"home": home, "place": asked.me.place(item.place), "activity": own_words(asked, item.activity)}


def _stove(asked: Asked) -> tuple[str, str] | None:
    """Return a room and an object in it that can catch fire, at home first, or None."""
    persona = asked.prompt.persona
    rooms = sorted(asked.prompt.rooms, key=lambda room: not same_place(room.path, persona.home))
    for room in rooms:
        for thing in room.things:
            if any(asked.pack.has("alarm", state) for state in thing.states):
                return room.path, last_part(thing.path)
    return None


def _meal(asked: Asked) -> RoutineItem | None:
    """Return the latest meal of the routine that is not at home, or None."""
    persona = asked.prompt.persona
    meals = [item for item in persona.routine if asked.pack.has("meals", item.activity)]
    out = [item for item in meals if not same_place(item.place, persona.home)]
    return out[-1] if out else None  # the later the meal, the more of one it is


def _elsewhere(asked: Asked) -> RoutineItem | None:
    """Return the first routine item at home or at work, or None."""
    persona = asked.prompt.persona
    here = {place_of(persona.home), place_of(persona.work)}
    return next((item for item in persona.routine if place_of(item.place) in here), None)
