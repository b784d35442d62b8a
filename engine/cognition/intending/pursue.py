"""Pursue: whom one still has to speak to, and where they may be found; what is done by saying a line or by
being somewhere, and what is over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from engine.clock import DAY, day_of
from engine.cognition.intending.barred import is_not_asked, keeps_away_from
from engine.cognition.intending.intend import kept_from, stand
from engine.cognition.knowing import known_paths
from engine.cognition.thinker import Thinker
from engine.mind.mind import Mind
from engine.practices.conduct import (
    AHEAD,
    BROUGHT_UP,
    FOR_GOOD,
    HELD,
    LASTING,
    PLANNED_FOR,
    SPOKEN,
    TO_MANY,
    is_due,
)
from engine.prompts.known import Aim
from engine.records import EVERYBODY, AgentId, Intention, IntentionState, Line, Path, is_visitor

_SOUGHT = 3  # of all those who are to hear of a public aim: who is looked for next
_ASKS_AT_MOST = 5  # people for the same thing, before one gives up asking
HELD_FOR = 120  # minutes that an occasion is held for
_PLACES_TRIED = 3  # in search of somebody who might be anywhere
_WANTED = 4  # things at once that are asked after when a talk is over
_MADE_READY = 60  # minutes before its hour from which whoever is there makes it ready
STAYS_NEWS = 2 * DAY  # minutes for which what is to be told to everybody is told to whomever one meets
_STAYS_THERE = 45  # minutes for which somebody is taken to be where one has seen them
_EARLY = 20  # minutes before a meeting at which being together there is having met
_WITHOUT_A_WORD = 45  # minutes of being together after which they have met all the same


def aims(thinker: Thinker) -> tuple[Aim, ...]:
    """Return what the agent means to do, oldest first, each with where whom it concerns may be found."""
    held = (one for one in thinker.mind.intentions.values() if one.is_open and not _is_over(one, thinker.now))
    return tuple(
        Aim(
            intention=one,
            left=_left(thinker, one),
            found=tuple(_whereabouts(thinker, other) for other in _sought(thinker, one)),
            usual=tuple(_usual_day(thinker, other) for other in _sought(thinker, one)),
            absent=tuple(_absent(thinker, one)),
        )
        for one in held
    )


def _is_over(one: Intention, now: int) -> bool:
    """Return whether the time is past for which something is forbidden."""
    return one.kind == "prohibition" and one.until is not None and one.until <= now and not one.is_daily


def _sought(thinker: Thinker, one: Intention) -> tuple[AgentId, ...]:
    """Return those who are looked for: of all who are to hear of a public aim or an occasion, the next
    few; of everybody who is to be told something, those whom one has not met until the next day.
    """
    to_all = is_for_whoever_comes(one)
    if to_all and day_of(thinker.mind.stream.get(one.memory).minute) == thinker.day:
        return ()
    left = _left(thinker, one)
    return left[:_SOUGHT] if to_all or one.kind in TO_MANY or asks_anybody(one) else left


def _absent(thinker: Thinker, one: Intention) -> Iterator[AgentId]:
    """Yield who was asked to an occasion that is going on here, and is not in the room."""
    under_way = one.kind in HELD and one.when is not None and one.when <= thinker.now
    if not under_way or not _is_here(thinker, one.place):
        return
    inside = set(thinker.room.inside())
    asked = sorted(other for told, other in thinker.mind.told if told == one.memory)
    yield from (other for other in asked if other not in inside)


def has_somebody_to_see(thinker: Thinker, since: int) -> bool:
    """Return whether the agent has meant to speak to somebody since a row of the log was made."""
    held = thinker.mind.intentions.values()
    new = (one for one in held if one.id > since and one.is_open and one.kind in BROUGHT_UP - LASTING)
    return any(_left(thinker, one) for one in new)


def to_be_said(thinker: Thinker) -> frozenset[int]:
    """Return the memories of what the agent was or is to say to somebody, or says in leaving: they are for
    those, and in words of their own.
    """
    said = (BROUGHT_UP - HELD) | FOR_GOOD
    return frozenset(
        one.memory
        for one in thinker.mind.intentions.values()
        if one.kind in said and (one.kind != "help" or _is_resolved(thinker, one))
    )


def done_by_a_line(thinker: Thinker) -> frozenset[int]:
    """Return the memories of what is done by saying it, whenever they meet: no hour is set aside for it."""
    said = BROUGHT_UP - PLANNED_FOR
    return frozenset(one.memory for one in thinker.mind.intentions.values() if one.kind in said)


def has_said(thinker: Thinker, line: Line) -> None:
    """Note what the agent has done by saying a line: whoever was to be told was told, or one of them was."""
    for one in tuple(thinker.mind.intentions.values()):
        if not (one.is_open and line.tells and one.memory == line.tells):
            continue
        heard = any(has_heard(thinker.mind, one, hearer) for hearer in line.hearers)
        if heard and one.kind in SPOKEN and one.until is not None and one.until < line.said_at:
            stand(thinker, one, "failed", because=thinker.say("said_late"))
        elif one.kind in SPOKEN and heard and _is_all_said(thinker, one):
            stand(thinker, one, "told" if _is_to_be_answered(one) else "done")
        elif one.state == "held" and one.kind in BROUGHT_UP and heard:
            stand(thinker, one, "begun" if one.kind in LASTING or asks_anybody(one) else "told")


def is_answered(thinker: Thinker, one: Intention) -> bool:
    """Return whether all of whom something is wanted have been asked: it is done, or was in vain."""
    return _is_to_be_answered(one) and one.state == "told" and not _left(thinker, one)


def _is_to_be_answered(one: Intention) -> bool:
    """Return whether something is wanted of those it names: it is done once they have answered."""
    return one.kind in ("request", "question") and bool(one.others) and EVERYBODY not in one.others


def _is_all_said(thinker: Thinker, one: Intention) -> bool:
    """Return whether there is nothing left to be said of something, to anybody, nor to come of it."""
    to_come = one.kind in AHEAD and one.when is not None and one.when > thinker.now
    open_to_all = asks_anybody(one) or (one.others == (EVERYBODY,) and not is_for_whoever_comes(one))
    return not (to_come or open_to_all or _awaits_an_answer(thinker, one) or _left(thinker, one))


def keep_up(thinker: Thinker) -> None:
    """Note what comes true by being where one meant to be, when and with whom; and what is over."""
    for one in tuple(thinker.mind.intentions.values()):
        if one.is_open and one.kind in LASTING and one.until is not None and one.until < thinker.now:
            stand(thinker, one, "done")
        elif one.is_open and one.kind in AHEAD and (now := _stage(thinker, one)) != one.state:
            stand(thinker, one, now)


def _stage(thinker: Thinker, one: Intention) -> IntentionState:
    """Return how something that has its hour stands, for whoever is where it is to be: what is held is made
    ready before, then open; what was agreed on has begun when they meet, and is done once they have talked.
    """
    if one.when is None or not _is_here(thinker, one.place):
        return one.state
    since = thinker.now - one.when
    if one.kind not in HELD:
        if since < -_EARLY or set(one.others).isdisjoint(thinker.room.inside()):
            return one.state
        return "begun" if since < _WITHOUT_A_WORD and _yet_to_greet(thinker, one) else "done"
    if since >= HELD_FOR:
        return "done" if one.state == "begun" else one.state
    if since >= 0:
        return "begun" if len(thinker.room.inside()) > 1 else one.state
    return "prepared" if since >= -_MADE_READY else one.state


def awaits(mind: Mind, people: Collection[AgentId], now: int) -> bool:
    """Return whether somebody has something to say by now to one of these, and has not said it yet."""
    return any(
        one.is_open and one.kind in SPOKEN and is_due(one, now) and not has_heard(mind, one, other)
        for one in mind.intentions.values()
        for other in one.others
        if other in people
    )


def due_on(thinker: Thinker) -> frozenset[AgentId]:
    """Return those to whom something is to be said that is due by now, and whom one is here to meet."""
    held = [one for one in thinker.mind.intentions.values() if one.is_open]
    due = (one for one in held if one.kind in BROUGHT_UP - LASTING and is_due(one, thinker.now))
    met = (one for one in held if one.state == "begun" and one.kind not in HELD)
    to_hear = frozenset(other for one in due for other in _left(thinker, one))
    return to_hear | frozenset(other for one in met for other in _yet_to_greet(thinker, one))


def has_somebody_to_tell_here(thinker: Thinker) -> bool:
    """Return whether somebody is in the room, and free, to whom something is to be said that is due."""
    free = [other for other in thinker.room.inside() if other != thinker.id and thinker.room.is_free(other)]
    return bool(free) and not due_on(thinker).isdisjoint(free)


def _yet_to_greet(thinker: Thinker, one: Intention) -> tuple[AgentId, ...]:
    """Return those whom one meets at an hour and has not talked to by then; nobody, once one has talked to
    any of them.
    """
    talks = (thinker.mind.talks.get(other) for other in one.others)
    if one.when is None or any(talk and talk.minute >= one.when - _EARLY for talk in talks):
        return ()
    return one.others


def _left(thinker: Thinker, one: Intention) -> tuple[AgentId, ...]:
    """Return those who are still to be spoken to."""
    if one.kind in HELD:
        return tuple(_uninvited(thinker, one))
    if one.kind in TO_MANY:
        return tuple(_unaware(thinker, one))
    if asks_anybody(one):
        may_help = tuple(_who_may_help(thinker, one))
        return may_help[: _left_to_ask(thinker, one)] if one.kind == "request" else may_help
    if one.kind not in SPOKEN or (one.kind == "help" and not _is_resolved(thinker, one)):
        return ()
    if _awaits_an_answer(thinker, one):
        return ()  # what is to be passed on is not known yet
    if is_for_whoever_comes(one):
        stale = thinker.now - thinker.mind.stream.get(one.memory).minute >= STAYS_NEWS
        return () if stale else tuple(_unaware(thinker, one))
    return tuple(
        other
        for other in one.others
        if other != EVERYBODY
        and not has_heard(thinker.mind, one, other)
        and not keeps_away_from(thinker, other)
    )


def still_to_tell(thinker: Thinker, one: Intention) -> tuple[AgentId, ...]:
    """Return those to whom something is still to be said, whether there is time for it or not."""
    return tuple(_unaware(thinker, one)) if is_for_whoever_comes(one) else _left(thinker, one)


def has_heard(mind: Mind, one: Intention, other: AgentId) -> bool:
    """Return whether something has been said to somebody: what one sentence has one say to them, an apology
    and an offer, is said one after the other, and each time counts for one.
    """
    before = sum(
        other in each.others and (each.when or 0, each.first) < (one.when or 0, one.first)
        for each in mind.intentions.values()
        if each.memory == one.memory and each.kind in SPOKEN and each.state != "dropped"
    )
    return mind.told.get((one.memory, other), 0) > before


def is_for_whoever_comes(one: Intention) -> bool:
    """Return whether something is to be told to everybody: it is, to whomever one meets."""
    return one.kind == "message" and EVERYBODY in one.others


def _left_to_ask(thinker: Thinker, one: Intention) -> int:
    """Return how many more people are asked for something that nobody has had so far."""
    return max(0, _ASKS_AT_MOST - sum(told == one.memory for told, _ in thinker.mind.told))


def _unaware(thinker: Thinker, one: Intention) -> Iterator[AgentId]:
    """Yield whom one knows or sees and has not told of a public aim yet: who is here, then the closest."""
    here, known = thinker.room.inside(), thinker.mind.relations
    named = tuple(other for other in one.others if other != EVERYBODY) or {*known, *here}
    for other in sorted(named, key=lambda each: (each not in here, -_closeness(thinker, each), each)):
        if other == thinker.id or is_visitor(other):  # who has left again cannot be found
            continue
        if (one.memory, other) not in thinker.mind.told:
            yield other


def asks_anybody(one: Intention) -> bool:
    """Return whether something is wanted of whoever has it, does it or knows it: it names a thing, a deed or
    what is to be known, and nobody to ask for it.
    """
    wants = {"request": one.what or one.content, "question": one.content}.get(one.kind, "")
    return bool(wants) and set(one.others) <= {EVERYBODY} and one.state != "failed"


def _is_of_either(thinker: Thinker, one: Intention) -> bool:
    """Return whether one of several who are named is to answer or help: "ask Ada or Ben who has it"."""
    if one.kind not in ("question", "request") or len(one.others) < 2:
        return False
    before = one.deed.partition(one.content)[0] if one.content else one.deed
    return thinker.town.phrases.names_either(before)


def wanted(thinker: Thinker) -> tuple[Intention, ...]:
    """Return what the agent wants of anybody, and has once one of them has helped."""
    held = thinker.mind.intentions.values()
    found = (
        one for one in held
        if one.is_open
        and (
            (asks_anybody(one) and (not one.others or one.kind == "request"))
            or _is_of_either(thinker, one)
            or (_is_to_be_answered(one) and one.state == "told")
        )
    )  # fmt: skip
    return tuple(islice(found, _WANTED))


def asked_for(thinker: Thinker, one: Intention) -> list[Intention]:
    """Return the questions whose answer somebody is to be told."""
    if one.kind != "message" or not one.what or one.content:
        return []
    held = thinker.mind.intentions.values()
    return [other for other in held if other.kind == "question" and other.content == one.what]


def _awaits_an_answer(thinker: Thinker, one: Intention) -> bool:
    """Return whether what is to be passed on is not known yet, and there is somebody left to ask."""
    return any(question.is_open and _left(thinker, question) for question in asked_for(thinker, one))


def _who_may_help(thinker: Thinker, one: Intention) -> Iterator[AgentId]:
    """Yield who is still to be asked for what is wanted, and is no enemy: of whom one knows that they have to
    do with it, then who is here, then the closest. Whoever is to be told the answer does not know it.
    """
    held = thinker.mind.intentions.values()
    unknowing = {other for each in held if one in asked_for(thinker, each) for other in each.others}
    lexicon = thinker.mind.stream.lexicon
    terms = frozenset(lexicon.asked(one.what or one.content))
    known = [text for text in thinker.persona.seed if terms & frozenset(lexicon.terms(text))]
    names = thinker.town.cast.names
    friends = (other for other in _unaware(thinker, one) if _closeness(thinker, other) >= 0)
    asked = [other for other in friends if other not in unknowing]
    yield from sorted(asked, key=lambda other: not any(names[other] in text for text in known))


def _uninvited(thinker: Thinker, one: Intention) -> Iterator[AgentId]:
    """Yield who is still to be asked to something that is to come: its guests, or all but those one cannot
    bear, and first whom it is given for; never those for whom it is a surprise.
    """
    if one.when is None or one.when <= thinker.now:
        return
    named, hidden = EVERYBODY not in one.others, kept_from(thinker, one)
    cast = thinker.town.cast.personas
    for other in sorted(_unaware(thinker, one), key=lambda each: cast[each].called not in one.deed):
        barred = other in hidden or is_not_asked(thinker, other, one.what)
        if not barred and (named or _closeness(thinker, other) >= 0):
            yield other


def _closeness(thinker: Thinker, other: AgentId) -> float:
    relation = thinker.mind.relations.get(other)
    return relation.closeness if relation is not None else 0.0


def _is_resolved(thinker: Thinker, one: Intention) -> bool:
    """Return whether it is more than a wish: it has its time, or one has taken it up."""
    return one.when is not None or one.until is not None or thinker.mind.stream.get(one.memory).kind == "plan"


def _whereabouts(thinker: Thinker, other: AgentId) -> tuple[Path, ...]:
    """Return where somebody may be found, the likeliest first: where the agent saw them last, where they are
    known to live or to work; whoever was last seen at home has gone to work since, and who was seen a good
    while ago at neither is back there.
    """
    persona, world = thinker.town.cast.personas[other], thinker.town.world
    usual = [path for path in (persona.work, persona.home) if path in thinker.mind.known]
    last = thinker.mind.met.get(other, "")
    at_home = last in world.rooms and world.place_of[last] is world.place_of[persona.home]
    long_ago = thinker.now - thinker.mind.met_at.get(other, 0) > _STAYS_THERE
    if at_home or (long_ago and persona.work in usual):
        likely = [*usual[:1], last, *usual[1:]] if not at_home else [*usual, last]
    else:
        likely = [last, *usual]
    return tuple(dict.fromkeys(path for path in (*likely, *_busy(thinker)) if path in world.rooms))


def _usual_day(thinker: Thinker, other: AgentId) -> tuple[tuple[int, Path], ...]:
    """Return from which minute of a usual day on somebody is where, of whom one knows that, and where one
    knows the way.
    """
    if all(bond.other != other for bond in thinker.persona.bonds):
        return ()
    routine = sorted((item.start, item.place) for item in thinker.town.cast.personas[other].routine)
    return tuple((start, place if place in thinker.mind.known else "") for start, place in routine)


def _busy(thinker: Thinker) -> Iterator[Path]:
    """Yield the public rooms that the agent knows and where one meets people: those with hours come first."""
    world = thinker.town.world
    public = [path for path in known_paths(thinker) if not world.place_of[path].private]
    entries = [path for path in public if world.place_of[path].rooms[0].path == path]
    yield from sorted(entries, key=lambda path: world.place_of[path].open is None)[:_PLACES_TRIED]


def _is_here(thinker: Thinker, place: Path) -> bool:
    place_of = thinker.town.world.place_of
    return not place or place_of[place] == place_of[thinker.room.path]
