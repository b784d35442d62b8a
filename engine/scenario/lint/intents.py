"""Checks of stated intentions: unknown people and places, missing or unused fields, contradictory times."""

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

_REMEDIES: Mapping[str, Worded] = {
    "whom": worded("add the people it involves (`with` or `to`)"),
    "content": worded("add what it is (`what`)"),
    "where": worded("add a place (`where`); otherwise it takes place at home"),
    "when": worded("add a time (`at`)"),
    "closeness": worded("add how close they feel (`closeness`), from -1 to 1; otherwise nothing changes"),
}
_DISPENSABLE = ("where", "closeness")  # missing ones are a warning rather than an error


def lint_intents(town: Source[TownPart], people: People, index: Gazetteer | None) -> Iterator[Problem]:
    """Yield every problem of the intentions of a town and its personas; places are checked only if the world
    was read.
    """
    sources: list[Source[TownPart] | Source[PersonaPart]] = [town, *people.values()]
    for source in sources:
        for number, intent in enumerate(source.part.intends if source.part is not None else ()):
            yield from lint_intent(source, intent, ("intends", number), people, index)


def lint_intent(
    source: _Source, intent: IntentPart, path: Path, people: People, index: Gazetteer | None
) -> Iterator[Problem]:
    """Yield every problem of the intention at a path of a file."""
    yield from _people(source, intent, path, people)
    if index is not None and intent.where and index.room(intent.where) is None:
        way = (*path, "where")
        yield source.note(*index.remedy(intent.where), *way, fix=place_fix(source, way, intent.where, index))
    if intent.kind == UNSAID:
        return
    for slot in _missing(intent):
        if slot in _DISPENSABLE:
            message = worded("this {kind} is missing a detail", kind=intent.kind)
            yield source.note("TW443", message, _REMEDIES[slot], *path, warning=True)
        else:
            message = worded("this {kind} is incomplete", kind=intent.kind)
            yield source.note("TW439", message, _REMEDIES[slot], *path)
    yield from _unused(source, intent, path)
    yield from _over_before(source, intent, path)
    if intent.if_:
        message = worded("the condition {condition} cannot be checked", condition=shown(intent.if_))
        remedy = worded("remove `if`; the intention is carried out whether or not the condition is true")
        yield source.note("TW440", message, remedy, *path, "if", warning=True)


def _unused(source: _Source, intent: IntentPart, path: Path) -> Iterator[Problem]:
    """Yield a warning for each field that an intention of this kind does not use."""
    fields = {*fields_of_kind(intent.kind), "kind", "who", "if", "because", "text"}
    if fields & {"with", "to"}:  # both name the people
        fields |= {"with", "to"}
    stated = intent.model_dump(by_alias=True, exclude_defaults=True)
    for name in sorted(set(stated) - fields):
        message = worded("{name} is not a field of the kind {kind}", kind=intent.kind, name=shown(name))
        remedy = worded("its fields are {names}", names=", ".join(fields_of_kind(intent.kind)))
        fix = taken_away(source.file, source.way(*path, name), worded("remove {name}", name=shown(name)))
        yield source.note("TW442", message, remedy, *path, name, key=True, warning=True, fix=fix)


def _over_before(source: _Source, intent: IntentPart, path: Path) -> Iterator[Problem]:
    """Yield a problem for each field that ends an intention before it begins."""
    if intent.at is None or intent.at.recurs:
        return
    begins = _minute(intent.at, intent.at, default_clock=0)
    for name, moment in (("by", intent.by), ("until", intent.until)):
        if (
            moment is not None
            and not moment.recurs
            and _minute(moment, intent.at, default_clock=DAY) <= begins
        ):
            message = worded("this intention ends before it starts")
            remedy = worded("make `{name}` later than `at`, or remove one of them", name=name)
            yield source.note("TW445", message, remedy, *path, name)


def _minute(moment: StatedMoment, start: StatedMoment, *, default_clock: int) -> int:
    """Return the minute of a moment; by default on the day of `start`, at `default_clock`."""
    day = moment.day or start.day or 1
    return minute_at(day, moment.first if moment.first is not None else default_clock)


def _people(source: _Source, intent: IntentPart, path: Path, people: People) -> Iterator[Problem]:
    named = [("with", intent.with_), ("to", intent.to)]
    named += [("except", intent.except_), ("kept_from", intent.kept_from)]
    if isinstance(intent, TownIntentPart):
        named.append(("who", intent.who))
    for field, persons in named:
        is_list = isinstance(node_at(source.whole, source.way(*path, field)), Items)
        for position, person in enumerate(persons):
            way = (*path, field, position) if is_list else (*path, field)
            if person == ALL and field == "except":
                remedy = worded("name the people to exclude, or remove `except`")
                yield source.note("TW204", worded("everyone is excluded"), remedy, *way)
            if person in people or person in (ALL, UNSAID):
                continue
            message = worded("unknown person {person}", person=shown(person))
            fix = person_fix(source.file, source.way(*way), person, people)
            yield source.note("TW404", message, person_remedy(person, people), *way, fix=fix)


def _missing(intent: IntentPart) -> Iterator[str]:
    """Yield the required parts that an intention lacks."""
    missing = {
        "whom": not (intent.with_ or intent.to or intent.kept_from),
        "content": not intent.what,
        "where": not intent.where,
        "when": intent.at is None and intent.by is None,
    }
    needs = practices()[intent.kind].needs
    for slot in needs:
        is_for_anybody = intent.kind == "question" and slot == "whom"
        if missing[slot] and not is_for_anybody:
            yield slot
    if intent.kind == "feeling" and intent.closeness is None:
        yield "closeness"
    if "content" not in needs and missing["content"] and missing["where"] and missing["whom"]:
        yield "content"
