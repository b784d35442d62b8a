"""What a well-formed scenario may still get wrong: names, times, homes, facts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from engine.language.suggesting import shown
from engine.scenario.allowed_files import is_device
from engine.scenario.lint.knowing import lint_knowing
from engine.scenario.lint.people import lint_people, person_remedy
from engine.scenario.lint.world import is_too_large, lint_world
from engine.scenario.places import Gazetteer, gazetteer
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.schema import PersonaPart, TownPart, WorldPart

_ID = re.compile(r"[^\W_][\w-]{0,39}")


def lint(
    town: Source[TownPart], world: Source[WorldPart], people: Mapping[str, Source[PersonaPart]]
) -> Iterator[Problem]:
    """Yield every problem of meaning, in the order of the files."""
    yield from _facts(town, people)
    yield from lint_world(world)
    yield from _ids(people)
    part = world.part
    usable = part is not None and bool(part.root) and not is_too_large(part)
    index: Gazetteer | None = gazetteer(part) if usable and part is not None else None
    yield from lint_people(people, index, part)
    if index is not None and part is not None:
        yield from lint_knowing(town, people, index, part)


def _facts(town: Source[TownPart], people: Mapping[str, Source[PersonaPart]]) -> Iterator[Problem]:
    ids: dict[str, int] = {}
    for i, fact in enumerate(town.part.facts if town.part is not None else ()):
        if fact.id != UNSAID and (first := ids.setdefault(fact.id.casefold(), i)) != i:
            same = f"fact {i + 1} has the id of fact {first + 1}, {shown(fact.id)}"
            yield town.note("TW501", same, "give it an id of its own", "facts", i, "id")
        if fact.id != UNSAID and not is_id(fact.id):
            yield town.note("TW005", f"{shown(fact.id)} is no good id", _ID_REMEDY, "facts", i, "id")
        if not fact.known_by and not town.problems:
            nobody = f"nobody knows {shown(fact.id)}"
            yield town.note("TW502", nobody, "name somebody in known_by", "facts", i, warning=True)
        yield from _known_by(town, i, fact.known_by, people)


def _known_by(
    town: Source[TownPart], fact: int, known_by: list[str], people: Mapping[str, Source[PersonaPart]]
) -> Iterator[Problem]:
    for j, person in enumerate(known_by):
        path = ("facts", fact, "known_by", j)
        if person not in people:
            unknown = f"unknown person {shown(person)}"
            yield town.note("TW404", unknown, person_remedy(person, people), *path)
        elif person in known_by[:j]:
            yield town.note("TW503", f"{shown(person)} is named twice", "keep one", *path, warning=True)


_ID_REMEDY = "use up to 40 letters, digits, - and _, beginning with a letter or digit"


def is_id(text: str) -> bool:
    """Return whether a text can be an id and a file name everywhere."""
    normal = unicodedata.normalize("NFC", text) == text
    return normal and bool(_ID.fullmatch(text)) and not is_device(text)


def _ids(people: Mapping[str, Source[PersonaPart]]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for agent, source in people.items():
        if not is_id(agent):
            yield Problem(
                source.file, 1, 1, "TW005", f"{shown(agent)} is no good id", f"rename the file; {_ID_REMEDY}"
            )
        if (other := seen.setdefault(agent.casefold(), agent)) != agent:
            alike = f"the file name differs from {shown(other)} only in case"
            yield Problem(source.file, 1, 1, "TW005", alike, "rename one of them")
