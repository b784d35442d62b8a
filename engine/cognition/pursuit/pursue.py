"""Pursue: what an agent means to do in all: whom it has yet to speak to, what is done, and what is over."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from engine.cognition.intending.intend import stand
from engine.cognition.pursuit.alone import Alone
from engine.cognition.pursuit.asking import Asking
from engine.cognition.pursuit.kinds import open_pursuits, pursuit, pursuits
from engine.cognition.pursuit.pursuit import Pursuit
from engine.cognition.pursuit.spoken import has_heard
from engine.cognition.pursuit.whereabouts import usual_day, whereabouts
from engine.cognition.thinker import Thinker
from engine.mind.mind import Mind
from engine.practices.conduct import ALONE, BROUGHT_UP, HELD_TO, LASTING, PLANNED_FOR, SPOKEN, is_due
from engine.prompts.known import Aim
from engine.records import AgentId, Intention, Line, Path

_WANTED = 4  # things at once that are asked after when a talk is over


def aims(thinker: Thinker) -> tuple[Aim, ...]:
    """Return what the agent means to do, oldest first, each with where whom it concerns may be found."""
    return tuple(_aim(held) for held in open_pursuits(thinker) if held.binds)


def _aim(held: Pursuit) -> Aim:
    sought = held.sought()
    return Aim(
        intention=held.intention,
        left=held.left(),
        found=tuple(whereabouts(held.thinker, other) for other in sought),
        usual=tuple(usual_day(held.thinker, other) for other in sought),
        absent=held.absent(),
    )


def has_somebody_to_see(thinker: Thinker, since: int) -> bool:
    """Return whether the agent has meant to speak to somebody since a row of the log was made."""
    new = (held for held in open_pursuits(thinker) if held.intention.id > since)
    return any(held.left() for held in new if held.intention.kind in BROUGHT_UP - LASTING)


def has_more_to_do(thinker: Thinker, *, since: int, until: int) -> bool:
    """Return whether the agent has meant to do something by itself, or never to do it, since a row of the log
    was made.
    """
    new = (held for held in open_pursuits(thinker) if held.intention.first > since)
    return any(held.changes_the_day(until) for held in new)


def goes_to(thinker: Thinker) -> Iterator[Path]:
    """Yield the rooms where the agent means to do something by itself."""
    for held in open_pursuits(thinker):
        if isinstance(held, Alone):
            yield from held.rooms()


def put_into_words(thinker: Thinker) -> frozenset[int]:
    """Return the memories of what the agent was or is to say to somebody, or says in leaving: they are for
    those, and in words of their own.
    """
    return frozenset(held.intention.memory for held in pursuits(thinker) if held.is_put_into_words)


def done_by_a_line(thinker: Thinker) -> frozenset[int]:
    """Return the memories of what is done by saying it, whenever they meet: no hour is set aside for it."""
    said = BROUGHT_UP - PLANNED_FOR
    return frozenset(held.memory for held in thinker.mind.intentions.values() if held.kind in said)


def done_alone(thinker: Thinker) -> frozenset[int]:
    """Return the memories of which nothing else is left to plan than what the agent does by itself, or
    holds to without doing anything.
    """
    held = thinker.mind.intentions.values()
    others = {intention.memory for intention in held if intention.kind in PLANNED_FOR}
    alone = {intention.memory for intention in held if intention.kind in ALONE | HELD_TO}
    return frozenset(alone - others)


def has_said(thinker: Thinker, line: Line) -> None:
    """Note what the agent has done by saying a line: whoever was to be told was told, or one of them was."""
    for held in open_pursuits(thinker):
        told = held.said(line) if line.tells and held.intention.memory == line.tells else None
        if told is not None:
            stand(thinker, held.intention, told.state, told.because)


def is_answered(thinker: Thinker, intention: Intention) -> bool:
    """Return whether all of whom something is wanted have been asked: it is done, or was in vain."""
    held = pursuit(thinker, intention)
    return isinstance(held, Asking) and held.is_answered()


def wanted(thinker: Thinker) -> tuple[Intention, ...]:
    """Return what the agent wants of anybody, and has once one of them has helped."""
    asked = (held for held in open_pursuits(thinker) if isinstance(held, Asking))
    return tuple(islice((held.intention for held in asked if held.is_wanted), _WANTED))


def keep_up(thinker: Thinker) -> None:
    """Note how what the agent means to do stands by where it is, when and with whom."""
    for held in open_pursuits(thinker):
        if (state := held.stage()) != held.intention.state:
            stand(thinker, held.intention, state)


def give_up_overdue(thinker: Thinker) -> None:
    """Let go of what others were to hear, or to come to, and whose time is over; say why it came to nothing.
    What has begun by then is done.
    """
    for held in open_pursuits(thinker):
        if (ended := held.over()) is not None:
            stand(thinker, held.intention, ended.state, ended.because)


def give_up_tonight(thinker: Thinker) -> None:
    """At the end of a day, let go of what was to be done by now and was not, and say why."""
    for held in open_pursuits(thinker):
        if (ended := held.over_tonight()) is not None:
            stand(thinker, held.intention, ended.state, ended.because)


def awaits(mind: Mind, people: Collection[AgentId], now: int) -> bool:
    """Return whether somebody has something to say by now to one of these, and has not said it yet."""
    return any(
        intention.is_open
        and intention.kind in SPOKEN
        and is_due(intention, now)
        and not has_heard(mind, intention, other)
        for intention in mind.intentions.values()
        for other in intention.others
        if other in people
    )


def due_on(thinker: Thinker) -> frozenset[AgentId]:
    """Return those to whom something is to be said that is due by now, and whom one is here to meet."""
    held = tuple(open_pursuits(thinker))
    to_hear = frozenset(other for spoken in held if spoken.due() for other in spoken.left())
    return to_hear | frozenset(other for met in held for other in met.to_greet())


def has_somebody_to_tell_here(thinker: Thinker) -> bool:
    """Return whether somebody is in the room, and free, to whom something is to be said that is due."""
    free = [other for other in thinker.room.inside() if other != thinker.id and thinker.room.is_free(other)]
    return bool(free) and not due_on(thinker).isdisjoint(free)
