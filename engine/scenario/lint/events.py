"""Checks for events at places that are closed then, and for events told twice with different hours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from rapidfuzz import fuzz

from engine.clock import DAY, clock_words, worded_moment
from engine.errors import worded
from engine.language.names.suggesting import shown
from engine.language.times.told_time import due_at
from engine.scenario.lint.people import opened
from engine.scenario.places import Gazetteer, is_open
from engine.scenario.problems import Problem
from engine.scenario.reading.check import Source
from engine.scenario.reading.nodes import Path
from engine.scenario.reading.schema import PersonaPart, TownPart, WorldPart
from engine.world.place_names import PlaceNames

_WHOLLY, _MANY_WORDS = 100, 8
_ALIKE = 85  # of a hundred: how like two sentences of one event are, without their numbers
_NUMBERS = re.compile(r"\d+|[:：.,;，。；]")


@dataclass(frozen=True)
class _Event:
    """An event due at a place, as told by a sentence."""

    source: Source[PersonaPart] | Source[TownPart]
    path: Path
    text: str
    place: str
    due: int


def lint_events(
    town: Source[TownPart], people: Mapping[str, Source[PersonaPart]], index: Gazetteer, world: WorldPart
) -> Iterator[Problem]:
    """Yield warnings for memories of events at a closed place, and for events told twice differently."""
    if town.part is None:
        return
    names = PlaceNames(world.root)
    events = list(_facts(town, town.part, names))
    for source in people.values():
        if source.part is None:
            continue
        own = {index.place_of.get(index.room(said) or "") for said in (source.part.home, source.part.work)}
        memories = list(_memories(source, source.part, town.part, names))
        events += memories
        for event in (*memories, *_stated(source, source.part, index)):
            if event.place not in own and not is_open(world.root[event.place].open, event.due % DAY):
                shut = worded(
                    "{place} is closed at {due}", place=shown(event.place), due=clock_words(event.due % DAY)
                )
                fix = opened(event.place, world.root[event.place].open, event.due)
                remedy = worded("change the time or the opening hours")
                yield source.note("TW426", shut, remedy, *event.path, warning=True, fix=fix)
    yield from _told_twice(events)


def _facts(town: Source[TownPart], part: TownPart, names: PlaceNames) -> Iterator[_Event]:
    for i, fact in enumerate(part.facts):
        yield from _event(town, ("facts", i, "text"), fact.text, part, names)


def _memories(
    source: Source[PersonaPart], part: PersonaPart, town: TownPart, names: PlaceNames
) -> Iterator[_Event]:
    for i, text in enumerate(part.seed):
        if text.startswith(part.name):
            yield from _event(source, ("seed", i), text, town, names)


def _stated(source: Source[PersonaPart], part: PersonaPart, index: Gazetteer) -> Iterator[_Event]:
    """Yield the stated intentions that take a person to a place at an hour."""
    for i, intent in enumerate(part.intends):
        place = index.place_of.get(index.room(intent.where) or "", "")
        at = intent.at or intent.every
        if place and at is not None and at.first is not None and intent.kind != "prohibition":
            yield _Event(source, ("intends", i, "where"), "", place, at.first)


def _event(
    source: Source[PersonaPart] | Source[TownPart], path: Path, text: str, town: TownPart, names: PlaceNames
) -> Iterator[_Event]:
    place = max(names.named(text), key=len, default="")
    due = due_at(text, town.language, town.starts) if place else None
    if due is not None:
        yield _Event(source, path, text, place, due)


def _says_the_same(one: str, other: str) -> bool:
    """Return whether two sentences say the same, or one extends the other."""
    if fuzz.token_sort_ratio(one, other) >= _ALIKE:
        return True
    shorter = min(one, other, key=len)
    return len(shorter.split()) >= _MANY_WORDS and fuzz.token_set_ratio(one, other) == _WHOLLY


def _told_twice(events: list[_Event]) -> Iterator[Problem]:
    """Yield a warning for the second of two sentences that tell the same event of a day at different
    hours.
    """
    for one, two in combinations(events, 2):
        if one.place != two.place or one.due == two.due or one.due // DAY != two.due // DAY:
            continue
        if _says_the_same(_NUMBERS.sub(" ", one.text), _NUMBERS.sub(" ", two.text)):
            before = one.source.note("TW506", "", "", *one.path)
            where = worded("line {line} of {file}", line=before.line, file=before.file)
            twice = worded(
                "the time here is {due}, but {other} in {where}",
                due=worded_moment(two.due),
                other=worded_moment(one.due),
                where=where,
            )
            yield two.source.note("TW506", twice, worded("make them match"), *two.path, warning=True)
