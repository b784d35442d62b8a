"""Overdue: what was to be said to others, or done with them, and whose time is over; and why it was not."""

from __future__ import annotations

from collections.abc import Iterable

from engine.clock import DAY, day_of, minute_at
from engine.cognition.intending.barred import keeps_away_from
from engine.cognition.intending.intend import stand
from engine.cognition.intending.pursue import (
    HELD_FOR,
    STAYS_NEWS,
    asks_anybody,
    is_for_whoever_comes,
    still_to_tell,
)
from engine.cognition.thinker import Thinker
from engine.practices.conduct import AHEAD, BROUGHT_UP, DONE_WITH, HELD, LASTING
from engine.records import AgentId, Intention
from engine.row_ids import minute_of

_WAITS = 60  # minutes after its hour for which somebody is waited for at a meeting


def give_up_overdue(thinker: Thinker) -> None:
    """Let go of what others were to hear, or to come to, and whose time is over; say why it came to nothing.
    What has begun by then is done.
    """
    for intention in tuple(thinker.mind.intentions.values()):
        if not intention.is_open or intention.kind not in BROUGHT_UP - LASTING:
            continue
        if _was_asked_for_in_vain(thinker, intention):
            stand(thinker, intention, "failed", because=thinker.say("nobody_had_it"))
            continue
        over = _over_at(thinker, intention)
        if over is None or over > thinker.now:
            continue
        if intention.kind in AHEAD and intention.state == "begun":
            stand(thinker, intention, "done")
        else:
            stand(thinker, intention, "failed", because=_why_not(thinker, intention))


def _was_asked_for_in_vain(thinker: Thinker, intention: Intention) -> bool:
    """Return whether everybody who may have what is wanted of anybody has been asked for it, a day ago at
    least: whoever comes meanwhile is asked too.
    """
    asked = intention.state == "begun" and intention.kind == "request" and asks_anybody(intention)
    long_ago = thinker.now - minute_of(intention.id) >= DAY
    return asked and long_ago and not still_to_tell(thinker, intention)


def _over_at(thinker: Thinker, intention: Intention) -> int | None:
    """Return from which minute on it is too late for something; None where it never is."""
    if intention.kind in HELD:
        return None if intention.when is None else intention.when + HELD_FOR
    if intention.kind in AHEAD:
        return None if intention.when is None else intention.when + _WAITS
    if intention.kind in DONE_WITH and intention.when is not None and intention.until is None:
        return minute_at(day_of(intention.when), DAY)
    if intention.until is None and is_for_whoever_comes(intention):
        return thinker.mind.stream.get(intention.memory).minute + STAYS_NEWS
    return intention.until


def _why_not(thinker: Thinker, intention: Intention) -> str:
    """Return why something was not said or not done by its end."""
    if intention.kind in HELD:
        return thinker.say("nobody_came", what=intention.what)
    if intention.kind in AHEAD:
        return thinker.say("did_not_meet", others=_named(thinker, intention.others))
    left = tuple(still_to_tell(thinker, intention)) or intention.others
    shunned = [other for other in left if keeps_away_from(thinker, other)]
    if shunned:
        return thinker.say("keeps_away", others=_named(thinker, shunned))
    since = minute_of(intention.first)
    unmet = [other for other in left if thinker.mind.met_at.get(other, -1) < since]
    return thinker.say("never_met" if unmet else "never_said", others=_named(thinker, unmet or left))


def _named(thinker: Thinker, people: Iterable[AgentId]) -> str:
    """Return the names of some of those here; of all of them, the word for everybody."""
    names = thinker.town.cast.names
    listed = [names[other] for other in people if other in names]
    return thinker.town.phrases.list(listed) or thinker.say("means_everybody")
