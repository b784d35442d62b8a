"""What intentions that are stated as data may get wrong: people and places that there are not, and what their
kind cannot be without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.clock import DAY, minute_at
from engine.errors import Worded, worded
from engine.language.names.suggesting import shown
from engine.practices.practice import practices
from engine.records import StatedMoment
from engine.scenario.document.mends import taken_away
from engine.scenario.document.spots import node_at
from engine.scenario.lint.people import People, person_fix, person_remedy, place_fix
from engine.scenario.places import Gazetteer
from engine.scenario.problems import Problem
from engine.scenario.reading.check import UNSAID, Source
from engine.scenario.reading.nodes import Items, Path
from engine.scenario.reading.schema import PersonaPart, TownPart
from engine.scenario.reading.stated.fields import ALL
from engine.scenario.reading.stated.intents import IntentPart, TownIntentPart, fields_of_kind

_Source = Source[TownPart] | Source[PersonaPart] | Source[IntentPart]

_LACKS: Mapping[str, Worded] = {
    "whom": worded("say with whom (`with`) or to whom (`to`)"),
    "content": worded("say `what` it is"),
    "where": worded("say `where`; else it will be at home"),
    "when": worded("say when (`at`)"),
    "closeness": worded("say how close they feel (`closeness`), from -1 to 1; else nothing changes"),
}


_DISPENSABLE = ("where", "closeness")  # without which something comes of it all the same


def lint_intents(town: Source[TownPart], people: People, index: Gazetteer | None) -> Iterator[Problem]:
    """Yield every problem of the intentions that are stated in the town and in personas; places are checked
    only when the world could be read.
    """
    sources: list[Source[TownPart] | Source[PersonaPart]] = [town, *people.values()]
    for source in sources:
        for number, intent in enumerate(source.part.intends if source.part is not None else ()):
            yield from lint_intent(source, intent, ("intends", number), people, index)


def lint_intent(
    source: _Source, intent: IntentPart, path: Path, people: People, index: Gazetteer | None
) -> Iterator[Problem]:
    """Yield every problem of an intention that stands at a path of a file."""
    yield from _people(source, intent, path, people)
    if index is not None and intent.where and index.room(intent.where) is None:
        way = (*path, "where")
        yield source.note(*index.remedy(intent.where), *way, fix=place_fix(source, way, intent.where, index))
    if intent.kind == UNSAID:
        return
    for slot in _lacking(intent):
        if slot in _DISPENSABLE:
            opens = worded("this {kind} leaves something open", kind=intent.kind)
            yield source.note("TW443", opens, _LACKS[slot], *path, warning=True)
        else:
            lacks = worded("this {kind} is not complete", kind=intent.kind)
            yield source.note("TW439", lacks, _LACKS[slot], *path)
    yield from _unused(source, intent, path)
    yield from _over_before(source, intent, path)
    if intent.if_:
        only = worded("nobody can tell whether {condition} is so", condition=shown(intent.if_))
        remedy = worded("leave `if` out: it is done whether that is so or not")
        yield source.note("TW440", only, remedy, *path, "if", warning=True)


def _unused(source: _Source, intent: IntentPart, path: Path) -> Iterator[Problem]:
    """Yield a warning for each field that an intention of its kind does nothing with."""
    fields = {*fields_of_kind(intent.kind), "kind", "who", "if", "because", "text"}
    if fields & {"with", "to"}:  # both say whom
        fields |= {"with", "to"}
    stated = intent.model_dump(by_alias=True, exclude_defaults=True)
    for name in sorted(set(stated) - fields):
        message = worded("a {kind} has no field {name}", kind=intent.kind, name=shown(name))
        remedy = worded("its fields are {names}", names=", ".join(fields_of_kind(intent.kind)))
        away = taken_away(source.file, source.way(*path, name), worded("take {name} away", name=shown(name)))
        yield source.note("TW442", message, remedy, *path, name, key=True, warning=True, fix=away)


def _over_before(source: _Source, intent: IntentPart, path: Path) -> Iterator[Problem]:
    """Yield each field by which it is over before it begins."""
    if intent.at is None or intent.at.recurs:
        return
    begins = _minute(intent.at, intent.at, of_hour=0)
    for name, moment in (("by", intent.by), ("until", intent.until)):
        if moment is not None and not moment.recurs and _minute(moment, intent.at, of_hour=DAY) <= begins:
            over = worded("it is over before it begins")
            remedy = worded("let `{name}` be later than `at`, or leave one of them out", name=name)
            yield source.note("TW445", over, remedy, *path, name)


def _minute(moment: StatedMoment, other: StatedMoment, *, of_hour: int) -> int:
    """Return the minute that is meant, on the day of the other where none is named, and at an hour of the day
    where no hour is.
    """
    day = moment.day or other.day or 1
    return minute_at(day, moment.first if moment.first is not None else of_hour)


def _people(source: _Source, intent: IntentPart, path: Path, people: People) -> Iterator[Problem]:
    named = [("with", intent.with_), ("to", intent.to)]
    named += [("except", intent.except_), ("kept_from", intent.kept_from)]
    if isinstance(intent, TownIntentPart):
        named.append(("who", intent.who))
    for field, persons in named:
        is_list = isinstance(node_at(source.whole, source.way(*path, field)), Items)
        for at, person in enumerate(persons):
            if person in people or person in (ALL, UNSAID):
                continue
            way = (*path, field, at) if is_list else (*path, field)
            unknown = worded("unknown person {person}", person=shown(person))
            fix = person_fix(source.file, source.way(*way), person, people)
            yield source.note("TW404", unknown, person_remedy(person, people), *way, fix=fix)


def _lacking(intent: IntentPart) -> Iterator[str]:
    """Yield what an intention does not say and cannot be without, by its kind."""
    lacks = {
        "whom": not (intent.with_ or intent.to or intent.kept_from),
        "content": not intent.what,
        "where": not intent.where,
        "when": intent.at is None and intent.by is None,
    }
    needs = practices()[intent.kind].needs
    for slot in needs:
        of_whoever_knows = intent.kind == "question" and slot == "whom"
        if lacks[slot] and not of_whoever_knows:
            yield slot
    if intent.kind == "feeling" and intent.closeness is None:
        yield "closeness"
    if "content" not in needs and lacks["content"] and lacks["where"] and lacks["whom"]:
        yield "content"
