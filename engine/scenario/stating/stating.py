"""Reads intentions in fields for a town, and states understood sentences in fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.clock import DAY, day_of
from engine.errors import BadInput, worded
from engine.intentions.stated import STEPS, Stated
from engine.intentions.understood import Timing, Understood, agreed_hour
from engine.language.phrases import phrases
from engine.practices.conduct import AHEAD, DONE_WITH, HELD, WITH_AN_OBJECT
from engine.practices.practice import intent_kinds
from engine.records import EVERYBODY, Persona, Scenario, StatedIntention, StatedMoment
from engine.scenario.build import stated_intention
from engine.scenario.document.values import said_in
from engine.scenario.lint.intents import lint_intent
from engine.scenario.newcomer import people_of, places_of
from engine.scenario.problems import problems_said
from engine.scenario.reading.check import check_file
from engine.scenario.reading.stated.intents import IntentPart
from engine.scenario.stating.fields import on_a_line

FILE = "intention"  # the file name in problems
MOST = 20  # intentions in one text


def intentions_read(text: str, scenario: Scenario) -> tuple[StatedIntention, ...]:
    """Return the intentions that a YAML text states in fields, for a town as it is.

    The text holds one intention, `{kind: meeting, with: otto, at: day 2 19:00}`, or a list of them. Raises
    BadInput with every error and its line.
    """
    value = said_in(text, FILE)
    if not isinstance(value, list):
        return (_intention_read(text, scenario),)
    if not 0 < len(value) <= MOST:
        raise BadInput(
            worded("{n} intentions are not allowed here; use 1 to {most}", n=len(value), most=MOST)
        )
    return tuple(_intention_read(on_a_line(intention), scenario) for intention in value)


def _intention_read(text: str, scenario: Scenario) -> StatedIntention:
    source = check_file(text, FILE, IntentPart)
    if source.part is None:
        raise BadInput(worded("this is not a valid intention: {why}", why=problems_said(source.problems)))
    index = places_of(scenario)
    problems = [*source.problems, *lint_intent(source, source.part, (), people_of(scenario), index)]
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        raise BadInput(worded("this is not a valid intention: {why}", why=problems_said(errors)))
    return stated_intention(source.part, index)


# ---- from an understood sentence


def exact(
    asks: Sequence[Understood], persona: Persona, scenario: Scenario, now: int
) -> tuple[StatedIntention | None, ...]:
    """Return the intentions in fields that ask the same of a persona as an understood sentence.

    There is one for each entry of `asks` that was understood at minute `now`, None where fields cannot
    express it. An entry that only leaves people out of an occasion or a message for everybody is merged into
    the field `except` of that intention.
    """
    results: list[StatedIntention | None] = []
    for understood in asks:
        index = next((n for n, stated in enumerate(results) if _leaves_out(understood, stated)), None)
        if index is None:
            results.append(_stated_exactly(understood, persona, scenario, now))
        elif (stated := results[index]) is not None:
            results[index] = replace(stated, excepted=(*stated.excepted, *understood.others))
    return tuple(results)


def _leaves_out(understood: Understood, stated: StatedIntention | None) -> bool:
    """Return whether an entry only excludes people from a stated occasion, or from a message to everybody."""
    if stated is None or not understood.others:
        return False
    if stated.kind in HELD:
        return understood.forbids == stated.kind and understood.what == stated.what
    to_all = stated.kind == "message" and EVERYBODY in stated.others
    return to_all and understood.kind == "secret" and understood.content == stated.what


def _stated_exactly(
    understood: Understood, persona: Persona, scenario: Scenario, now: int
) -> StatedIntention | None:
    if understood.kind not in intent_kinds() or understood.is_of_nobody or set(understood.needs) - {"where"}:
        return None
    understood = _at_its_hour(understood, persona, now)
    stated = StatedIntention(
        kind=understood.kind,
        what=_what_field(understood),
        others=() if understood.kind == "secret" else understood.others,
        kept_from=understood.others if understood.kind == "secret" else (),
        place=understood.place,
        closeness=understood.strength / STEPS if understood.kind == "feeling" else None,
    )
    stated = _timed(stated, understood.when)
    if not stated.what.isprintable():  # a file cannot hold it
        return None
    names = {resident.id: resident.name for resident in scenario.personas}
    asks = Stated(stated, persona, now, names=names, phrases=phrases(scenario.language), place="").asks
    return stated if len(asks) == 1 and _is_same(asks[0], understood, now) else None


def _at_its_hour(understood: Understood, persona: Persona, now: int) -> Understood:
    """Return a gathering in a part of the day with the hour at which the persona would set it.

    Others are returned unchanged.
    """
    when = understood.when
    if understood.kind not in AHEAD | DONE_WITH or when is None or when.latest:
        return understood
    if when.start is None or when.end is None or not when.end % DAY:
        return understood
    hour = agreed_hour(when.start, when.end, wake=persona.wake, now=now)
    return replace(understood, when=replace(when, start=hour))


def _what_field(understood: Understood) -> str:
    """Return the text of the field `what`: the content, the object, or else the deed."""
    if understood.kind == "prohibition" and understood.forbids in ("visit", "meeting"):
        return ""
    if understood.kind in WITH_AN_OBJECT:
        is_deed = understood.kind in ("deed", "errand", "habit", "help")
        return understood.deed if is_deed or not understood.what else understood.what
    return understood.content or understood.what or understood.deed


def _timed(stated: StatedIntention, when: Timing | None) -> StatedIntention:
    """Return an intention with the fields `at`, `by` and `until` set from a time."""
    if when is None:
        return stated
    if when.start is None:
        return replace(stated, at=StatedMoment(day=when.day, recurs=when.recurs))
    clock = when.start % DAY
    if when.latest:
        end = StatedMoment(day=day_of(when.start - 1), first=clock or DAY)
        return replace(stated, until=end) if when.lasting else replace(stated, by=end)
    last = None if when.end is None else clock + when.end - when.start
    day = None if when.recurs or when.any_day else day_of(when.start)
    ends = last if last is not None and clock < last <= DAY else None
    return replace(stated, at=StatedMoment(day=day, first=clock, last=ends, recurs=when.recurs))


def _is_same(stated: Understood, understood: Understood, now: int) -> bool:
    """Return whether two entries ask the same, whatever their words."""
    alike = ("kind", "who", "others", "place", "forbids", "strength", "for_a_night")
    if any(getattr(stated, name) != getattr(understood, name) for name in alike):
        return False
    return _hours(stated.when) == _hours(understood.when)


def _hours(when: Timing | None) -> tuple[object, ...] | None:
    if when is None:
        return None
    return (
        when.day if when.start is None else None,
        when.start,
        when.end,
        when.latest,
        when.recurs,
        when.lasting,
    )
