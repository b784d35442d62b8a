"""Checks for intended actions that no rule can carry out, or with unknown people, places or times."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine.errors import worded
from engine.intentions.preview import Preview
from engine.intentions.understood import MOST_SEED_LETTERS, ReadSentence, Understood, seeds_read
from engine.language.names.suggesting import nearest, nearest_name, shown
from engine.language.times.impossible import impossible_clocks, impossible_times
from engine.language.times.told_time import due_at
from engine.records import AgentId, Scenario
from engine.scenario.lint.said.told import People, Told, sentences
from engine.scenario.problems import Problem
from engine.scenario.reading.check import Source
from engine.scenario.reading.schema import TownPart

INTENDS = re.compile(
    r"^ (?:must|has to|needs to|wants to|means to|plans to|intends to|is going to|is to) \w"
    r"|^(?:打算|想要|决定|必须|准备|计划)\w"
)
"""What follows the name of somebody who is said to mean to do something."""

_LACKS = worded("the rehearsal model does not recognise an action in it")
_REMEDY = worded(
    "write one sentence that says who does what, with whom, where and when; if the sentence is "
    "only a thought, leave it as it is"
)
_NAMED = worded(
    "name a person in the town or add this person; if the sentence is only a thought, leave it as it is"
)
_NAMED_OR_PLACED = worded(
    "name a person or place in the town or add the missing one; if the sentence is only a thought, "
    "leave it as it is"
)
_PLACED = worded(
    "name a place in the town or add this place; if the sentence is only a thought, leave it as it is"
)
_REAL_TIME = worded("use a time from 00:00 to 24:00 and a day that exists in the calendar")


class _Here(NamedTuple):
    """The properties of a town on which the understanding of a sentence depends; towns with equal properties
    are treated as one.
    """

    language: str
    starts: str
    people: tuple[tuple[str, ...], ...]
    rooms: tuple[str, ...]


class _Town:
    """A town, used as the key for readings of its sentences."""

    def __init__(self, scenario: Scenario, preview: Preview) -> None:
        self.scenario = scenario
        self.preview = preview
        self.here = _Here(
            scenario.language,
            scenario.starts.isoformat(),
            tuple(
                (one.id, one.name, one.called, one.pronouns, one.home, one.work) for one in scenario.personas
            ),
            tuple(room.path for place in scenario.places for room in place.rooms),
        )

    def __hash__(self) -> int:
        return hash(self.here)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Town) and self.here == other.here


def lint_meaning(
    scenario: Scenario,
    town: Source[TownPart],
    people: People,
    preview: Preview,
    *,
    misspelt: Collection[tuple[str, int]],
) -> Iterator[Problem]:
    """Yield a warning for every sentence with an action that involves an unknown person, place or time, and a
    notice for every memory of an intention in which no action is understood. `misspelt` are the lines (file,
    number) of names already reported; `preview` is the reader that understands sentences.
    """
    here = _Town(scenario, preview)
    knowing = {fact.text: fact.known_by[0] for fact in scenario.facts if fact.known_by}
    parts = {agent: source.part for agent, source in people.items() if source.part is not None}
    read = {agent: seeds_read(part.seed) for agent, part in parts.items()}
    for told in sentences(town, people):
        match told.path:
            case ("seed", int(number)) if number >= read[told.owner]:
                if number == read[told.owner]:
                    yield _not_read(scenario, told)
                continue
        agent = told.owner or knowing.get(told.text, "")
        yield from _never(here, agent, told)
        named = _strangers(here, agent, told.text).items()
        unknown = [_unknown(scenario, told, name, place=place) for name, place in named]
        unknown += [_no_place(scenario, told, name) for name in _nowhere(here, agent, told.text)]
        yield from (one for one in unknown if (one.file, one.line) not in misspelt)
        if not unknown and told.path[0] == "seed":
            yield from _not_acted_on(here, told)


def _unknown(scenario: Scenario, told: Told, name: str, *, place: bool) -> Problem:
    """Return the problem of a name that no person has, nor a `place` if the sentence asks to visit it, with
    the nearest name.
    """
    near = nearest_name(scenario.personas, name, but=told.owner)
    remedy = _NAMED_OR_PLACED if place else _NAMED
    if near is not None:
        remedy = worded("did you mean {near}?", near=shown(near))
    fix = None if near is None else told.reworded(name, near)
    if place:
        nothing = worded("no person or place here is called {text}", text=shown(name))
        return told.note("TW437", nothing, remedy, fix)
    return told.note("TW437", worded("nobody here is called {text}", text=shown(name)), remedy, fix)


def _no_place(scenario: Scenario, told: Told, name: str) -> Problem:
    """Return the problem of a place that the town does not have, with the nearest place."""
    near = nearest(name, [place.name for place in scenario.places])
    remedy = _PLACED if near is None else worded("did you mean {near}?", near=shown(near))
    fix = None if near is None else told.reworded(name, near)
    return told.note("TW437", worded("no place is called {text}", text=shown(name)), remedy, fix)


def _never(here: _Town, agent: AgentId, told: Told) -> Iterator[Problem]:
    """Yield a warning for every impossible time; in a sentence that asks for nothing, only for impossible
    clock times.
    """
    scenario, text = here.scenario, told.text
    times = impossible_times(text, scenario.language, scenario.starts)
    if times and not _asks(here, agent, text):
        times = impossible_clocks(text)
    for time in times:
        yield told.note("TW444", worded("{time} is not a valid time", time=shown(time)), _REAL_TIME)


def _not_read(scenario: Scenario, told: Told) -> Problem:
    """Return the notice at the first seed memory that is past the limit and no longer read for intentions."""
    message = worded(
        "{name} keeps this and the following memories but does not act on them; only the first "
        "{most:,} characters are checked for intentions",
        name=shown(scenario.persona(told.owner).name),
        most=MOST_SEED_LETTERS,
    )
    remedy = worded("move sentences about intentions to the top")
    return replace(told.note("TW438", message, remedy), severity="notice")


def is_to_be_done(text: str, name: str, scenario: Scenario) -> bool:
    """Return whether a memory says that the named person intends something. Memories with a due hour do not
    count: these are known in any case.
    """
    intends = text.startswith(name) and INTENDS.match(text[len(name) :]) is not None
    return intends and due_at(text, scenario.language, scenario.starts) is None


def _not_acted_on(here: _Town, told: Told) -> Iterator[Problem]:
    """Yield a notice for a memory of an intention in which no action is understood."""
    scenario = here.scenario
    name = scenario.persona(told.owner).name
    if is_to_be_done(told.text, name, scenario) and not _asks(here, told.owner, told.text):
        cannot = worded(
            "{name} remembers this but does not act on it: {lacks}", name=shown(name), lacks=_LACKS
        )
        yield replace(told.note("TW428", cannot, _REMEDY), severity="notice")


@lru_cache(maxsize=512)
def _read(town: _Town, agent: AgentId, text: str) -> tuple[ReadSentence, ...]:
    """Return the readings of a text for an agent; empty if there is no agent with that id."""
    try:
        persona = town.scenario.persona(agent)
    except KeyError:
        return ()
    return town.preview.read(persona, text, 0)


def _asks(town: _Town, agent: AgentId, text: str) -> tuple[Understood, ...]:
    """Return the actions that a text asks of an agent."""
    return tuple(one for reading in _read(town, agent, text) for one in reading.asks if one.who == agent)


@lru_cache(maxsize=2048)
def _strangers(town: _Town, agent: AgentId, text: str) -> dict[str, bool]:
    """Return the unknown people that an agent's action involves; the value says whether the name may be a
    place, since it is only to be visited.
    """
    if not town.preview.names_strangers(text):
        return {}
    return {name: one.kind == "visit" for one in _asks(town, agent, text) for name in one.strangers}


@lru_cache(maxsize=2048)
def _nowhere(town: _Town, agent: AgentId, text: str) -> tuple[str, ...]:
    """Return the unknown places at which an agent's action should happen."""
    if not town.preview.names_places_elsewhere(text):
        return ()
    return tuple(name for reading in _read(town, agent, text) for name in reading.nowhere)
