"""What of a town's later version can be told to one that lives already, and what cannot, with the reason."""

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
    TIE,
    UP,
    UP_AT,
    amended,
    can_be_amended,
    said_of,
)
from engine.scenario.meaning.difference import Difference
from engine.scenario.meaning.differences import differences
from engine.scenario.newcomer import newcomer_read

_OF_A_FACT = {"text": FACT, "known by": "known by", "key words": "key words"}
_LISTS = ("first memories", "usual day", "known places")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amends:
    """A field of a part that says something else: what `Amend` is told; `words` say what differs."""

    about: str
    field: str
    value: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joins:
    """Somebody who is new in the later version."""

    agent: AgentId
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """What differs and cannot come into a town that lives, and why."""

    words: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaves:
    """Somebody who is not in the later version any more."""

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
    """Return what can be told, one after the other, to a town that is lived as one scenario, so that it is as
    a later one (of these files) says, and what cannot. Who `joined` it by an author's hand is not missed in
    the later one, nor is who is `away` sent away again; at `most` so many people can live there.

    First the world grows and parts of it get their new paths, then people come and all else is said
    otherwise; what nobody lives by any more goes last.
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
    """Let parts of the world come and have other paths, or go, one after the other: what is said of the next
    one is said of a world in which those before have. Returns the town with them.
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
    """Return what a town is told so that a part of the world comes, goes or has another path."""
    if field == PATH and one.before.count("/") > one.after.count("/"):  # its room is the place by now
        return Amends(about=one.before.rpartition("/")[0], field=ROOM, value="", words=(one.words,))
    if field == PATH:
        return Amends(about=one.before, field=PATH, value=one.after, words=(one.words,))
    value = said_of(later, one.about, field) if one.how == "added" else ""
    return Amends(about=one.about, field=field, value=value, words=(one.words,))


def _joining(
    town: Scenario, news: Iterable[Difference], files: Mapping[str, str], most: int
) -> tuple[Scenario, list[Joins], list[Refused]]:
    """Let those who are new come in an order in which each knows only who is there already; returns the town
    with them, how they come, and who cannot come.
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
                        worded("{most} people live there, and its log can tell no more apart", most=most)
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
    """Return what can be amended of a town, one field after the other, what cannot, and the town by then."""
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
    """Return what is wanted with waking and bedtime, where both are of one person, as one: each alone may
    make no day.
    """
    made: dict[tuple[str, str], list[str]] = {}
    for (about, field), words in wanted.items():
        both = field in UP and all((about, one) in wanted for one in UP)
        made.setdefault((about, UP_AT if both else field), []).extend(words)
    return made


def _is_missed_by_nobody(
    one: Difference, lived: Scenario, later: Scenario, joined: Collection[AgentId]
) -> bool:
    """Return whether a difference is that somebody who joined by an author's hand is not in the later town,
    or is no more tied to.
    """
    if one.of != "person" or (one.field and not one.field.startswith(TIE)):
        return False
    about = _tied(one, lived, later) if one.field.startswith(TIE) else one.about
    return about in joined and all(persona.id != about for persona in later.personas)


def _fields(one: Difference, lived: Scenario, later: Scenario) -> Iterator[tuple[str, str]]:
    """Yield the fields of a part that a difference is in, if a town that lives can be told of them."""
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
    """Return to whom the tie is that a difference calls by the name."""
    name = one.field.removeprefix(TIE)
    people = (*later.personas, *lived.personas)
    return next(persona.id for persona in people if persona.name == name)


def _why(one: Difference, later: Scenario) -> str:
    if one.of in ("town", "wording"):
        return worded("it is what the run was begun with; begin another run with it")
    if one.of == "fact":
        return worded("who knows it goes on to know it; amend whom it is known by")
    if one.of == "person":
        return _why_of_somebody(one, later)
    if one.field == "state at first":
        return worded("it has a state of its own by now; set it by hand, on the Stage")
    return worded("it is kept as the run was begun; begin another run with it")


def _why_of_somebody(one: Difference, later: Scenario) -> str:
    if one.field.startswith(TIE):
        name = one.field.removeprefix(TIE)
        there = any(persona.name == name for persona in later.personas)
        return (
            worded("{name} cannot come", name=name)
            if there
            else worded("{name} is gone in that version", name=name)
        )
    return worded("others know it by heart, or live by it, from the first day; begin another run with it")
