"""Reworded: a sentence of an author made anew from what is to be done, where and when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.clock import clock_words, day_of
from engine.cognition.thinker import Town
from engine.intentions.understood import EVERYBODY as EVERYBODY, Understood
from engine.language.any_word import NEVER, any_word
from engine.records import AgentId, Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """What a sentence asks, in the parts of which it is made: `deed` as one says it after "to", `when` the
    minute since 00:00 of day 1, by which it is to be done at the `latest`, or which is its hour. `others` are
    those it is done with or to (`EVERYBODY`: all), and `named` those of them whom the deed names so far.
    """

    deed: str
    place: Path = ""
    when: int | None = None
    latest: bool = False
    others: tuple[AgentId, ...] = ()
    named: tuple[AgentId, ...] = ()


def slots_of(one: Understood) -> Slots | None:
    """Return the parts of what was understood; None of what forbids something, which is no sum of parts."""
    if one.kind == "prohibition":
        return None
    when = one.when
    return Slots(
        deed=one.deed,
        place=one.place,
        when=when.start if when is not None else None,
        latest=when is not None and when.latest,
        others=one.others,
        named=one.others,
    )


def reworded(town: Town, slots: Slots) -> str:
    """Return a sentence of the town's language that says all of it."""
    phrases, deed = town.phrases, _deed(town, slots)
    place = _place(town, slots.place) if slots.place else ""
    when = ""
    if slots.when is not None:
        said = {"day": day_of(slots.when), "clock": clock_words(slots.when)}
        when = phrases.say("asked_by" if slots.latest else "asked_on", **said)
    if place and phrases.is_going(deed):
        text = phrases.say("asked_going", deed=deed, place=place, when=when)
    else:
        where = phrases.say("asked_at", place=place) if place else ""
        text = phrases.say("asked", deed=deed, where=where, when=when)
    return text[:1].upper() + text[1:]


def _place(town: Town, path: Path) -> str:
    """Return a room as it is spoken of; the first of a place by the place."""
    place, room = town.world.place_of[path], town.world.rooms.get(path)
    entered = room is None or place.rooms[0].path == path
    return town.phrases.place(place.name) if entered or room is None else town.phrases.room(room)


def _deed(town: Town, slots: Slots) -> str:
    """Return what is to be done, with those it is to be done with in place of those it names."""
    if slots.others == slots.named or not slots.others:
        return slots.deed
    phrases, names = town.phrases, town.cast.names
    others = phrases.list(
        [phrases.say("asked_all") if one == EVERYBODY else names[one] for one in slots.others]
    )
    joint = rf"(?:\s*(?:,|，|、|{re.escape(phrases.say('list_last').strip())})\s*)+"
    called = any_word({*_called(town, slots.named)}) if slots.named else NEVER
    found = re.search(rf"(?:{called})(?:{joint}(?:{called}))*", slots.deed)
    if found is None:
        return phrases.say("asked_with", deed=slots.deed, others=others)
    return f"{slots.deed[: found.start()]}{others}{slots.deed[found.end() :]}"


def _called(town: Town, agents: Iterable[AgentId]) -> Iterator[str]:
    for one in agents:
        if one == EVERYBODY:
            yield from town.phrases.say("asked_all_as").split("|")
        elif one in town.cast.personas:
            yield from (town.cast.names[one], town.cast.known_as[one].called)
