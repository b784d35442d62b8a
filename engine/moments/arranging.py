"""Plan interventions for a later moment, or for when a condition holds; and read programmes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce

from engine.clock import moment_words, parse_moment, worded_moment
from engine.cognition.thinker import Town
from engine.errors import BadInput, NotFound, Worded, with_commas, worded
from engine.interventions import INTERVENTIONS, Add, Intervention, asked_for
from engine.interventions.conditions import Clause, Naming, condition, words
from engine.interventions.entries import Done
from engine.interventions.intervention import LONGEST_PERSONA, Asked, Signature, signature
from engine.interventions.programme import Step, read
from engine.interventions.undo import Undo
from engine.language.names.suggesting import did_you_mean, shown
from engine.moments import meant
from engine.records import Joined
from engine.running.agenda import kept_rule, rule_of
from engine.scenario.newcomer import newcomer_read, persona_read
from engine.simulation.joining import peopled
from engine.store.file.connection import Store
from engine.store.living.arrangements import Arrangement as Arrangement, held_last


def naming(town: Town) -> Naming:
    """Return functions that resolve the names of agents, places, things and facts in a town."""
    return Naming(
        agent=lambda said: meant.agent_meant(town, said),
        place=lambda said: _place(town, said),
        thing=lambda said: meant.thing_meant(town, said),
        fact=lambda said: _fact(town, said),
    )


def named(what: Intervention, town: Town) -> Intervention:
    """Return an intervention with its names resolved in a town.

    Raises NotFound for unknown names, and BadInput for values that are not texts.
    """
    if not isinstance(what, Intervention):
        kinds = ", ".join(kind.__name__ for kind in INTERVENTIONS.values())
        raise BadInput(
            worded("{what!r:.60} is not an intervention; use one of: {kinds}", what=what, kinds=kinds)
        )
    given = what.values()
    return replace(
        what, **{one.name: value_meant(one, given[one.name], what.verb, town) for one in what.asks}
    )


def value_meant(asked: Asked, value: str, verb: str, town: Town) -> str:
    """Return the value of a field of an intervention with its names resolved in a town.

    Raises NotFound for an unknown name, and BadInput for a value that is not a text.
    """
    given = meant.words(value, worded("the {field} of {verb!r}", field=asked.name, verb=verb))
    if asked.optional and not given.strip():
        return given
    match asked.kind:
        case "agent":
            return meant.agent_meant(town, given)
        case "people":
            return ", ".join(meant.agent_meant(town, one.strip()) for one in given.split(","))
        case "thing":
            return meant.thing_meant(town, given)
        case "room":
            return meant.room_meant(town, given)
        case "persona":
            return _persona(given, town)
    return given


def _persona(text: str, town: Town) -> str:
    """Return a persona's file with unified line breaks, after a check that it can live in a town."""
    if len(text) > LONGEST_PERSONA:
        raise BadInput(
            worded(
                "a persona can have at most {longest_persona:,} characters, but this one has {text:,}; "
                "shorten it",
                longest_persona=LONGEST_PERSONA,
                text=len(text),
            )
        )
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if all(row.persona != plain for row in town.joined):  # who came before may come back
        persona_read(plain, town.scenario)
    return plain


def foretold(town: Town, whats: Iterable[Intervention]) -> Town:
    """Return a town with the newcomers that planned interventions will add to it."""
    for what in whats:
        if not isinstance(what, Add) or what.came(town):
            continue
        try:
            persona = newcomer_read(what.persona, town.scenario, what.agent)
        except BadInput:  # it will be refused, and nobody joins
            continue
        town = peopled(town, (*town.joined, Joined(id=0, agent=persona.id, persona=what.persona)))
    return town


def planned(
    programme: str, town: Town, now: int, known: Iterable[Arrangement] = ()
) -> tuple[tuple[Arrangement, ...], tuple[int, ...]]:
    """Return the interventions planned by a programme (in YAML), and the entries whose rules hold already.

    The entries are given by their numbers, and `now` is the minute of the run. Newcomers of the programme,
    or of what is `known` to be planned, can be named. Raises BadInput or NotFound, naming the entry, if it
    cannot be planned.
    """
    steps = read(meant.words(programme, worded("a programme")))
    town = foretold(town, (asked_for(one.verb, one.asked) for one in known))
    wanted = []
    for number, step in enumerate(steps, 1):
        what = _known(step, number, town)
        town = foretold(town, [what])
        wanted.append(_arrangement_of(step, number, town, now, what))
    return tuple(wanted), tuple(number for number, step in enumerate(steps, 1) if step.holds)


def steps_to_come(
    store: Store, waiting: Sequence[Arrangement], done: Sequence[Done] = ()
) -> tuple[Step, ...]:
    """Return the planned interventions as steps of a programme, numbered after those of what was `done`.

    A step that takes back another names it by its place.
    """
    places = {str(one.entry.id): f"#{place}" for place, one in enumerate(done, 1)}
    places |= {f"@{one.number}": f"#{place}" for place, one in enumerate(waiting, len(done) + 1)}
    return tuple(_step(store, one, places) for one in waiting)


def _step(store: Store, one: Arrangement, places: Mapping[str, str]) -> Step:
    undo = one.verb == Undo.verb
    return Step(
        verb=one.verb,
        asked={name: places.get(text, text) if undo else text for name, text in one.asked.items()},
        who=one.who,
        why=one.why,
        due=one.due,
        rule=words(rule_of(one)) if one.rule else "",
        always=one.always,
        since=max(one.set_at, one.looked) if one.rule else None,
        holds=held_last(store, one.number) if one.rule else False,
    )


def _known(step: Step, number: int, town: Town) -> Intervention:
    what = asked_for(step.verb, step.asked)
    if isinstance(what, Undo) and what.entry.startswith("#"):  # of another entry of the same programme
        return what
    try:
        return named(what, town)
    except (BadInput, NotFound) as error:
        raise type(error)(
            worded("entry {number} of the programme: {error}", number=number, error=error)
        ) from None


def _place(town: Town, said: str) -> str:
    """Return a place by its name, else a room by its name."""
    places = {place.casefold(): place for place in town.world.places}
    return places.get(said.strip().casefold()) or meant.room_meant(town, said)


def _fact(town: Town, said: str) -> str:
    facts = [fact.id for fact in town.scenario.facts]
    wanted = said.strip().casefold()
    found = next((fact for fact in facts if fact.casefold() == wanted), None)
    if found is None:
        listed = (
            worded("use one of: {facts}", facts=with_commas(facts))
            if facts
            else worded("the town has no facts")
        )
        raise NotFound(
            worded(
                "there is no fact {said}; {remedy}",
                said=shown(said),
                remedy=did_you_mean(said, facts, listed),
            )
        )
    return found


def arranged_at(what: Intervention, by: Signature, due: int, now: int) -> Arrangement:
    """Return an intervention planned for minute `due`. Raises BadInput if that is before `now`."""
    if due < now:
        raise BadInput(
            worded(
                "{due} is in the past of this run, which is at {now}; choose a later moment, or "
                "fork the run at an earlier one",
                due=worded_moment(due),
                now=worded_moment(now),
            )
        )
    return Arrangement(
        number=0, run=0, verb=what.verb, asked=what.values(), who=by.who, why=by.why, due=due, set_at=now
    )


def arranged_when(
    what: Intervention, by: Signature, rule: str, town: Town, now: int, *, always: bool
) -> Arrangement:
    """Return an intervention planned for when a condition holds.

    Raises BadInput or NotFound if the condition is invalid.
    """
    clauses = condition(rule, naming(town))
    return Arrangement(
        number=0,
        run=0,
        verb=what.verb,
        asked=what.values(),
        who=by.who,
        why=by.why,
        rule=kept_rule(clauses),
        always=always,
        set_at=now,
    )


def _arrangement_of(step: Step, number: int, town: Town, now: int, what: Intervention) -> Arrangement:
    """Return the intervention that an entry of a programme plans. Errors name the entry."""
    try:
        by = signature(step.who, step.why)
        if step.due is not None:
            return arranged_at(what, by, step.due, now)
        made = arranged_when(what, by, step.rule, town, now, always=step.always)
        return replace(made, set_at=max(now, step.since or 0))
    except (BadInput, NotFound) as error:
        raise type(error)(
            worded("entry {number} of the programme: {error}", number=number, error=error)
        ) from None


def arrangement_words(one: Arrangement, town: Town, known: Sequence[Arrangement] = ()) -> str:
    """Return a planned intervention as a sentence without its full stop."""
    town = foretold(town, (asked_for(each.verb, each.asked) for each in known if each.verb == Add.verb))
    what = asked_for(one.verb, one.asked)
    when = f"At {moment_words(one.due)}" if one.due is not None else rule_words(one, town)
    if isinstance(what, Undo):
        other = next((each for each in known if f"@{each.number}" == what.entry), None)
        said = (
            asked_for(other.verb, other.asked).outcome(town)
            if other is not None
            else f"intervention {what.entry}"
        )
        return f"{when}: undone: {said}"
    return f"{when}: {what.outcome(town)}"


def rule_words(one: Arrangement, town: Town) -> Worded:
    """Return in words the condition on which a planned intervention waits."""
    clauses = [_clause_words(clause, town) for clause in rule_of(one)]
    condition = reduce(lambda first, then: worded("{first} and {then}", first=first, then=then), clauses)
    if one.always:
        return worded("Whenever {condition}", condition=condition)
    return worded("When {condition}", condition=condition)


def _clause_words(clause: Clause, town: Town) -> Worded:
    said = {"who": town.cast.names.get(clause.who, clause.who), "what": clause.what}
    match clause.verb:
        case "daily":
            return worded("it is {what}", **said)
        case "after":
            return worded("it is after {moment}", moment=worded_moment(parse_moment(clause.what)))
        case "before":
            return worded("it is before {moment}", moment=worded_moment(parse_moment(clause.what)))
        case "from":
            begins, _, ends = clause.what.partition(" to ")
            return worded("it is between {begins} and {ends}", begins=begins, ends=ends)
        case "is":
            return worded("{who} is {what}", **said)
        case "knows":
            return worded("{who} knows {what}", **said)
        case "with":
            return worded("{who} is with {other}", who=said["who"], other=town.cast.names[clause.what])
    return worded("{who} is at {what}", **said)
