"""Differences in the people of two scenarios: added, removed and changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.clock import DAY, clock_words
from engine.errors import worded
from engine.records import Bond, Path, Persona, RoutineItem, Scenario
from engine.scenario.meaning.difference import TIE, Difference, came_and_went, changed, listed
from engine.scenario.meaning.of_places import Moves
from engine.scenario.stating.fields import intention_text

# What every town may have; an author's own ones are called as they are written.
_STATUSES: Mapping[str, str] = {"energy": worded("energy"), "mood": worded("mood")}


def of_people(before: Scenario, after: Scenario, moved: Moves) -> Iterator[Difference]:
    """Yield the differences in the people, one at a time."""
    then = {persona.id: persona for persona in before.personas}
    now = {persona.id: persona for persona in after.personas}
    names = {agent: one.name for agent, one in (then | now).items()}
    for agent, persona in then.items():
        if agent not in now:
            yield Difference(
                how="removed",
                of="person",
                about=agent,
                before=persona.name,
                words=worded("{name} was removed", name=persona.name),
            )
    for agent, persona in now.items():
        old = then.get(agent)
        if old is None:
            yield Difference(
                how="added", of="person", about=agent, after=persona.name,
                words=worded("{name} was added and lives at {home}", name=persona.name, home=persona.home),
            )  # fmt: skip
        else:
            yield from _of_one(old, persona, names, moved, _rooms(before, after, moved))


def _of_one(
    old: Persona, new: Persona, names: Mapping[str, str], moved: Moves, rooms: frozenset[Path]
) -> Iterator[Difference]:
    name = new.name
    yield from changed("person", new.id, name, _fields(old, new, moved))
    yield from came_and_went(
        "person", new.id, "first memories", old.seed, new.seed,
        {
            "added": lambda one: worded("{name} has a new first memory: {one}", name=name, one=one),
            "removed": lambda one: worded("{name} no longer has the first memory: {one}", name=name, one=one),
        },
    )  # fmt: skip
    yield from came_and_went(
        "person", new.id, "intentions", map(intention_text, old.intends), map(intention_text, new.intends),
        {
            "added": lambda one: worded("{name} has a new intention: {one}", name=name, one=one),
            "removed": lambda one: worded("{name} no longer has the intention: {one}", name=name, one=one),
        },
    )  # fmt: skip
    yield from came_and_went(
        "person", new.id, "usual day", _routine(old.routine, moved), _routine(new.routine),
        {
            "added": lambda one: worded("{name} has a new routine line: {one}", name=name, one=one),
            "removed": lambda one: worded("{name} no longer has the routine line: {one}", name=name, one=one),
        },
    )  # fmt: skip
    yield from _bonds(old, new, names)
    yield from came_and_went(
        "person", new.id, "known places",
        [room for one in old.knows if (room := moved.now(one)) in rooms],
        [room for room in new.knows if room in rooms],
        {
            "added": lambda one: worded("{name} now knows {one} from the start", name=name, one=one),
            "removed": lambda one: worded("{name} no longer knows {one} from the start", name=name, one=one),
        },
    )  # fmt: skip


def _fields(old: Persona, new: Persona, moved: Moves) -> Iterable[tuple[str, str, str]]:
    yield worded("name"), old.name, new.name
    yield worded("short name"), old.called, new.called
    yield worded("pronouns"), old.pronouns, new.pronouns
    yield worded("age"), str(old.age), str(new.age)
    yield worded("emoji"), old.emoji, new.emoji
    yield worded("traits"), listed(old.traits), listed(new.traits)
    yield worded("home"), moved.now(old.home), new.home
    yield worded("work"), moved.now(old.work), new.work
    yield "circumstances now", old.currently, new.currently
    yield "waking", _clock(old.wake), _clock(new.wake)
    yield worded("bedtime"), _clock(old.sleep), _clock(new.sleep)
    yield worded("way of speaking"), old.register, new.register
    yield worded("sayings"), listed(old.says), listed(new.says)
    for value in dict.fromkeys([*old.status, *new.status]):
        field = worded("initial {status}", status=_STATUSES.get(value, value))
        yield field, _number(old.status.get(value)), _number(new.status.get(value))
    yield worded("forgetting"), _number(old.forgetting), _number(new.forgetting)


def _bonds(old: Persona, new: Persona, names: Mapping[str, str]) -> Iterator[Difference]:
    then, now = ({bond.other: bond for bond in persona.bonds} for persona in (old, new))
    for other in dict.fromkeys([*then, *now]):
        field = f"{TIE}{names.get(other, other)}"
        fields = [(field, _bond(then.get(other)), _bond(now.get(other)))]
        yield from changed("person", new.id, new.name, fields)


def _bond(bond: Bond | None) -> str:
    return f"{bond.kind}, {bond.closeness:+g}" if bond else ""


def _routine(items: Sequence[RoutineItem], moved: Moves | None = None) -> list[str]:
    places = [moved.now(one.place) if moved else one.place for one in items]
    return [
        worded("{clock} {activity} at {place}", clock=_clock(one.start), activity=one.activity, place=at)
        for one, at in zip(items, places, strict=True)
    ]


def _clock(minute: int) -> str:
    clock = clock_words(minute % DAY)
    return worded("{clock} after midnight", clock=clock) if minute >= DAY else clock


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _rooms(before: Scenario, after: Scenario, moved: Moves) -> frozenset[Path]:
    """Return the rooms that are private in both worlds. Everybody knows the public ones."""
    then = {moved.now(room.path) for place in before.places if place.private for room in place.rooms}
    return frozenset(
        room.path for place in after.places if place.private for room in place.rooms if room.path in then
    )
