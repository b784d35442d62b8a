"""From checked parts to the scenario's records: full paths, defaults filled in, fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.clock import DAY, day_of, minute_at
from engine.events.kinds import EVENT_KINDS, MINUTES
from engine.records import (
    EVERYBODY,
    Bond,
    Fact,
    Persona,
    Place,
    Room,
    RoutineItem,
    Scenario,
    StatedIntention,
    Thing,
    TownEvent,
)
from engine.scenario.places import (
    Gazetteer,
    after_midnight,
    days_out,
    gazetteer,
    positions,
    private_homes,
    sleep_minute,
    tidy,
)
from engine.scenario.reading.schema import PersonaPart, PlacePart, ThingPart, TownPart, WorldPart
from engine.scenario.reading.stated.events import EventPart
from engine.scenario.reading.stated.fields import ALL
from engine.scenario.reading.stated.intents import IntentPart, TownIntentPart


def build(name: str, town: TownPart, world: WorldPart, people: Mapping[str, PersonaPart]) -> Scenario:
    """Build the scenario from parts without errors."""
    index = gazetteer(world)
    homes = private_homes(days_out(people.values(), index))
    points = positions({place: _point(part) for place, part in world.root.items()})
    places = tuple(
        built_place(place, part, points[place], place in homes if part.private is None else part.private)
        for place, part in world.root.items()
    )
    public = frozenset(room.path for place in places if not place.private for room in place.rooms)
    return Scenario(
        id=name,
        town=town.town,
        summary=town.summary,
        language=town.language,
        starts=town.starts,
        seed=town.seed,
        facts=tuple(
            Fact(id=fact.id, text=fact.text, known_by=tuple(fact.known_by), key_words=tuple(fact.key_words))
            for fact in town.facts
        ),
        places=places,
        personas=tuple(
            with_intents(built_persona(agent, part, index, public), town.intends, index)
            for agent, part in people.items()
        ),
        cognition=town.cognition.model_dump(exclude_unset=True),
        events=tuple(town_event(event, index) for event in town.events),
    )


def known_rooms(index: Gazetteer, rooms: Iterable[str]) -> tuple[str, ...]:
    """Return the known rooms among `rooms`, each once, in the order of the world."""
    wanted = {room for room in rooms if room in index.order}
    return tuple(sorted(wanted, key=index.order.__getitem__))


def _room(index: Gazetteer, said: str) -> str:
    room = index.room(said)
    if room is None:
        raise KeyError(said)
    return room


def _point(part: PlacePart) -> tuple[float, float] | None:
    return (part.map.x, part.map.y) if part.map is not None else None


def built_place(name: str, part: PlacePart, point: tuple[float, float], private: bool) -> Place:
    """Build a place from a part without errors, at a point of the map."""
    rooms = tuple(
        Room(
            path=f"{name}/{room}",
            name=room,
            about=inside.about,
            capacity=inside.capacity,
            things=tuple(_thing(f"{name}/{room}", thing, said) for thing, said in inside.things.items()),
        )
        for room, inside in part.rooms.items()
    )
    alone = Room(
        path=name,
        name=name,
        about=part.about,
        capacity=part.capacity,
        things=tuple(_thing(name, thing, said) for thing, said in part.objects.items()),
    )
    return Place(
        name=name,
        about=part.about,
        emoji=part.emoji,
        open=part.open,
        x=point[0],
        y=point[1],
        private=private,
        rooms=rooms or (alone,),
    )


def _thing(room: str, name: str, part: ThingPart) -> Thing:
    state = part.state or (part.states[0] if part.states else "")
    return Thing(
        path=f"{room}/{name}",
        name=name,
        about=part.about,
        state=state,
        states=tuple(dict.fromkeys(part.states)) or ((state,) if state else ()),
        urgent=dict(part.urgent),
    )


def built_persona(agent: str, part: PersonaPart, index: Gazetteer, public: frozenset[str]) -> Persona:
    """Build a persona from a part without errors, in a town with these `public` rooms."""
    home = _room(index, part.home)
    work = _room(index, part.work) if part.work else ""
    wake, sleep = part.day.wake, sleep_minute(part.day.wake, part.day.sleep)
    routine = tuple(
        RoutineItem(
            start=after_midnight(line.start, wake, sleep),
            activity=line.activity,
            place=_room(index, line.place) if line.place else home,
        )
        for line in part.day.routine
    )
    usual = public.union(item.place for item in routine)  # who is somewhere every day knows the way there
    knows = usual if part.knows is None else {room for said in part.knows for room in index.rooms(said)}
    too = {room for said in part.knows_too for room in index.rooms(said)}
    return Persona(
        id=agent,
        name=part.name,
        called=part.called,
        pronouns=part.pronouns,
        age=part.age,
        emoji=part.emoji,
        traits=tuple(part.traits),
        home=home,
        work=work,
        seed=tuple(part.seed),
        currently=part.currently,
        wake=wake,
        sleep=sleep,
        routine=routine,
        register=part.voice.register_,
        says=tuple(part.voice.says),
        bonds=tuple(
            Bond(other=bond.other, kind=bond.kind, closeness=bond.closeness) for bond in part.relationships
        ),
        knows=known_rooms(index, {home, work, *knows, *too}),
        status=dict(part.status),
        forgetting=part.forgetting,
        intends=tuple(stated_intention(intent, index) for intent in part.intends),
    )


def with_intents(persona: Persona, intents: Iterable[TownIntentPart], index: Gazetteer) -> Persona:
    """Add to a persona the intentions that the town's file states for it."""
    own = [stated_intention(one, index) for one in intents if ALL in one.who or persona.id in one.who]
    return replace(persona, intends=(*persona.intends, *own)) if own else persona


def stated_intention(part: IntentPart, index: Gazetteer) -> StatedIntention:
    """Build an intention from a part without errors."""
    every = replace(part.every, recurs=True) if part.every is not None else None
    return StatedIntention(
        kind=part.kind,
        what=part.what,
        others=_ids((*part.with_, *part.to)),
        excepted=_ids(part.except_),
        kept_from=_ids(part.kept_from),
        place=_room(index, part.where) if part.where else "",
        at=part.at or every,
        by=part.by,
        until=part.until,
        condition=part.if_,
        because=part.because,
        closeness=part.closeness,
        text=part.text,
    )


def town_event(part: EventPart, index: Gazetteer) -> TownEvent:
    """Build a town event from a part without errors."""
    begins, ends = _span(part)
    thing = tidy(part.object_)
    place = _room(index, thing.rpartition("/")[0] or part.where)
    people = _ids(part.who) or (EVERYBODY,) if EVENT_KINDS[part.kind].is_public else ()
    decides = part.decides or "" if EVENT_KINDS[part.kind].decided == "one" else ""
    if decides and not {EVERYBODY, decides} & set(people):
        people = (*people, decides)  # nobody decides from outside
    known_by = people if part.known_by is None else _ids(part.known_by)
    return TownEvent(
        kind=part.kind,
        what=f"{thing}: {part.state}" if thing else part.what or place,
        begins=begins,
        ends=ends,
        place=place,
        thing=thing,
        state=part.state,
        question=part.question,
        options=tuple(part.options),
        up_to=part.up_to or 0,
        people=people,
        excepted=tuple(agent for agent in _ids(part.except_) if agent != decides),
        decides=decides,
        known_by=known_by,
        because=part.because,
        facts=tuple(part.facts),
        text=part.text,
    )


def _span(part: EventPart) -> tuple[int, int]:
    """Return the minutes at which an event begins and ends (exclusive), counted from the start of the run.
    Events other than closings begin at minute 1 at the earliest, since the founding takes minute 0.
    """
    at = part.at
    assert at is not None  # the check has looked
    assert at.day is not None
    assert at.first is not None
    begins = minute_at(at.day, at.first) if part.kind == "closing" else max(minute_at(at.day, at.first), 1)
    if at.last is not None:
        return begins, minute_at(at.day, at.last)
    if part.kind == "closing":
        return begins, minute_at(day_of(begins), DAY)
    return begins, begins + (MINUTES if EVENT_KINDS[part.kind].is_public else 1)


def _ids(said: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(EVERYBODY if one == ALL else one for one in said))
