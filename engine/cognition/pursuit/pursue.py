"""All intentions of an agent together: whom to speak to, what is done, and what is over."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from engine.cognition.intending.intend import stand
from engine.cognition.pursuit.alone import Alone
from engine.cognition.pursuit.asking import Asking
from engine.cognition.pursuit.kinds import open_pursuits, pursuit_of, pursuits
from engine.cognition.pursuit.pursuit import Pursuit
from engine.cognition.pursuit.spoken import has_heard
from engine.cognition.pursuit.whereabouts import usual_day, whereabouts
from engine.cognition.thinker import Thinker
from engine.mind.mind import Mind
from engine.practices.conduct import ALONE, BROUGHT_UP, HELD_TO, LASTING, PLANNED_FOR, SPOKEN, is_due
from engine.prompts.known import Aim
from engine.records import AgentId, Intention, Line, Path

_WANTED = 4  # open questions and requests checked at a time after a talk


def aims(thinker: Thinker) -> tuple[Aim, ...]:
    """Return the agent's intentions in force, oldest first, with where to find the people they concern."""
    return tuple(_aim(pursuit) for pursuit in open_pursuits(thinker) if pursuit.binds)


def _aim(pursuit: Pursuit) -> Aim:
    sought, memory = pursuit.sought(), pursuit.intention.memory
    stream = pursuit.thinker.mind.stream
    held = stream.get(memory) if memory in stream else None
    return Aim(
        intention=pursuit.intention,
        text=held.text if held is not None and pursuit.thinker.id in held.about else "",
        left=pursuit.left(),
        found=tuple(whereabouts(pursuit.thinker, other) for other in sought),
        usual=tuple(usual_day(pursuit.thinker, other) for other in sought),
        absent=pursuit.absent(),
    )


def has_somebody_to_see(thinker: Thinker, since: int) -> bool:
    """Look for intentions since row id `since` that leave someone to speak to."""
    new = (pursuit for pursuit in open_pursuits(thinker) if pursuit.intention.id > since)
    return any(pursuit.left() for pursuit in new if pursuit.intention.kind in BROUGHT_UP - LASTING)


def has_more_to_do(thinker: Thinker, *, since: int, until: int) -> bool:
    """Look for intentions since row id `since` that change the plan up to minute `until`."""
    new = (pursuit for pursuit in open_pursuits(thinker) if pursuit.intention.first > since)
    return any(pursuit.changes_the_day(until) for pursuit in new)


def goes_to(thinker: Thinker) -> Iterator[Path]:
    """Yield the rooms where the agent intends to do something by itself."""
    for pursuit in open_pursuits(thinker):
        if isinstance(pursuit, Alone):
            yield from pursuit.rooms()


def put_into_words(thinker: Thinker) -> frozenset[int]:
    """Return the ids of memories that the agent tells certain people in words of its own.

    They are not passed on as ordinary news.
    """
    return frozenset(pursuit.intention.memory for pursuit in pursuits(thinker) if pursuit.is_put_into_words)


def done_by_a_line(thinker: Thinker) -> frozenset[int]:
    """Return the ids of memories that are dealt with by saying one line, without an hour set aside."""
    kinds = BROUGHT_UP - PLANNED_FOR
    return frozenset(
        intention.memory for intention in thinker.mind.intentions.values() if intention.kind in kinds
    )


def done_alone(thinker: Thinker) -> frozenset[int]:
    """Return the ids of memories of which only deeds done alone, or things held to, are left to plan."""
    intentions = thinker.mind.intentions.values()
    planned = {intention.memory for intention in intentions if intention.kind in PLANNED_FOR}
    alone = {intention.memory for intention in intentions if intention.kind in ALONE | HELD_TO}
    return frozenset(alone - planned)


def has_said(thinker: Thinker, line: Line) -> None:
    """Update the intentions that the agent has told others of by saying a line."""
    for pursuit in open_pursuits(thinker):
        standing = pursuit.said(line) if line.tells and pursuit.intention.memory == line.tells else None
        if standing is not None:
            stand(thinker, pursuit.intention, standing.state, standing.because)


def is_answered(thinker: Thinker, intention: Intention) -> bool:
    """Check whether everyone a question or request names has been asked; False for other kinds."""
    pursuit = pursuit_of(thinker, intention)
    return isinstance(pursuit, Asking) and pursuit.is_answered()


def wanted(thinker: Thinker) -> tuple[Intention, ...]:
    """Return the questions and requests that a helpful answer would settle, at most a few."""
    questions = (pursuit for pursuit in open_pursuits(thinker) if isinstance(pursuit, Asking))
    return tuple(islice((question.intention for question in questions if question.is_wanted), _WANTED))


def keep_up(thinker: Thinker) -> None:
    """Update the state of every intention from where the agent is, the time, and who is there."""
    for pursuit in open_pursuits(thinker):
        if (state := pursuit.stage()) != pursuit.intention.state:
            stand(thinker, pursuit.intention, state)


def give_up_overdue(thinker: Thinker) -> None:
    """End the intentions whose deadline has passed: as done if begun, else as failed with a reason."""
    for pursuit in open_pursuits(thinker):
        if (ended := pursuit.over()) is not None:
            stand(thinker, pursuit.intention, ended.state, ended.because)


def give_up_tonight(thinker: Thinker) -> None:
    """End the intentions that end with the day: as done if begun, else as failed with a reason."""
    for pursuit in open_pursuits(thinker):
        if (ended := pursuit.over_tonight()) is not None:
            stand(thinker, pursuit.intention, ended.state, ended.because)


def awaits(mind: Mind, people: Collection[AgentId], now: int) -> bool:
    """Look for one of some people who is still to be told something that is due now."""
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
    """Return the agents to be told something that is due, and those the agent came here to meet."""
    open_now = tuple(open_pursuits(thinker))
    to_hear = frozenset(other for pursuit in open_now if pursuit.due() for other in pursuit.left())
    return to_hear | frozenset(other for pursuit in open_now for other in pursuit.to_greet())


def has_somebody_to_tell_here(thinker: Thinker) -> bool:
    """Look in the room for a free agent to be told something that is due, or to be met."""
    free = [other for other in thinker.room.inside() if other != thinker.id and thinker.room.is_free(other)]
    return bool(free) and not due_on(thinker).isdisjoint(free)
