"""Resolve what people give as input: agents, objects, moments, kinds, numbers.

The command line and the Python API both use these functions, so that both accept the same and give the same
errors. They return what the engine uses: ids, paths, minutes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NoReturn, TypeAlias, TypedDict, TypeVar, get_args

from pydantic import ValidationError

from engine.clock import DAY, parse_moment, worded_moment
from engine.cognition.asking.asked_by import AskedBy
from engine.errors import BadInput, NotFound, remedy_of, with_commas, worded
from engine.language.names.suggesting import did_you_mean, shown
from engine.language.unspaced import has_unspaced
from engine.records import AgentId, MemoryKind, Path
from engine.row_ids import MOST_ID, WIDE, width_for
from engine.settings import FACULTIES, Cognition, Faculty, Weights, cognition
from engine.store.log.entries import TABLES

if TYPE_CHECKING:  # scenarios are written, and asked for in words, long before anybody looks at a town
    from engine.cognition.thinker import Town

When: TypeAlias = int | str
"""A moment as people give it: in words ("day 2 12:00"), or as the minute since 00:00 of day 1."""

MOST_DAYS = 9_999
MOST_AT_ONCE = 256
REACHED_BY_ALL = WIDE.last_minute  # however many people a town has
MOST_ROWS = 10_000_000
KINDS: tuple[MemoryKind, ...] = get_args(MemoryKind)

_OUTSIDERS: Mapping[str, Literal["stranger", "reporter"]] = {
    "stranger": "stranger", "a stranger": "stranger", "reporter": "reporter", "a reporter": "reporter",
}  # fmt: skip
_LONGEST_ASKER = 200
_LAST = MOST_DAYS * DAY
_SETTINGS = tuple(Cognition.model_fields)
_LISTED = worded("use one of: {known}", known=with_commas(_SETTINGS))
N = TypeVar("N", bound=str)


# ---- moments and numbers


def minute_meant(said: When) -> int:
    """Return the minute of a moment. Raises BadInput if it is none."""
    if isinstance(said, str):
        return parse_moment(said)
    if isinstance(said, bool) or not isinstance(said, int) or not 0 <= said <= _LAST:
        raise BadInput(
            worded(
                '{brief} is not a valid moment; write it as "day 2 17:00", or as the number of minutes '
                "since day 1 00:00",
                brief=_brief(said),
            )
        )
    return said


def lived_minute(said: When, clock: int) -> int:
    """Return the minute of a moment that a run at `clock` has lived.

    Raises BadInput if it is in the future.
    """
    minute = minute_meant(said)
    if minute > clock:
        raise BadInput(
            worded(
                "this run has not reached {minute} yet (it is at {clock}); choose an earlier moment, "
                "or continue the run first",
                minute=worded_moment(minute),
                clock=worded_moment(clock),
            )
        )
    return minute


def lived_day(said: int, clock: int) -> int:
    """Return a day (counted from 1) that a run at `clock` has begun. Raises BadInput if it has not."""
    day = whole(said, worded("a day"), 1, MOST_DAYS)
    if day > clock // DAY + 1:
        raise BadInput(
            worded(
                "this run has not reached day {day} yet (it is at {clock}); choose an earlier day, or "
                "continue the run first",
                day=day,
                clock=worded_moment(clock),
            )
        )
    return day


def goal_meant(name: str, clock: int, asked: int | None, until: When | None, days: int | None) -> int:
    """Return the minute to live to: `until`, or the end of `days` days, or the earlier of both.

    With neither it is the `asked` minute of the last request, or the end of the first day. Raises BadInput
    if it is before the run's clock, unless the run was last asked to go there.
    """
    midnight = clock // DAY * DAY
    goals = [] if days is None else [midnight + whole(days, worded("a number of days"), 1, MOST_DAYS) * DAY]
    goals += [] if until is None else [minute_meant(until)]
    if not goals:
        return midnight + DAY if asked is None else asked
    goal = min(goals)
    if goal < clock and goal != asked:
        raise BadInput(
            worded(
                "{name!r} is already at {clock}; choose a later moment, or fork it at an earlier one",
                name=name,
                clock=worded_moment(clock),
            )
        )
    return goal


def within_reach(goal: int, people: int) -> int:
    """Return `goal` if the log of a town with so many people has row ids up to then; else raise BadInput."""
    last = width_for(people).last_minute
    if goal > last:
        raise BadInput(
            worded(
                "a town of {people:,} people can run until {last} at the latest, not until {goal}; "
                "choose an earlier moment",
                people=people,
                last=worded_moment(last),
                goal=worded_moment(goal),
            )
        )
    return goal


def whole(said: int, what: str, least: int, most: int) -> int:
    """Return a whole number between two bounds. Raises BadInput if it is not."""
    if isinstance(said, bool) or not isinstance(said, int) or not least <= said <= most:
        raise BadInput(
            worded(
                "{what} must be a whole number from {least} to {most}, not {brief}",
                what=what,
                least=least,
                most=most,
                brief=_brief(said),
            )
        )
    return said


def share(said: float, what: str) -> float:
    """Return a number above 0 and at most 1. Raises BadInput if it is not."""
    if isinstance(said, bool) or not isinstance(said, int | float) or not 0 < said <= 1:
        raise BadInput(
            worded(
                "{what} must be a number above 0 and at most 1, not {brief}", what=what, brief=_brief(said)
            )
        )
    return float(said)


def weights_meant(said: Weights) -> Weights:
    """Return the weights of the parts of a score. Raises BadInput if they are not `Weights`."""
    if not isinstance(said, Weights):
        raise BadInput(
            worded(
                "weights must have the form Weights(recency=1, importance=1, relevance=1), not {brief}",
                brief=_brief(said),
            )
        )
    return said


def yes_or_no(said: bool, what: str) -> bool:
    """Return a boolean. Raises BadInput if it is not."""
    if not isinstance(said, bool):
        raise BadInput(worded("{what} must be True or False, not {brief}", what=what, brief=_brief(said)))
    return said


def row_ids(said: Collection[int]) -> tuple[int, ...]:
    """Return some row ids as a tuple. Raises BadInput for a text or an invalid id."""
    if isinstance(said, str) or not isinstance(said, Collection):
        raise BadInput(worded("{brief} is not a list of ids; use a list such as [1, 2]", brief=_brief(said)))
    return tuple(map(row_id, said))


def row_id(said: int) -> int:
    """Return a number that could be a row id. Raises BadInput if it is not."""
    return whole(said, worded("the id of an item"), 0, MOST_ID)


class Paging(TypedDict):
    """The part of a list to return."""

    offset: int
    limit: int


def paging(offset: int, limit: int) -> Paging:
    """Return the part of a list that begins at an offset and has at most `limit` rows."""
    return Paging(
        offset=whole(offset, worded("an offset"), 0, MOST_ROWS),
        limit=whole(limit, worded("a limit"), 0, MOST_ROWS),
    )


def settings_meant(said: Mapping[str, object]) -> Mapping[str, object]:
    """Return settings of cognition. Raises BadInput that names the first unknown or invalid setting."""
    try:
        cognition(said)
    except (ValidationError, TypeError, ValueError) as error:
        raise BadInput(_wrong_setting(error, said)) from None
    return said


def _wrong_setting(error: Exception, said: object) -> str:
    if not isinstance(error, ValidationError):
        return worded(
            "settings must be a dictionary, not {brief}; write it as {{'retrieve': 20}}", brief=_brief(said)
        )
    first = error.errors()[0]
    name = ".".join(map(str, first["loc"]))
    if first["type"] == "extra_forbidden":
        remedy = did_you_mean(name, _SETTINGS, _LISTED)
        return worded("there is no setting {name}; {remedy}", name=shown(name), remedy=remedy)
    return worded(
        "the setting {name!r} cannot be {value}; {remedy}",
        name=name,
        value=_brief(first["input"]),
        remedy=remedy_of(first),
    )


# ---- names


def words(said: str, what: str) -> str:
    """Return a text. Raises BadInput if it is not."""
    if not isinstance(said, str):
        raise BadInput(worded("{what} must be text, not {brief}", what=what, brief=_brief(said)))
    return said


def answers(said: Mapping[str, str]) -> Mapping[str, str]:
    """Return answers by the keys of their questions. Raises BadInput if they are not texts."""
    if not isinstance(said, Mapping):
        raise BadInput(
            worded("{brief} is not a dictionary of answers; write it as {{key: JSON}}", brief=_brief(said))
        )
    return {
        words(key, worded("the key of a question")): words(one, worded("an answer"))
        for key, one in said.items()
    }


def texts(said: Sequence[str], what: str) -> tuple[str, ...]:
    """Return several texts as a tuple. Raises BadInput for a single text."""
    if isinstance(said, str) or not isinstance(said, Sequence):
        raise BadInput(
            worded('{brief} is not a list of texts; write it as ["one", "two"]', brief=_brief(said))
        )
    return tuple(words(one, what) for one in said)


def question_meant(said: str) -> str:
    """Return a question. Raises BadInput if it is empty."""
    if not words(said, worded("a question")).strip():
        raise BadInput(worded("an interview needs a question; enter one"))
    return said


def one_of(said: str, what: str, known: Sequence[N]) -> N:
    """Return the one of some names that is meant, ignoring case. Raises NotFound if there is none."""
    wanted = words(said, worded("the {what}", what=what)).strip().casefold()
    for name in known:
        if name == wanted:
            return name
    remedy = did_you_mean(said, known, worded("use one of: {known}", known=with_commas(known)))
    raise NotFound(worded("there is no {what} {said}; {remedy}", what=what, said=shown(said), remedy=remedy))


def each_of(said: Iterable[str], what: str, known: Sequence[N]) -> tuple[N, ...]:
    """Return those of some names that are meant. Raises BadInput for a single text."""
    if isinstance(said, str) or not isinstance(said, Collection):
        raise BadInput(
            worded(
                "{brief} is not a list of names; for {what}, use a list such as [{known!r}]",
                brief=_brief(said),
                what=what,
                known=known[0],
            )
        )
    return tuple(one_of(name, what, known) for name in said)


def faculties(said: Iterable[str]) -> tuple[Faculty, ...]:
    """Return the faculties to leave out. Raises NotFound for an unknown one."""
    return each_of(said, worded("faculty"), FACULTIES)


def exchanges(said: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return earlier questions with their answers, as pairs of texts. Raises BadInput if they are not."""
    pairs = list(said) if isinstance(said, Collection) and not isinstance(said, str) else [said]
    for pair in pairs:
        if not isinstance(pair, tuple | list) or [type(each) for each in pair] != [str, str]:
            raise BadInput(
                worded(
                    "{pair!r:.60} is not a question with its answer; write the two texts as ('Who is "
                    "there?', 'Nell.')",
                    pair=pair,
                )
            )
    return tuple((str(question), str(answer)) for question, answer in pairs)


def fields_meant(of: type, where: Mapping[str, object]) -> Mapping[str, object]:
    """Return fields of a kind of record with their required values. Raises BadInput for an unknown field."""
    if of not in TABLES:
        kinds = ", ".join(kind.__name__ for kind in TABLES)
        raise BadInput(
            worded("{brief} is not a kind of record; use one of: {kinds}", brief=_brief(of), kinds=kinds)
        )
    if not isinstance(where, Mapping):
        raise BadInput(
            worded(
                "{brief} is not a dictionary of fields; write it as {{'agent': 'nell'}}", brief=_brief(where)
            )
        )
    known = TABLES[of].columns
    for name in where:
        if name not in known:
            raise BadInput(
                worded(
                    "the record {name} has no field {brief}; its fields are: {known}",
                    name=TABLES[of].name,
                    brief=_brief(name),
                    known=with_commas(known),
                )
            )
    return where


def agent_meant(town: Town, said: str) -> AgentId:
    """Return the id of the agent with an id or a name. Raises NotFound, with a suggestion."""
    names = town.cast.names
    try:
        return town.cast.find(words(said, worded("an agent")))
    except NotFound:
        remedy = did_you_mean(
            said, [*names.values(), *names], worded("use one of: {names}", names=with_commas(names))
        )
        raise NotFound(
            worded(
                "nobody in {town!r} is called {said}; {remedy}",
                town=town.scenario.town,
                said=shown(said),
                remedy=remedy,
            )
        ) from None


def asker_meant(town: Town, said: str, asked: AgentId) -> AskedBy | None:
    """Return the asker of a question; None if nothing is given.

    It is "a stranger", "a reporter", an agent of the town by id or name, or a description of two words or
    more. Raises BadInput if the agent would ask itself.
    """
    text = " ".join(words(said, worded("the asker")).split())
    if not text:
        return None
    kind = _OUTSIDERS.get(text.lower())
    if kind is not None:
        return AskedBy(kind=kind, words=f"a {kind}")
    try:
        agent = town.cast.find(text)
    except NotFound:
        if " " in text or has_unspaced(text):
            return AskedBy(kind="described", words=text[:_LONGEST_ASKER])
        return AskedBy(kind="agent", agent=agent_meant(town, text))
    if agent == asked:
        raise BadInput(
            worded("{text!r:.60} is the person being asked; choose another person to ask as", text=text)
        )
    return AskedBy(kind="agent", agent=agent)


def thing_meant(town: Town, said: str) -> Path:
    """Return the path of the object named by its path, or by an unambiguous end of it.

    Raises NotFound, with a suggestion.
    """
    paths = list(town.world.things)
    found = _ending(paths, words(said, worded("an object")))
    if found is not None:
        return found
    names = [*paths, *(path.rpartition("/")[2] for path in paths)]
    remedy = did_you_mean(said, names, worded("write objects as place/room/object"))
    raise NotFound(
        worded(
            "there is no object {said} in {town!r}; {remedy}",
            said=shown(said),
            town=town.scenario.town,
            remedy=remedy,
        )
    )


def room_meant(town: Town, said: str) -> Path:
    """Return the path of the room named by its path, an unambiguous end of it, or its place.

    A place stands for the room through which it is entered. Raises NotFound, with a suggestion.
    """
    rooms, wanted = list(town.world.rooms), words(said, worded("a room")).strip()
    entered = {place.casefold(): town.world.entry(place) for place in town.world.places}
    found = wanted if wanted in rooms else entered.get(wanted.casefold()) or _ending(rooms, wanted)
    return found or _refuse(town, said, worded("room"), rooms)


def place_meant(town: Town, said: str) -> str:
    """Return the name of a place, ignoring case. Raises NotFound, with a suggestion."""
    places, wanted = list(town.world.places), words(said, worded("a place")).strip().casefold()
    found = next((place for place in places if place.casefold() == wanted), None)
    return found or _refuse(town, said, worded("place"), places)


def _refuse(town: Town, said: str, what: str, known: Sequence[str]) -> NoReturn:
    remedy = did_you_mean(said, known, worded("use one of: {some}", some=_some(known)))
    raise NotFound(
        worded(
            "there is no {what} {said} in {town!r}; {remedy}",
            what=what,
            said=shown(said),
            town=town.scenario.town,
            remedy=remedy,
        )
    )


def _ending(paths: Sequence[Path], said: str) -> Path | None:
    """Return the path that is meant by all of it or by an unambiguous end of it; None if there is none.

    Raises NotFound if there is more than one.
    """
    wanted = said.strip().strip("/").casefold()
    exact = [path for path in paths if path.casefold() == wanted]
    found = exact or [path for path in paths if path.casefold().endswith(f"/{wanted}")]
    if len(found) > 1:
        raise NotFound(
            worded(
                "{said} matches several paths: {some}; enter more of the path",
                said=shown(said),
                some=_some(found),
            )
        )
    return found[0] if found else None


def _some(found: Sequence[str]) -> str:
    named = [repr(path) for path in found[:6]]
    return ", ".join([*named, "…"] if len(found) > 6 else named)


def _brief(said: object) -> str:
    return shown(said) if isinstance(said, str) else f"{said!r:.60}"
