"""Checks for places that personas have to go to without knowing them: they would have to search or ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.clock import clock_words
from engine.errors import worded
from engine.language.names.suggesting import shown
from engine.language.times.told_time import due_at
from engine.scenario.document.edits import Add, Mend, SetField
from engine.scenario.places import Gazetteer, days_out, private_homes
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.schema import PersonaPart, TownPart, WorldPart
from engine.world.place_names import PlaceNames

_REMEDY = worded("add the place to `knows`; otherwise they have to ask for directions or search for it")


def lint_knowing(
    town: Source[TownPart], people: Mapping[str, Source[PersonaPart]], index: Gazetteer, world: WorldPart
) -> Iterator[Problem]:
    """Yield a warning for every routine line and engagement at a place that the persona does not know."""
    parts = [source.part for source in people.values() if source.part is not None]
    homes = private_homes(days_out(parts, index))
    public = {name for name, place in world.root.items() if not _is_private(place.private, name in homes)}
    language = town.part.language if town.part is not None else ""
    starts = town.part.starts if town.part is not None else None
    names = PlaceNames(world.root)
    for agent, source in people.items():
        if source.part is None:
            continue
        known = _known(source.part, index, public)
        yield from _routine(source, source.part, index, known)
        for text, path in _engaging(agent, source.part, town.part):
            unknown = _unknown_place(text, names, known)
            if unknown and due_at(text, language, starts) is not None:
                said = worded(
                    "{name} is expected at {unknown}, which they do not know",
                    name=shown(source.part.name),
                    unknown=shown(unknown),
                )
                where = source if path[0] == "seed" else town
                fix = _known_fix(source, source.part, unknown, known)
                yield where.note("TW414", said, _REMEDY, *path, warning=True, fix=fix)


def _routine(
    source: Source[PersonaPart], part: PersonaPart, index: Gazetteer, known: set[str]
) -> Iterator[Problem]:
    for i, line in enumerate(part.day.routine):
        place = _place(index, line.place)
        if place and place not in known:
            what = f"{clock_words(line.start)} {shown(line.activity, 40)}"
            said = worded(
                "{what} is at {place}, which {name} does not know",
                what=what,
                place=shown(place),
                name=shown(part.name),
            )
            fix = _known_fix(source, part, place, known)
            yield source.note("TW413", said, _REMEDY, "day", "routine", i, warning=True, fix=fix)


def _known_fix(source: Source[PersonaPart], part: PersonaPart, place: str, known: set[str]) -> Mend:
    """Build the fix for an unknown place: it is added to the places the persona knows, which are written out
    first if needed.
    """
    add: Add | SetField = Add(file=source.file, path=("knows",), value=place)
    if part.knows is None:
        add = SetField(file=source.file, path=("knows",), value=[*sorted(known - {""}), place])
    return Mend(
        does=worded("add {place} to what {name} knows", name=shown(part.name), place=shown(place)),
        edits=(add,),
    )


def _engaging(
    agent: str, part: PersonaPart, town: TownPart | None
) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Yield the texts that may commit a persona to a time and a place: their own seed memories, and the facts
    they know.
    """
    for i, text in enumerate(part.seed):
        if text.startswith(part.name):
            yield text, ("seed", i)
    for i, fact in enumerate(town.facts if town is not None else ()):
        if agent in fact.known_by:
            yield fact.text, ("facts", i, "text")


def _unknown_place(text: str, names: PlaceNames, known: set[str]) -> str:
    """Return the place that a text names and the persona does not know, or ""."""
    named = max(names.named(text), key=len, default="")
    return named if named not in known else ""


def _known(part: PersonaPart, index: Gazetteer, public: set[str]) -> set[str]:
    own = {_place(index, said) for said in (part.home, part.work, *(part.knows or ()), *part.knows_too)}
    return own | (public if part.knows is None else set())


def _is_private(said: bool | None, is_home: bool) -> bool:
    return is_home if said is None else said


def _place(index: Gazetteer, said: str) -> str:
    room = index.room(said) if said and said != UNSAID else None
    return index.place_of[room] if room else ""
