"""Act: carry out a step in the agent's room, visible to others there; or set out for where it happens."""

from __future__ import annotations

import re

from engine.cognition.knowing import room_words
from engine.cognition.plan import until
from engine.cognition.thinker import Thinker
from engine.records import Event, Path, Presence, Reason, Step, ThingState

_ROUTINE = 1


def act(thinker: Thinker, step: Step) -> None:
    """Carry out a step in this room, or start walking to its room."""
    if step.room and step.room != thinker.room.path:
        walk(thinker, step.room)
        return
    presence = thinker.mind.presence
    if not (presence and presence.inside and presence.step == step.id and presence.doing == step.activity):
        _begin(thinker, step)
    stay(thinker, until(thinker, step), doing=step.activity, emoji=step.emoji, step=step.id)


def walk(thinker: Thinker, goal: Path, *, seeking: str = "") -> None:
    """Leave for another room, or to look for the place `seeking`; the next turn is on arrival at its door."""
    town = thinker.town
    event = Event(
        id=thinker.rows.next_id(),
        room=thinker.room.path,
        kind="leave",
        actor=thinker.id,
        text=thinker.say("leaves_to_seek", place=town.phrases.place(seeking))
        if seeking
        else thinker.say("leaves", goal=room_words(thinker, goal)),
    )
    presence = thinker.mind.presence
    if presence and presence.inside:
        thinker.rows.add(event)
    thinker.rows.add(
        Presence(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            room=goal,
            inside=False,
            asleep=False,
            next=thinker.now + town.world.walk(thinker.room.path, goal),
            reason="arrive",
            origin=thinker.room.path,
        )
    )


def stay(
    thinker: Thinker,
    next_turn: int,
    *,
    doing: str,
    emoji: str = "",
    step: int = 0,
    reason: Reason = "step",
    seen: int | None = None,
) -> None:
    """Stay inside this room until the next turn, or until it closes if the agent has no key.

    What happened here up to the row `seen` counts as noticed; everything so far by default.
    """
    town, room = thinker.town, thinker.room.path
    closes = None if thinker.belongs(room) else town.world.closes_after(room, thinker.now)
    if closes is not None and closes < next_turn and reason != "talked":
        next_turn, reason = max(closes, thinker.now + 1), "closing"
    thinker.rows.add(
        Presence(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            room=room,
            inside=True,
            asleep=False,
            next=next_turn,
            reason=reason,
            doing=doing,
            emoji=emoji,
            step=step,
            seen=thinker.rows.next_id() if seen is None else seen,
        )
    )


def _begin(thinker: Thinker, step: Step) -> None:
    """Log the start of a step for others to see, set the new state of its object, and remember it."""
    town, room = thinker.town, thinker.room
    thing = next((one for one in room.room.things if one.path == step.thing), None)
    says_where = thing is not None and not _names(step.activity, thing.name)
    text = thinker.say(
        "does_at" if says_where else "does",
        activity=step.activity,
        thing=town.phrases.the(thing.name) if thing else "",
    )
    event = Event(
        id=thinker.rows.next_id(),
        room=room.path,
        kind="act",
        actor=thinker.id,
        text=text,
        thing=thing.path if thing else "",
    )
    thinker.rows.add(event)
    if thing and step.thing_state and room.thing_state(thing.path) != step.thing_state:
        thinker.rows.add(
            ThingState(id=thinker.rows.next_id(), thing=thing.path, state=step.thing_state, by=thinker.id)
        )
    if town.settings.observation:
        thinker.remember("observation", text, _ROUTINE, source=event.id, about=(thinker.id,), place=room.path)


def _names(activity: str, thing: str) -> bool:
    """Return whether an activity names the object it is done at, so that the name is not repeated."""
    last = thing.lower().rpartition(" ")[2]
    return re.search(rf"(?<![a-z]){re.escape(last)}(?![a-z])", activity.lower()) is not None
