"""What personas may get wrong: names, homes, days, relationships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.clock import DAY, clock_words
from engine.language.suggesting import did_you_mean, shown
from engine.scenario.allowed_files import MOST_PEOPLE
from engine.scenario.lint.world import alike
from engine.scenario.places import Gazetteer, after_midnight, is_open, sleep_minute
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.schema import PersonaPart, WorldPart

People = Mapping[str, Source[PersonaPart]]


def lint_people(people: People, index: Gazetteer | None, world: WorldPart | None) -> Iterator[Problem]:
    """Yield every problem of meaning in the personas; places are checked only when the world could be
    read.
    """
    if not people:
        yield Problem("personas", 1, 1, "TW401", "the town has no people", "add a file personas/<id>.yaml")
    if len(people) > MOST_PEOPLE:
        many = f"{len(people):,} people; a town holds {MOST_PEOPLE:,}"
        yield Problem("personas", 1, 1, "TW402", many, "take some away")
    yield from _same_names(people)
    for agent, source in people.items():
        if source.part is None:
            continue
        yield from _bonds(agent, source, source.part, people)
        yield from _day(source, source.part)
        if not source.part.seed and not source.problems:
            blank = f"{shown(source.part.name)} has no seed memories"
            yield source.note("TW412", blank, "add `seed:` with some sentences", "name", warning=True)
        if index is not None and world is not None:
            yield from _places(source, source.part, index, world)
    if index is not None and world is not None:
        yield from _crowded(people, index, world)


def _same_names(people: People) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for agent, source in people.items():
        if source.part is None or source.part.name == UNSAID:
            continue
        other = seen.setdefault(alike(source.part.name), agent)
        if other != agent:
            same = f"{shown(agent)} and {shown(other)} are both called {shown(source.part.name)}"
            yield source.note("TW403", same, "rename one of them", "name")


def _bonds(agent: str, source: Source[PersonaPart], part: PersonaPart, people: People) -> Iterator[Problem]:
    seen: set[str] = set()
    for i, bond in enumerate(part.relationships):
        path = ("relationships", i, "with")
        if bond.other == UNSAID:
            continue
        if bond.other == agent:
            yield source.note("TW405", f"{shown(agent)} stands to themselves", "name somebody else", *path)
        elif bond.other not in people:
            unknown = f"unknown person {shown(bond.other)}"
            yield source.note("TW404", unknown, person_remedy(bond.other, people), *path)
        elif bond.other in seen:
            twice = f"a second relationship with {shown(bond.other)}"
            yield source.note("TW406", twice, "say it in one", *path)
        seen.add(bond.other)


def person_remedy(said: str, people: People) -> str:
    """Return what somebody who named an unknown person may have meant; full names are looked up too."""
    for agent, source in people.items():
        if source.part is not None and alike(source.part.name) == alike(said):
            return f"write the id, {shown(agent)}"
    return did_you_mean(said, list(people), f"people are: {', '.join(list(people)[:8])}")


def _day(source: Source[PersonaPart], part: PersonaPart) -> Iterator[Problem]:
    day = part.day
    if day.wake % DAY == day.sleep % DAY or day.wake == DAY:
        never = f"wakes at {clock_words(day.wake)} and sleeps at {clock_words(day.sleep)}"
        remedy = "leave some hours between the two, and wake before 24:00"
        yield source.note("TW407", never, remedy, "day", "wake")
        return
    sleep = sleep_minute(day.wake, day.sleep)
    before = -1
    for i, line in enumerate(day.routine):
        start = after_midnight(line.start, day.wake, sleep)
        what, path = f"{clock_words(start)} {shown(line.activity, 40)}", ("day", "routine", i)
        if not day.wake <= start < sleep:
            hours = f"{clock_words(day.wake)} to {clock_words(sleep)}"
            yield source.note("TW409", f"{what} is while asleep", f"awake from {hours}", *path, warning=True)
        elif start <= before:
            yield source.note(
                "TW410", f"{what} is not after the line above", "put the lines in order", *path, warning=True
            )
        before = max(before, start)


def _places(
    source: Source[PersonaPart], part: PersonaPart, index: Gazetteer, world: WorldPart
) -> Iterator[Problem]:
    named: list[tuple[str, tuple[str | int, ...]]] = [(part.home, ("home",))]
    named += [(part.work, ("work",))] if part.work else []
    named += [(line.place, ("day", "routine", i)) for i, line in enumerate(part.day.routine) if line.place]
    named += [(place, ("knows", i)) for i, place in enumerate(part.knows or ())]
    for said, path in named:
        if said != UNSAID and index.room(said) is None:
            yield source.note(*index.remedy(said), *path)
    own = {index.place_of.get(index.room(said) or "") for said in (part.home, part.work)}
    for i, line in enumerate(part.day.routine):
        place = index.place_of.get(index.room(line.place) or "")
        if place is not None and place not in own and not is_open(world.root[place].open, line.start):
            closed = f"{shown(place)} is closed at {clock_words(line.start)}"
            path = ("day", "routine", i)
            yield source.note("TW411", closed, "change the time, or its `open`", *path, warning=True)


def _crowded(people: People, index: Gazetteer, world: WorldPart) -> Iterator[Problem]:
    living: dict[str, int] = {}
    for source in people.values():
        home = index.room(source.part.home) if source.part is not None else None
        if home is None:
            continue
        living[home] = living.get(home, 0) + 1
        place = index.place_of[home]
        said = world.root[place]
        room = said.rooms.get(home[len(place) + 1 :])
        capacity = said.capacity if room is None else room.capacity
        if capacity is not None and living[home] > capacity:
            full = f"{living[home]} people live in {shown(home)}, which holds {capacity}"
            yield source.note("TW408", full, "raise its capacity, or find another home", "home")
