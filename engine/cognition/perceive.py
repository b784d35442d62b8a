"""Perceive: what is new in the room becomes observations (paper, section 4.1; people first, nothing idle)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from engine.cognition.thinker import Thinker
from engine.prompts.questions import Rate
from engine.records import Event, Path, Sighting
from engine.stamps import stamp

_UNREMARKABLE = ("leave",)


async def perceive(thinker: Thinker) -> tuple[Event, ...]:
    """What the agent newly notices in its room, oldest first; each is remembered with a rated importance.

    At most `attention` events, the urgent first, then people, then things; of each person only the latest.
    What was among the last `retention` observations, and things as they were last seen, are not noticed
    again.
    """
    noticed = _attend(thinker, [*_happenings(thinker), *_changed_things(thinker)])
    _see_room(thinker)
    if noticed and thinker.town.settings.observation:
        await _remember(thinker, noticed)
    return noticed


def _happenings(thinker: Thinker) -> Iterable[Event]:
    """Everybody's latest doing since the agent last looked; on coming in, the doing of all who are there."""
    presence = thinker.mind.presence
    latest: dict[str, Event] = {}
    if presence is None or presence.reason == "arrive":
        here = (thinker.room.latest(agent) for agent in thinker.room.inside())
        latest = {event.actor: event for event in here if event is not None}
    for event in thinker.room.since(presence.seen if presence else 0):
        if event.kind not in _UNREMARKABLE:
            latest[event.actor or str(event.id)] = event
    return [event for event in latest.values() if thinker.id != event.actor and thinker.id not in event.about]


def _changed_things(thinker: Thinker) -> Iterable[Event]:
    """Things whose state is not what the agent last saw, or that cry for somebody to do something."""
    room, known, world = thinker.room, thinker.mind.known, thinker.town.world
    for thing in room.room.things:
        state = room.states[thing.path]
        remedy = world.urgent(thing.path, state)
        if remedy or (thing.path in room.changed and state != known.get(thing.path)):
            yield Event(
                id=room.changed.get(thing.path, stamp(0, 0)),
                room=room.path,
                kind="state",
                text=thinker.say(
                    "state_urgent" if remedy else "state",
                    thing=thinker.town.phrases.the(thing.name),
                    state=state,
                    remedy=remedy,
                ),
                thing=thing.path,
                urgent=bool(remedy),
            )


def _attend(thinker: Thinker, events: Iterable[Event]) -> tuple[Event, ...]:
    settings = thinker.town.settings
    stale = set(islice(thinker.mind.observations(settings.retention), settings.retention))
    told_of = {event.thing for event in events if event.kind != "state" and event.thing}
    fresh = [
        event
        for event in events
        if event.urgent
        or (event.text not in stale and not (event.kind == "state" and event.thing in told_of))
    ]
    fresh.sort(key=lambda event: (not event.urgent, event.kind != "author", not event.actor, -event.id))
    return tuple(sorted(fresh[: settings.attention], key=lambda event: event.id))


def _see_room(thinker: Thinker) -> None:
    """Update what the agent knows of this room: the room itself, its things, their states."""
    seen: dict[Path, str] = {thinker.room.path: "", **thinker.room.states}
    for path, state in seen.items():
        if thinker.mind.known.get(path) != state:
            thinker.ledger.add(Sighting(id=thinker.ledger.stamp(), agent=thinker.id, path=path, state=state))


async def _remember(thinker: Thinker, noticed: tuple[Event, ...]) -> None:
    known = set(thinker.mind.observations(thinker.town.settings.retention))
    new = [event for event in noticed if event.text not in known]
    if not new:
        return
    answer = await thinker.ask(thinker.prompt(Rate, observations=tuple(event.text for event in new)))
    for event, importance in zip(new, answer.ratings, strict=True):
        thinker.remember(
            "observation",
            event.text,
            importance,
            source=event.id,
            about=dict.fromkeys([event.actor, *event.about]) if event.actor else None,
            place=event.room,
        )
