"""Which differences of a town's later version can be made in a lived town, and which cannot, with the
reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.errors import BadInput, NotFound, worded, words_of
from engine.records import AgentId, Scenario
from engine.scenario.allowed_files import MOST_PEOPLE, persona_file
from engine.scenario.meaning.amending import (
    FACT,
    OBJECT,
    PATH,
    PLACE,
    ROOM,
    UP,
    UP_AT,
    amended,
    can_be_amended,
    said_of,
)
from engine.scenario.meaning.difference import TIE, Difference
from engine.scenario.meaning.differences import differences
from engine.scenario.newcomer import newcomer_read

_OF_A_FACT = {"text": FACT, "known by": "known by", "key words": "key words"}
_LISTS = ("first memories", "usual day", "known places")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amends:
    """A changed field of a part, as `Amend` takes it; `words` describe the differences."""

    about: str
    field: str
    value: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joins:
    """A person who is new in the later version."""

    agent: AgentId
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A difference that cannot be made in a lived town, and why."""

    words: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves:
    """A person who is no longer in the later version."""

    agent: AgentId
    words: tuple[str, ...]


Wanted = Amends | Joins | Leaves


def applicable(
    lived: Scenario,
    later: Scenario,
    files: Mapping[str, str],
    joined: Collection[AgentId] = (),
    most: int = MOST_PEOPLE,
    away: Collection[AgentId] = (),
) -> tuple[tuple[Wanted, ...], tuple[Refused, ...]]:
    """Return the changes, in order, that turn a lived scenario into a later one (of these files), and those
    that are impossible. People who `joined` by an author's hand are not removed for missing in the later one,
    nor are those who are `away` sent away again; at `most` that many people can live there.

    First the world grows and parts move to their new paths, then people join and fields are changed; what
    nobody uses any more is removed last.
    """
    grown, places, refused = _rebuilding(lived, later, _GROWING)
    found = differences(grown, later)
    news = [one for one in found if one.how == "added" and one.of == "person" and not one.field]
    town, joins, unjoined = _joining(grown, news, files, most)
    refused += unjoined
    wanted: dict[tuple[str, str], list[str]] = {}
    leaves: list[Leaves] = []
    for one in found:
        if one in news or _is_of_the_world(one) or _is_missed_by_nobody(one, grown, later, joined):
            continue
        if one.of == "person" and one.how == "removed" and not one.field:
            leaves += [Leaves(agent=one.about, words=(one.words,))] if one.about not in away else []
        elif keys := list(_fields(one, town, later)):
            for key in keys:
                wanted.setdefault(key, []).append(one.words)
        else:
            refused.append(Refused(words=one.words, why=_why(one, later)))
    amends, impossible, town = _amending(town, later, _days_at_once(wanted))
    _, goes, stays = _rebuilding(town, later, _SHRINKING)
    return (*places, *joins, *amends, *leaves, *goes), (*refused, *impossible, *stays)


_GROWING: Mapping[tuple[str, str], str] = {
    ("added", "place"): PLACE,
    ("added", "room"): ROOM,
    ("added", "object"): OBJECT,
    ("renamed", "place"): PATH,
    ("renamed", "room"): PATH,
    ("renamed", "object"): PATH,
    ("moved", "room"): PATH,
    ("moved", "object"): PATH,
}
_SHRINKING: Mapping[tuple[str, str], str] = {
    ("removed", "object"): OBJECT,
    ("removed", "room"): ROOM,
    ("removed", "place"): PLACE,
}
_MOST_PARTS = 1_000  # of a world that come, go or move at once


def _is_of_the_world(one: Difference) -> bool:
    return not one.field and (one.how, one.of) in (*_GROWING, *_SHRINKING)


def _rebuilding(
    town: Scenario, later: Scenario, ways: Mapping[tuple[str, str], str]
) -> tuple[Scenario, list[Amends], list[Refused]]:
    """Add, move or remove parts of the world one after the other; each change is based on the world after the
    ones before. Returns the changed town, the changes, and the refused ones.
    """
    came: list[Amends] = []
    refused: dict[str, Refused] = {}
    for _ in range(_MOST_PARTS):
        left = (one for one in differences(town, later) if not one.field and (one.how, one.of) in ways)
        one = next((one for one in left if one.words not in refused), None)
        if one is None:
            break
        told = _told_of(one, later, ways[one.how, one.of])
        try:
            town = amended(town, told.about, told.field, told.value)
        except (BadInput, NotFound) as error:
            refused[one.words] = Refused(words=one.words, why=words_of(error))
        else:
            came.append(told)
    return town, came, list(refused.values())


def _told_of(one: Difference, later: Scenario, field: str) -> Amends:
    """Build the change by which a part of the world is added, removed or moved."""
    if field == PATH and one.before.count("/") > one.after.count("/"):  # its room is the place by now
        return Amends(about=one.before.rpartition("/")[0], field=ROOM, value="", words=(one.words,))
    if field == PATH:
        return Amends(about=one.before, field=PATH, value=one.after, words=(one.words,))
    value = said_of(later, one.about, field) if one.how == "added" else ""
    return Amends(about=one.about, field=field, value=value, words=(one.words,))


def _joining(
    town: Scenario, news: Iterable[Difference], files: Mapping[str, str], most: int
) -> tuple[Scenario, list[Joins], list[Refused]]:
    """Add the new people in an order in which each refers only to people already there. Returns the changed
    town, the additions, and those refused.
    """
    joins: list[Joins] = []
    left = list(news)
    while left:
        refused: list[Refused] = []
        waiting: list[Difference] = []
        for one in left:
            try:
                if len(town.personas) >= most:
                    raise BadInput(
                        worded(
                            "this run already has {most} people, the most that it supports; start a "
                            "new run of the scenario",
                            most=most,
                        )
                    )
                new = newcomer_read(files[persona_file(one.about)], town, one.about)
            except BadInput as error:
                waiting.append(one)
                refused.append(Refused(words=one.words, why=words_of(error)))
            else:
                town = replace(town, personas=(*town.personas, new))
                joins.append(Joins(agent=one.about, words=(one.words,)))
        if len(waiting) == len(left):
            return town, joins, refused
        left = waiting
    return town, joins, []


def _amending(
    town: Scenario, later: Scenario, wanted: Mapping[tuple[str, str], list[str]]
) -> tuple[list[Amends], list[Refused], Scenario]:
    """Amend a town one field after the other. Returns the changes, those refused, and the changed town."""
    amends: list[Amends] = []
    refused: list[Refused] = []
    for (about, field), words in wanted.items():
        value = said_of(later, about, field)
        try:
            new = amended(town, about, field, value)
        except (BadInput, NotFound) as error:
            refused.extend(Refused(words=one, why=words_of(error)) for one in words)
            continue
        if said_of(new, about, field) != said_of(town, about, field):  # else it came with another field
            amends.append(Amends(about=about, field=field, value=value, words=tuple(words)))
        town = new
    return amends, refused, town


def _days_at_once(wanted: Mapping[tuple[str, str], list[str]]) -> dict[tuple[str, str], list[str]]:
    """Merge changes of waking and bedtime of one person into one: each alone might make an invalid day."""
    made: dict[tuple[str, str], list[str]] = {}
    for (about, field), words in wanted.items():
        both = field in UP and all((about, one) in wanted for one in UP)
        made.setdefault((about, UP_AT if both else field), []).extend(words)
    return made


def _is_missed_by_nobody(
    one: Difference, lived: Scenario, later: Scenario, joined: Collection[AgentId]
) -> bool:
    """Return whether a difference only says that a person who joined by an author's hand, or a relation to
    them, is missing in the later town.
    """
    if one.of != "person" or (one.field and not one.field.startswith(TIE)):
        return False
    about = _tied(one, lived, later) if one.field.startswith(TIE) else one.about
    return about in joined and all(persona.id != about for persona in later.personas)


def _fields(one: Difference, lived: Scenario, later: Scenario) -> Iterator[tuple[str, str]]:
    """Yield the fields of a part that a difference affects, if they can be amended."""
    if one.of == "fact":
        if one.how == "added":
            fact = next(fact for fact in later.facts if fact.id == one.about)
            yield one.about, FACT
            yield from [(one.about, "known by")] if fact.known_by else []
            yield from [(one.about, "key words")] if fact.key_words else []
        elif one.field in _OF_A_FACT:
            yield one.about, _OF_A_FACT[one.field]
        return
    field = one.field
    if field.startswith(TIE):
        field = f"{TIE}{_tied(one, lived, later)}"
        if not can_be_amended(later, one.about, field):  # the other is gone
            return
    if (one.how == "changed" or field in _LISTS) and field and can_be_amended(lived, one.about, field):
        yield one.about, field


def _tied(one: Difference, lived: Scenario, later: Scenario) -> AgentId:
    """Return the agent to whom the relation in a difference leads, by name."""
    name = one.field.removeprefix(TIE)
    people = (*later.personas, *lived.personas)
    return next(persona.id for persona in people if persona.name == name)


def _why(one: Difference, later: Scenario) -> str:
    if one.of in ("town", "wording"):
        return worded("it cannot change during a run; start a new run to use it")
    if one.of == "fact":
        return worded("people who already know it will still know it; change who knows it instead")
    if one.of == "person":
        return _why_of_somebody(one, later)
    if one.field == "state at first":
        return worded("it already has its own state in the run; set the state on the Stage page")
    return worded("it cannot change after a run starts; start a new run to use it")


def _why_of_somebody(one: Difference, later: Scenario) -> str:
    if one.field.startswith(TIE):
        name = one.field.removeprefix(TIE)
        there = any(persona.name == name for persona in later.personas)
        return (
            worded("{name} cannot join", name=name)
            if there
            else worded("{name} is not in that version", name=name)
        )
    return worded("it takes effect only from the first day; start a new run to use it")
