"""Fragments of a town: content that several people share, merged into every persona that includes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.scenario.allowed_files import TOWN
from engine.scenario.places import after_midnight, sleep_minute
from engine.scenario.reading.check import Origin, Source, check_file
from engine.scenario.reading.nodes import Path
from engine.scenario.reading.schema import FragmentPart, PersonaPart, RoutineLine, TownPart

NAME = "$name"
"""Stands in a sentence of a fragment for whoever includes it."""

GAP = re.compile(r"\$([A-Za-z_]+)")
_NAME = re.compile(r"\$name(?![A-Za-z0-9_])")

T = TypeVar("T")
Lent = tuple[T, Path]
"""Something that a fragment says, and where in the town's file."""


def shared(
    town: Source[TownPart], people: Mapping[str, Source[PersonaPart]]
) -> tuple[Source[TownPart], Mapping[str, Source[PersonaPart]]]:
    """Return a town and its people with the fragments merged in: after the persona's own content, routine
    lines at their hour. A persona's own values take precedence.
    """
    fragments = town.part.fragments if town.part is not None else {}
    if town.part is None or not fragments:
        return town, people
    return _knowing(town, town.part, people), {
        agent: _sharing(source, source.part, town, fragments)
        if source.part is not None and source.part.includes
        else source
        for agent, source in people.items()
    }


def fragments_in(files: Mapping[str, str]) -> Mapping[str, FragmentPart]:
    """Return the fragments in the town's file, as far as it can be read."""
    part = check_file(files.get(TOWN, ""), TOWN, TownPart).part
    return part.fragments if part is not None else {}


def included(part: PersonaPart, fragments: Mapping[str, FragmentPart]) -> Sequence[str]:
    """Return the existing fragments that a persona includes, each once."""
    return [name for name in dict.fromkeys(part.includes) if name in fragments]


def _knowing(
    town: Source[TownPart], part: TownPart, people: Mapping[str, Source[PersonaPart]]
) -> Source[TownPart]:
    """Return the town with everybody whose fragment contains a fact added to those who know it."""
    knowing: dict[str, list[str]] = {}
    for agent, source in people.items():
        for name in included(source.part, part.fragments) if source.part is not None else ():
            for fact in part.fragments[name].facts:
                knowing.setdefault(fact, []).append(agent)
    facts = [
        fact.model_copy(update={"known_by": [*fact.known_by, *_new(fact.known_by, knowing[fact.id])]})
        if fact.id in knowing
        else fact
        for fact in part.facts
    ]
    return replace(town, part=part.model_copy(update={"facts": facts}))


def _sharing(
    source: Source[PersonaPart],
    part: PersonaPart,
    town: Source[TownPart],
    fragments: Mapping[str, FragmentPart],
) -> Source[PersonaPart]:
    names = included(part, fragments)
    traits = _lent(part.traits, _said(names, "traits", [fragments[name].traits for name in names]))
    told = [[_of(text, part.name) for text in fragments[name].seed] for name in names]
    seed = _lent(part.seed, _said(names, "seed", told))
    knows = _lent(part.knows or [], _said(names, "knows", [fragments[name].knows for name in names]))
    done = [[_line_of(line, part.name) for line in fragments[name].routine] for name in names]
    routine = _in_hours(part, _said(names, "routine", done))
    origins: dict[Path, Origin] = {}
    for path, own, lent in (
        (("traits",), len(part.traits), traits),
        (("seed",), len(part.seed), seed),
        (("knows too",), 0, knows),
    ):
        origins |= {(*path, own + at): Origin(way, town) for at, (_, way) in enumerate(lent)}
    for at, (_, way) in enumerate(routine):
        origins[("day", "routine", at)] = Origin(way, town if way[0] == "fragments" else None)
    also = {
        "traits": [*part.traits, *(trait for trait, _ in traits)],
        "seed": [*part.seed, *(text for text, _ in seed)],
        "day": part.day.model_copy(update={"routine": [line for line, _ in routine]}),
    }
    return replace(source, part=part.sharing(also, tuple(place for place, _ in knows)), origins=origins)


def _said(names: Sequence[str], field: str, said: Sequence[Sequence[T]]) -> Iterator[Lent[T]]:
    """Yield the items of some fragments in a field, with their paths."""
    for name, items in zip(names, said, strict=True):
        for at, item in enumerate(items):
            yield item, ("fragments", name, field, at)


def _lent(own: Sequence[T], said: Iterator[Lent[T]]) -> Sequence[Lent[T]]:
    """Return the fragment items that the persona does not have already, each once."""
    found: list[Lent[T]] = []
    for item, way in said:
        if item not in own and all(item != other for other, _ in found):
            found.append((item, way))
    return found


def _in_hours(part: PersonaPart, said: Iterator[Lent[RoutineLine]]) -> Sequence[Lent[RoutineLine]]:
    """Merge routine lines of fragments into a usual day, each before the first later line; a persona's own
    line at the same minute takes precedence.
    """
    wake, sleep = part.day.wake, sleep_minute(part.day.wake, part.day.sleep)
    lines: list[Lent[RoutineLine]] = [
        (line, ("day", "routine", at)) for at, line in enumerate(part.day.routine)
    ]
    for line, way in said:
        start = after_midnight(line.start, wake, sleep)
        starts = [after_midnight(other.start, wake, sleep) for other, _ in lines]
        if start not in starts:
            at = next((n for n, other in enumerate(starts) if other > start), len(lines))
            lines.insert(at, (line, way))
    return lines


def _of(text: str, name: str) -> str:
    return _NAME.sub(lambda _: name, text)


def _line_of(line: RoutineLine, name: str) -> RoutineLine:
    return line.model_copy(update={"activity": _of(line.activity, name)})


def _new(known: Sequence[str], others: Sequence[str]) -> Sequence[str]:
    return [one for one in dict.fromkeys(others) if one not in known]
