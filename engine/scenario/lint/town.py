"""Checks of a well-formed scenario for mistakes of meaning: names, times, homes, facts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.errors import with_commas, worded
from engine.language.languages import FALLBACK, base, is_rehearsed, languages, written_in
from engine.language.names.suggesting import did_you_mean, nearest, shown
from engine.scenario.allowed_files import is_device
from engine.scenario.document.edits import Mend
from engine.scenario.document.mends import taken_away, written
from engine.scenario.lint.dull import lint_dull
from engine.scenario.lint.events import lint_events
from engine.scenario.lint.intents import lint_intents
from engine.scenario.lint.knowing import lint_knowing
from engine.scenario.lint.living import lint_living
from engine.scenario.lint.people import lint_people, person_fix, person_remedy, place_fix
from engine.scenario.lint.said.telling import lint_telling
from engine.scenario.lint.town_events import lint_town_events
from engine.scenario.lint.world import is_too_large, lint_world
from engine.scenario.places import Gazetteer, gazetteer
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.fragments import GAP
from engine.scenario.reading.nodes import Path
from engine.scenario.reading.schema import FragmentPart, PersonaPart, TownPart, WorldPart

_MOST_SAID = 1_000  # letters of a memory
_ID = re.compile(r"[^\W_][\w-]{0,39}")


def lint(
    town: Source[TownPart],
    world: Source[WorldPart],
    people: Mapping[str, Source[PersonaPart]],
    *,
    remarks: bool = True,
) -> Iterator[Problem]:
    """Yield every problem of meaning, in the order of the files. Without `remarks`, slow checks whose
    findings do not keep a scenario from being lived are skipped.
    """
    yield from _facts(town, people)
    yield from _fragments(town, people)
    yield from lint_world(world)
    yield from _ids(people)
    part = world.part
    usable = part is not None and bool(part.root) and not is_too_large(part)
    index: Gazetteer | None = gazetteer(part) if usable and part is not None else None
    yield from _places_shared(town, index) if index is not None else ()
    yield from lint_people(people, index, part)
    yield from lint_intents(town, people, index)
    yield from lint_town_events(town, people, index, part if index is not None else None)
    yield from _language(town) if remarks else ()
    if remarks and index is not None and part is not None:
        yield from lint_knowing(town, people, index, part)
        yield from lint_dull(town, people, index, part)
        yield from lint_living(people, index, world)
        yield from lint_telling(town, people, index)
        yield from lint_events(town, people, index, part)


def _language(town: Source[TownPart]) -> Iterator[Problem]:
    """Yield what Townwright lacks in the language of the town."""
    language = town.part.language if town.part is not None else FALLBACK
    if base(written_in(language)) != base(language):
        known = with_commas(tag for tag in languages() if written_in(tag) == tag)
        yield town.note(
            "TW207",
            worded(
                "Townwright has no built-in sentences in {language}; it uses English ones, and people think "
                "and speak in English",
                language=shown(language),
            ),
            worded("write the town in English (`language: en`), or use one of: {languages}", languages=known),
            "language",
            warning=True,
        )
    elif not is_rehearsed(language):
        cannot = worded("the rehearsal model does not speak {language}", language=shown(language))
        remedy = worded("use a served model; for the rehearsal model, state intentions in `intends`")
        yield replace(town.note("TW208", cannot, remedy, "language"), severity="notice")


def _facts(town: Source[TownPart], people: Mapping[str, Source[PersonaPart]]) -> Iterator[Problem]:
    ids: dict[str, int] = {}
    facts = town.part.facts if town.part is not None else []
    taken = {fact.id.casefold() for fact in facts}
    for i, fact in enumerate(facts):
        if fact.id != UNSAID and (first := ids.setdefault(fact.id.casefold(), i)) != i:
            same = worded(
                "facts {first} and {i} have the same id {id}", i=i + 1, first=first + 1, id=shown(fact.id)
            )
            own = written(town.file, town.way("facts", i, "id"), _free_id(fact.id, taken))
            yield town.note("TW501", same, worded("give it a unique id"), "facts", i, "id", fix=own)
        if fact.id != UNSAID and not is_id(fact.id):
            fix = _plain_id(town.file, town.way("facts", i, "id"), fact.id)
            yield town.note(
                "TW005",
                worded("{id} is not a valid id", id=shown(fact.id)),
                _ID_REMEDY,
                "facts",
                i,
                "id",
                fix=fix,
            )
        if not fact.known_by and not town.problems:
            nobody = worded("nobody knows {id}", id=shown(fact.id))
            yield town.note(
                "TW502", nobody, worded("choose who knows it (`known_by`)"), "facts", i, warning=True
            )
        yield from _known_by(town, i, fact.known_by, people)


def _known_by(
    town: Source[TownPart], fact: int, known_by: list[str], people: Mapping[str, Source[PersonaPart]]
) -> Iterator[Problem]:
    for j, person in enumerate(known_by):
        path = ("facts", fact, "known_by", j)
        if person not in people:
            unknown = worded("unknown person {person}", person=shown(person))
            remedy, fix = (
                person_remedy(person, people),
                person_fix(town.file, town.way(*path), person, people),
            )
            yield town.note("TW404", unknown, remedy, *path, fix=fix)
        elif person in known_by[:j]:
            once = taken_away(town.file, town.way(*path), worded("name {person} once", person=shown(person)))
            yield town.note(
                "TW503",
                worded("{person} is named twice", person=shown(person)),
                worded("keep one"),
                *path,
                warning=True,
                fix=once,
            )


def _fragments(town: Source[TownPart], people: Mapping[str, Source[PersonaPart]]) -> Iterator[Problem]:
    """Yield the problems of fragments: unknown names, and fragments that nobody includes."""
    if town.part is None:
        return
    fragments, facts = town.part.fragments, [fact.id for fact in town.part.facts]
    wanted: set[str] = set()
    for source in people.values():
        if source.part is not None:
            yield from _included(source, source.part, list(fragments))
            wanted |= set(source.part.includes)
    for name, part in fragments.items():
        if name not in wanted:
            nobody = worded("nobody includes the fragment {name}", name=shown(name))
            way = ("fragments", name)
            yield town.note(
                "TW432", nobody, worded("add it to a person's `includes`"), *way, key=True, warning=True
            )
        for i, fact in enumerate(part.facts):
            if fact not in facts:
                path = ("fragments", name, "facts", i)
                near = nearest(fact, facts)
                fix = written(town.file, town.way(*path), near) if near is not None else None
                remedy = did_you_mean(fact, facts, worded("use the id of a fact in this town"))
                yield town.note(
                    "TW435", worded("unknown fact {fact}", fact=shown(fact)), remedy, *path, fix=fix
                )
        yield from _gaps(town, name, part)


def _included(source: Source[PersonaPart], part: PersonaPart, known: list[str]) -> Iterator[Problem]:
    for i, name in enumerate(part.includes):
        path = ("includes", i)
        way = source.way(*path)
        if name not in known:
            near = nearest(name, known)
            fix = written(source.file, way, near) if near is not None else None
            remedy = did_you_mean(name, known, worded("add it under `fragments` in town.yaml"))
            yield source.note(
                "TW431", worded("unknown fragment {name}", name=shown(name)), remedy, *path, fix=fix
            )
        elif name in part.includes[:i]:
            once = taken_away(source.file, way, worded("include {name} once", name=shown(name)))
            twice = worded("{name} is included twice", name=shown(name))
            yield source.note("TW433", twice, worded("keep one"), *path, warning=True, fix=once)
    for i, text in enumerate(part.seed):
        if len(text) > _MOST_SAID and source.is_lent("seed", i):
            long = worded("a memory has {text:,} characters with the name filled in", text=len(text))
            yield source.note(
                "TW204",
                long,
                worded("write at most {most_said:,} characters", most_said=_MOST_SAID),
                "seed",
                i,
            )


def _gaps(town: Source[TownPart], name: str, part: FragmentPart) -> Iterator[Problem]:
    """Yield a warning for every unknown word after a $ in a fragment."""
    said = [("seed", i, text) for i, text in enumerate(part.seed)]
    said += [("routine", i, line.activity) for i, line in enumerate(part.routine)]
    for field, i, text in said:
        for word in [one for one in GAP.findall(text) if one != "name"]:
            stands = worded("{word} has no meaning here", word=shown("$" + word))
            remedy = worded("use $name for the person who includes the fragment")
            yield town.note("TW434", stands, remedy, "fragments", name, field, i, warning=True)


def _places_shared(town: Source[TownPart], index: Gazetteer) -> Iterator[Problem]:
    for name, part in town.part.fragments.items() if town.part is not None else ():
        named: list[tuple[str, Path]] = [
            (line.place, ("fragments", name, "routine", i))
            for i, line in enumerate(part.routine)
            if line.place
        ]
        named += [(place, ("fragments", name, "knows", i)) for i, place in enumerate(part.knows)]
        for said, path in named:
            if index.room(said) is None:
                yield town.note(*index.remedy(said), *path, fix=place_fix(town, path, said, index))


def _free_id(said: str, taken: set[str]) -> str:
    """Return a free id similar to one that is taken."""
    return next(
        own for number in range(2, len(taken) + 3) if (own := f"{said}-{number}").casefold() not in taken
    )


def _plain_id(file: str, path: Path, said: str) -> Mend | None:
    """Build the fix for an id with invalid characters, or None."""
    plain = "-".join(re.findall(r"\w+", unicodedata.normalize("NFC", said)))[:40].strip("-_")
    return written(file, path, plain) if is_id(plain) else None


_ID_REMEDY = worded("use up to 40 letters, digits, - and _, starting with a letter or digit")


def is_id(text: str) -> bool:
    """Return whether a text is valid as an id and as a file name on every system."""
    normal = unicodedata.normalize("NFC", text) == text
    return normal and bool(_ID.fullmatch(text)) and not is_device(text)


def _ids(people: Mapping[str, Source[PersonaPart]]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for agent, source in people.items():
        if not is_id(agent):
            yield Problem(
                source.file,
                1,
                1,
                "TW005",
                worded("{agent} is not a valid id", agent=shown(agent)),
                worded("rename the file; {id_remedy}", id_remedy=_ID_REMEDY),
            )
        if (other := seen.setdefault(agent.casefold(), agent)) != agent:
            alike = worded("the file name differs from {other} only in case", other=shown(other))
            yield Problem(source.file, 1, 1, "TW005", alike, worded("rename one of them"))
