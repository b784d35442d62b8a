"""Perceive: new events in the room become observations (paper, section 4.1; people first, no idle things)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from engine.cognition.knowing import is_at_a_usual_place, room_words
from engine.cognition.thinker import Thinker
from engine.prompts.questions import Rate
from engine.records import Event, Path, Sighting, ThingState
from engine.row_ids import row_id

_UNREMARKABLE = ("leave",)
_PLAIN = 1  # the importance of an everyday sight


def perceive(thinker: Thinker, origin: Path = "") -> tuple[Event, ...]:
    """Return the events that the agent newly notices in its room and on its way there, oldest first.

    These are at most `attention` events: the urgent first, then people, then things; of each person only the
    latest. Events among the last `retention` observations, and things as they were last seen, are left out.
    """
    noticed = _attend(
        thinker, [*_happenings(thinker), *_changed_things(thinker), *_trouble_near(thinker, origin)]
    )
    _see_room(thinker)
    return noticed


def unnoticed_since(thinker: Thinker) -> int | None:
    """Return the row after which an author's event happened that the agent had no time to notice.

    This concerns an agent that is drawn into a talk. None if there is no such event. The acts of people are
    noticed later anyway.
    """
    presence = thinker.mind.presence
    happened = thinker.room.since(presence.seen if presence is not None else 0)
    return next((event.id - 1 for event in happened if event.kind == "author"), None)


def is_plain(thinker: Thinker, event: Event) -> bool:
    """Return whether an event is an everyday sight, whose importance is 1 by rule.

    Such sights are people busy at a place of their usual day, and things in one of the states that the author
    gave them. A talk, something urgent, and what the author makes happen are none.
    """
    if event.urgent or event.kind in ("talk", "author"):
        return False
    if event.kind == "state":
        thing = thinker.town.world.things[event.thing]
        return thinker.room.thing_state(thing.path) in (thing.state, *thing.states)
    return is_at_a_usual_place(thinker, event.actor, event.room)


async def rate(thinker: Thinker, noticed: tuple[Event, ...]) -> None:
    """Remember the noticed events with their importance, asked in one call, once for each text."""
    if not thinker.town.settings.observation:
        return
    known, plain = thinker.mind.rated, {event.text for event in noticed if is_plain(thinker, event)}
    texts = dict.fromkeys(event.text for event in noticed)
    unknown = tuple(text for text in texts if text not in known and text not in plain)
    asked: dict[str, int] = {}
    if unknown:
        answer = await thinker.ask_if_possible(thinker.prompt(Rate, observations=unknown))
        if answer is None:
            return
        asked = dict(zip(unknown, answer.ratings, strict=True))
    ratings = {text: _PLAIN if text in plain else asked.get(text) or known[text] for text in texts}
    observe(thinker, noticed, [ratings[event.text] for event in noticed])


def observe_rated(thinker: Thinker, noticed: tuple[Event, ...], ratings: Sequence[int]) -> None:
    """Remember the noticed events with the ratings of those that are no everyday sights."""
    rated = iter(ratings)
    observe(thinker, noticed, [_PLAIN if is_plain(thinker, event) else next(rated) for event in noticed])


def observe(thinker: Thinker, noticed: tuple[Event, ...], ratings: Sequence[int]) -> None:
    """Remember the noticed events, unless they are among the latest observations already."""
    settings = thinker.town.settings
    if not settings.observation:
        return
    known = set(thinker.mind.observations(settings.retention))
    for event, importance in zip(noticed, ratings, strict=True):
        if event.text not in known:
            thinker.remember(
                "observation",
                event.text,
                importance,
                source=event.id,
                about=dict.fromkeys([event.actor, *event.about]) if event.actor else None,
                place=event.room,
            )


def _happenings(thinker: Thinker) -> Iterable[Event]:
    """Return each person's latest act since the agent last looked; on arrival, the acts of all here."""
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
    """Yield things whose state is not as the agent last saw it, or which are urgent."""
    room, known, world = thinker.room, thinker.mind.known, thinker.town.world
    for thing in room.room.things:
        state, change = room.thing_state(thing.path), room.change(thing.path)
        remedy = world.urgent(thing.path, state)
        if remedy or (change is not None and state != known.get(thing.path)):
            yield Event(
                id=change.id if change else 0,  # from before anything happened
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


def _trouble_near(thinker: Thinker, origin: Path) -> Iterable[Event]:
    """Yield urgent states of things in rooms near by, or at places the agent walked past.

    They are noticed with a delay of as many minutes as the walk takes.
    """
    world, here = thinker.town.world, thinker.room.path
    near = {place.name: place for place in world.near(here)}
    if origin and world.place_of[origin] is not world.place_of[here]:
        left = {world.place_of[origin].name, *near}
        near |= {place.name: place for place in world.along(origin, here) if place.name not in left}
    for place in (near[name] for name in near if name in world.alarming):
        entry = place.rooms[0].path
        for change in thinker.trouble(place, _seen_until(thinker, max(1, world.walk(entry, here)))):
            if change.thing.rpartition("/")[0] != here:
                yield _as_noticed(thinker, change)


def _seen_until(thinker: Thinker, away: int) -> int:
    """Return the row id up to which the agent can know of a place `away` minutes' walk from here."""
    minute = thinker.now - away
    return row_id(minute, thinker.mind.agent_number, 0, thinker.town.width) if minute > 0 else 0


def _as_noticed(thinker: Thinker, change: ThingState) -> Event:
    town, room = thinker.town, change.thing.rpartition("/")[0]
    text = thinker.say(
        "state_urgent",
        room=room_words(thinker, room),
        thing=town.phrases.the(town.world.things[change.thing].name),
        state=change.state,
        remedy=town.world.urgent(change.thing, change.state),
    )
    return Event(id=change.id, room=room, kind="state", text=text, thing=change.thing, urgent=True)


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
    fresh = list({event.text: event for event in fresh}.values())  # what happened and what it looks like now
    fresh.sort(key=lambda event: (not event.urgent, event.kind != "author", not event.actor, -event.id))
    return tuple(sorted(fresh[: settings.attention], key=lambda event: event.id))


def _see_room(thinker: Thinker) -> None:
    """Update what the agent knows of this room: the room itself, its things and their states."""
    room = thinker.room
    seen: dict[Path, str] = {room.path: ""}
    seen |= {thing.path: room.thing_state(thing.path) for thing in room.room.things}
    for path, state in seen.items():
        if thinker.mind.known.get(path) != state:
            thinker.rows.add(Sighting(id=thinker.rows.next_id(), agent=thinker.id, path=path, state=state))
