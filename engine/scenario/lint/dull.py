"""Checks for faultless files whose days would go wrong: closed homes, long walks, people without
relationships.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from engine.clock import clock_words
from engine.errors import worded
from engine.language.languages import FALLBACK
from engine.language.names.suggesting import shown
from engine.language.phrases import phrases
from engine.language.times.told_time import due_at
from engine.language.unspaced import has_unspaced
from engine.scenario.allowed_files import WORLD
from engine.scenario.document.edits import Mend
from engine.scenario.document.mends import taken_away, written
from engine.scenario.document.spots import node_at
from engine.scenario.lint.people import opened
from engine.scenario.lint.world import alike
from engine.scenario.places import Gazetteer, is_open, sleep_minute
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.nodes import Scalar
from engine.scenario.reading.schema import PersonaPart, PlacePart, RoutineLine, TownPart, WorldPart
from engine.world.place_names import PlaceNames

People = Mapping[str, Source[PersonaPart]]

_DAY = 1440
_OLDEST = 150
_SMALL = 40  # people: in a larger town first names recur, and all are used to it
_STATED_AGE = re.compile(r"\b(?:is|am)\s+(\d{1,3})(?:\s+years\s+old|\s*[,.;]|$)|今年\s*(\d{1,3})\s*岁")


def lint_dull(
    town: Source[TownPart], people: People, index: Gazetteer, world: WorldPart
) -> Iterator[Problem]:
    """Yield warnings of things that will surprise an author on the first day."""
    tied = _tied(people)
    worked_at = {
        index.place_of.get(index.room(source.part.work) or "") for source in people.values() if source.part
    }
    if len(people) <= _SMALL:
        yield from _first_names(people, town.part.language if town.part else FALLBACK)
    for agent, source in people.items():
        if source.part is None:
            continue
        yield from _shut_home(source, source.part, index, world, worked_at)
        yield from _walks(source, source.part, index, world)
        yield from _ages(source, source.part)
        if tied and agent not in tied:
            alone = worded("{name} has no relationship with anyone", name=shown(source.part.name))
            yield source.note(
                "TW415",
                alone,
                worded("add at least one relationship (`relationships`)"),
                "name",
                warning=True,
            )
    yield from _told_by_nobody(town, people)
    yield from _shut_events(town, world)
    yield from _loose_key_words(town, people, world)


def _tied(people: People) -> set[str]:
    """Return the ids of all who have a relationship to somebody, or somebody to them."""
    found: set[str] = set()
    for agent, source in people.items():
        others = {bond.other for bond in source.part.relationships} if source.part is not None else set()
        found |= others | ({agent} if others else set())
    return found


def _first_names(people: People, language: str) -> Iterator[Problem]:
    """Yield a warning for each person with the first name of another: talk about them would be ambiguous."""
    short_name = phrases(language).short_name  # not the title alone: Brother Anselm and Brother Luke
    seen: dict[str, str] = {}
    for source in people.values():
        part = source.part
        if part is None or part.name == UNSAID or not part.name.isascii():
            continue
        called = alike(part.called or short_name(part.name))
        other = seen.setdefault(called, part.name)
        if alike(other) != alike(part.name):
            both = worded(
                "{name} and {other} are both called {title}",
                name=shown(part.name),
                other=shown(other),
                title=shown(called.title()),
            )
            fix = written(source.file, ("called",), part.name)
            remedy = worded("give one of them another short name (`called`)")
            yield source.note("TW416", both, remedy, "name", warning=True, fix=fix)


def _shut_home(
    source: Source[PersonaPart],
    part: PersonaPart,
    index: Gazetteer,
    world: WorldPart,
    worked_at: set[str | None],
) -> Iterator[Problem]:
    """Yield a warning for a home that is closed at the hour of waking or going to bed and is nobody's
    workplace.
    """
    place = index.place_of.get(index.room(part.home) or "")
    hours = world.root[place].open if place is not None and place not in worked_at else None
    sleep = sleep_minute(part.day.wake, part.day.sleep) % _DAY
    if place is not None and not (is_open(hours, part.day.wake) and is_open(hours, sleep)):
        shut = worded(
            "{name} lives at {place}, which is closed when they wake or go to bed",
            name=shown(part.name),
            place=shown(place),
        )
        remedy = worded("keep {place} open at all hours", place=shown(place))
        fix = taken_away(WORLD, (place, "open"), remedy)
        yield source.note("TW417", shut, remedy, "home", warning=True, fix=fix)


def _walks(
    source: Source[PersonaPart], part: PersonaPart, index: Gazetteer, world: WorldPart
) -> Iterator[Problem]:
    """Yield a warning for each routine line that begins before the agent can arrive from the line above."""
    lines = [(i, line) for i, line in enumerate(part.day.routine) if line.place]
    for (_, one), (i, two) in pairwise(lines):
        here, there = _place(one, index, world), _place(two, index, world)
        if here is None or there is None or here.map is None or there.map is None:
            continue
        minutes = math.ceil(math.dist((here.map.x, here.map.y), (there.map.x, there.map.y)))
        if 0 < two.start - one.start < minutes:
            late = worded(
                "{start} is {minutes} minutes after the line above",
                start=clock_words(two.start),
                minutes=two.start - one.start,
            )
            walk = worded("the walk takes {minutes} minutes; leave more time", minutes=minutes)
            fix = _later(source, i, one.start + minutes)
            yield source.note("TW418", late, walk, "day", "routine", i, warning=True, fix=fix)


def _later(source: Source[PersonaPart], i: int, start: int) -> Mend | None:
    """Build the fix for a line that begins too soon: the earliest possible minute, rounded up to five."""
    way = source.way("day", "routine", i)
    line = node_at(source.whole, way)
    start = math.ceil(start / 5) * 5
    if not isinstance(line, Scalar) or start >= _DAY:
        return None
    _, space, rest = line.text.strip().partition(" ")
    return written(
        source.file,
        way,
        f"{clock_words(start)}{space}{rest}",
        worded("start at {start}", start=clock_words(start)),
    )


def _place(line: RoutineLine, index: Gazetteer, world: WorldPart) -> PlacePart | None:
    return world.root.get(index.place_of.get(index.room(line.place) or "", ""))


def _ages(source: Source[PersonaPart], part: PersonaPart) -> Iterator[Problem]:
    for i, sentence in enumerate(part.seed):
        found = _STATED_AGE.search(sentence)
        if found is None or not sentence.startswith(part.name):
            continue
        stated = int(found[1] or found[2])
        if stated != part.age:
            both = worded(
                "{name} is {age} according to `age`, but {stated} in a memory",
                name=shown(part.name),
                age=part.age,
                stated=stated,
            )
            does = worded("change the age to {stated}", stated=stated)
            fix = written(source.file, ("age",), stated, does) if stated <= _OLDEST else None
            yield source.note("TW419", both, worded("make them match"), "seed", i, warning=True, fix=fix)


def _told_by_nobody(town: Source[TownPart], people: People) -> Iterator[Problem]:
    for i, fact in enumerate(town.part.facts if town.part is not None else ()):
        if len(people) > 1 and set(fact.known_by) >= set(people):
            old = worded("everyone already knows {id}", id=shown(fact.id))
            yield town.note("TW504", old, worded("remove a person from `known_by`"), "facts", i, warning=True)


def _loose_key_words(town: Source[TownPart], people: People, world: WorldPart) -> Iterator[Problem]:
    """Yield a warning for each key word of a fact that is part of a name, or of somebody's usual day."""
    names = [source.part.name for source in people.values() if source.part is not None]
    for part in world.root.values():
        names += [*part.objects, *(name for room in part.rooms.values() for name in room.things)]
    places = [*world.root, *(room for part in world.root.values() for room in part.rooms), *names]
    for i, fact in enumerate(town.part.facts if town.part is not None else ()):
        days = {
            source.part.name: [line.activity for line in source.part.day.routine]
            for agent, source in people.items()
            if source.part is not None and agent not in fact.known_by
        }
        for j, word in enumerate(fact.key_words):
            name = next((one for one in places if _holds(one, word)), "")
            day = next((who for who, done in days.items() if any(_holds(one, word) for one in done)), "")
            if name:
                where = worded("is part of the name {name}", name=shown(name))
            elif day:
                where = worded("appears in the usual day of {name}", name=shown(day))
            else:
                continue
            loose = worded(
                "{word} {where}, so a search for it finds more than the fact {id}",
                word=shown(word),
                where=where,
                id=shown(fact.id),
            )
            way = ("facts", i, "key_words", j)
            yield town.note(
                "TW507", loose, worded("use words that occur only in this fact"), *way, warning=True
            )


def _holds(text: str, word: str) -> bool:
    """Return whether a text contains some words, as whole words if their script has spaces."""
    edge = "" if has_unspaced(word) else r"\b"
    return re.search(f"{edge}{re.escape(word)}{edge}", text, re.IGNORECASE) is not None


def _shut_events(town: Source[TownPart], world: WorldPart) -> Iterator[Problem]:
    """Yield a warning for each fact about an event at a place that is closed then."""
    if town.part is None:
        return
    names = PlaceNames(world.root)
    for i, fact in enumerate(town.part.facts):
        due = due_at(fact.text, town.part.language, town.part.starts)
        place = max(names.named(fact.text), key=len, default="")
        if due is not None and place and not is_open(world.root[place].open, due % _DAY):
            shut = worded("{place} is closed at {due}", place=shown(place), due=clock_words(due % _DAY))
            fix, way = opened(place, world.root[place].open, due), ("facts", i, "text")
            yield town.note(
                "TW505", shut, worded("change the time or the opening hours"), *way, warning=True, fix=fix
            )
