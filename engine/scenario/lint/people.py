"""Checks of personas: names, homes, days, relationships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.clock import DAY, clock_words
from engine.errors import with_commas, worded
from engine.language.names.suggesting import did_you_mean, nearest, shown
from engine.records import Hours
from engine.scenario.allowed_files import MOST_PEOPLE, WORLD
from engine.scenario.document.edits import Mend, SetField
from engine.scenario.document.mends import moved, taken_away, written
from engine.scenario.document.spots import node_at
from engine.scenario.lint.world import alike
from engine.scenario.places import Gazetteer, after_midnight, is_open, sleep_minute
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.nodes import Path, Scalar
from engine.scenario.reading.schema import PersonaPart, RoutineLine, WorldPart

People = Mapping[str, Source[PersonaPart]]

_MOST_AWAKE = 20 * 60  # minutes


def lint_people(people: People, index: Gazetteer | None, world: WorldPart | None) -> Iterator[Problem]:
    """Yield every problem of meaning in the personas; places are checked only if the world could be read."""
    if not people:
        yield Problem(
            "personas",
            1,
            1,
            "TW401",
            worded("the town has no people"),
            worded("add a file personas/ID.yaml"),
        )
    if len(people) > MOST_PEOPLE:
        many = worded(
            "the town has {people:,} people; the limit is {most_people:,}",
            people=len(people),
            most_people=MOST_PEOPLE,
        )
        yield Problem("personas", 1, 1, "TW402", many, worded("remove some people"))
    yield from _same_names(people)
    for agent, source in people.items():
        if source.part is None:
            continue
        yield from _bonds(agent, source, source.part, people)
        yield from _day(source, source.part)
        if not (source.part.seed or source.part.intends or source.problems):
            blank = worded("{name} has no first memories", name=shown(source.part.name))
            yield source.note(
                "TW412", blank, worded("add some first memories (`seed`)"), "name", warning=True
            )
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
            same = worded(
                "{agent} and {other} are both called {name}",
                agent=shown(agent),
                other=shown(other),
                name=shown(source.part.name),
            )
            yield source.note("TW403", same, worded("rename one of them"), "name")


def _bonds(agent: str, source: Source[PersonaPart], part: PersonaPart, people: People) -> Iterator[Problem]:
    seen: set[str] = set()
    for i, bond in enumerate(part.relationships):
        path = ("relationships", i, "with")
        if bond.other == UNSAID:
            continue
        if bond.other == agent:
            away = taken_away(source.file, source.way("relationships", i), worded("remove it"))
            oneself = worded("{agent} has a relationship with themselves", agent=shown(agent))
            yield source.note("TW405", oneself, worded("name another person"), *path, fix=away)
        elif bond.other not in people:
            unknown = worded("unknown person {other}", other=shown(bond.other))
            remedy, fix = (
                person_remedy(bond.other, people),
                person_fix(source.file, source.way(*path), bond.other, people),
            )
            yield source.note("TW404", unknown, remedy, *path, fix=fix)
        elif bond.other in seen:
            twice = worded("this is a second relationship with {other}", other=shown(bond.other))
            away = taken_away(source.file, source.way("relationships", i), worded("remove this one"))
            yield source.note("TW406", twice, worded("combine them into one"), *path, fix=away)
        seen.add(bond.other)


def person_remedy(said: str, people: People) -> str:
    """Return the remedy for an unknown person: the id of the person with that name, or similar ids."""
    for agent, source in people.items():
        if source.part is not None and alike(source.part.name) == alike(said):
            return worded("use the id {agent}", agent=shown(agent))
    return did_you_mean(
        said, list(people), worded("use an id such as {list}", list=with_commas(list(people)[:8]))
    )


def person_fix(file: str, path: Path, said: str, people: People) -> Mend | None:
    """Build the fix for an unknown person: the id of the person with that or nearly that name, or None."""
    names = {alike(source.part.name): agent for agent, source in people.items() if source.part is not None}
    near = names.get(alike(said)) or nearest(said, list(people))
    return written(file, path, near) if near is not None else None


def _day(source: Source[PersonaPart], part: PersonaPart) -> Iterator[Problem]:
    day = part.day
    if day.wake % DAY == day.sleep % DAY or day.wake == DAY:
        never = worded(
            "`wake` is {wake} and `sleep` is {sleep}",
            wake=clock_words(day.wake),
            sleep=clock_words(day.sleep),
        )
        remedy = worded("leave some hours between the two, and set `wake` to a time before 24:00")
        yield source.note("TW407", never, remedy, "day", "wake")
        return
    sleep = sleep_minute(day.wake, day.sleep)
    if sleep - day.wake > _MOST_AWAKE:
        long = worded("this person is awake for {hours} hours", hours=(sleep - day.wake) // 60)
        remedy = worded("leave some hours of sleep between `sleep` and `wake`")
        yield source.note("TW441", long, remedy, "day", "wake", warning=True)
    before = -1
    for i, line in enumerate(day.routine):
        start = after_midnight(line.start, day.wake, sleep)
        what, path = f"{clock_words(start)} {shown(line.activity, 40)}", ("day", "routine", i)
        if not day.wake <= start < sleep:
            hours = worded("{wake} to {sleep}", wake=clock_words(day.wake), sleep=clock_words(sleep))
            yield source.note(
                "TW409",
                worded("{what} is outside waking hours", what=what),
                worded("waking hours are {hours}", hours=hours),
                *path,
                warning=True,
            )
        elif start <= before:
            early = worded("{what} is not later than the line above", what=what)
            fix = _in_order(source, day.routine, i)
            yield source.note("TW410", early, worded("sort the lines by time"), *path, warning=True, fix=fix)
        before = max(before, start)


def _in_order(source: Source[PersonaPart], routine: Sequence[RoutineLine], i: int) -> Mend | None:
    """Build the fix for a routine line that stands too low: it moves before the first later line."""
    to = next(
        (
            n
            for n, line in enumerate(routine[:i])
            if line.start > routine[i].start and not source.is_lent("day", "routine", n)
        ),
        None,
    )
    if to is None:
        return None
    at, path = int(source.way("day", "routine", to)[-1]), source.way("day", "routine", i)
    return moved(source.file, path, at, worded("sort this line by time"))


def _places(
    source: Source[PersonaPart], part: PersonaPart, index: Gazetteer, world: WorldPart
) -> Iterator[Problem]:
    named: list[tuple[str, tuple[str | int, ...]]] = [(part.home, ("home",))]
    named += [(part.work, ("work",))] if part.work else []
    named += [(line.place, ("day", "routine", i)) for i, line in enumerate(part.day.routine) if line.place]
    named += [(place, ("knows", i)) for i, place in enumerate(part.knows or ())]
    for said, path in named:
        if source.is_lent(*path):
            continue  # it is said of the fragment, once
        if said != UNSAID and index.room(said) is None:
            yield source.note(*index.remedy(said), *path, fix=place_fix(source, path, said, index))
    own = {index.place_of.get(index.room(said) or "") for said in (part.home, part.work)}
    for i, line in enumerate(part.day.routine):
        place = index.place_of.get(index.room(line.place) or "")
        if place is not None and place not in own and not is_open(world.root[place].open, line.start):
            closed = worded("{place} is closed at {start}", place=shown(place), start=clock_words(line.start))
            way, fix = ("day", "routine", i), opened(place, world.root[place].open, line.start)
            yield source.note(
                "TW411", closed, worded("change the time or the opening hours"), *way, warning=True, fix=fix
            )


def place_fix(source: Source[Any], path: Path, said: str, index: Gazetteer) -> Mend | None:
    """Build the fix for a name that is not a room: the nearest room, or None."""
    near = index.near(said)
    if near is None:
        return None
    way = source.way(*path)
    line = node_at(source.whole, way)
    if "routine" not in path or not isinstance(line, Scalar):
        return written(source.file, way, near)
    before, _, _ = line.text.rpartition("@")
    return written(source.file, way, f"{before}@ {near}", worded("write @ {near}", near=near))


def opened(place: str, hours: Hours | None, minute: int) -> Mend | None:
    """Build the fix for a place that is closed at a minute: longer hours, or None."""
    if hours is None or hours.opens > hours.closes:
        return None
    minute %= DAY
    opens = min(hours.opens, minute)
    closes = max(hours.closes, min(minute + 60, DAY))
    longer = f"{clock_words(opens)}-{'24:00' if closes == DAY else clock_words(closes)}"
    return written(
        WORLD,
        (place, "open"),
        longer,
        worded("keep {place} open {longer}", place=shown(place), longer=longer),
    )


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
            full = worded(
                "{living} people live in {home}, which has room for {capacity}",
                living=living[home],
                home=shown(home),
                capacity=capacity,
            )
            inside = ("rooms", home[len(place) + 1 :]) if room is not None else ()
            way = (place, *inside, "capacity")
            lives = sum(index.room(other.part.home) == home for other in people.values() if other.part)
            does = worded("set the capacity of {home} to {lives}", home=shown(home), lives=lives)
            fix = Mend(does=does, edits=(SetField(file=WORLD, path=way, value=lives),))
            yield source.note(
                "TW408", full, worded("raise its capacity or choose another home"), "home", fix=fix
            )
