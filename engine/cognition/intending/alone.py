"""Alone: what one does by oneself, what of it has been done by being at it, and what came to nothing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import DAY, day_of, minute_at
from engine.cognition.intending.barred import is_within
from engine.cognition.intending.intend import stand
from engine.cognition.thinker import Thinker
from engine.cognition.wayfinding.places import knows_way
from engine.practices.conduct import ALONE, HELD_TO, PLANNED_FOR
from engine.records import Intention, Path
from engine.row_ids import minute_of

_LONG_ENOUGH = 20  # minutes at something after which it is done
_EARLY, _LATE = 20, 120  # minutes around the hour of something at which being there is being at it


def done_alone(thinker: Thinker) -> frozenset[int]:
    """Return the memories of which nothing else is left to plan than what the agent does by itself, or
    holds to without doing anything.
    """
    held = thinker.mind.intentions.values()
    others = {one.memory for one in held if one.kind in PLANNED_FOR}
    alone = {one.memory for one in held if one.kind in ALONE | HELD_TO}
    return frozenset(alone - others)


def has_more_to_do(thinker: Thinker, *, since: int, until: int) -> bool:
    """Return whether the agent has meant to do something by itself, or never to do it, since a row of the log
    was made.
    """
    return any(
        one.first > since and one.is_open and (one.when is None or one.when < until or one.kind == "habit")
        for one in thinker.mind.intentions.values()
        if one.kind in ALONE or (one.kind == "prohibition" and not one.others)
    )


def goes_to(thinker: Thinker) -> Iterator[Path]:
    """Yield the rooms where the agent means to do something by itself."""
    world = thinker.town.world
    for one in _open(thinker):
        if one.place:
            yield one.place
        else:
            yield from (place.rooms[0].path for place in world.named(one.deed))


def keep_up_alone(thinker: Thinker) -> None:
    """Note what the agent is at, and what it has been at for long enough."""
    for one in _open(thinker):
        if one.kind == "habit" or (one.when is not None and day_of(one.when) > thinker.day):
            continue
        if one.kind == "move":
            since = one.when is None or one.when <= thinker.now
            if one.place and since and _is_there(thinker, one.place):
                stand(thinker, one, "done")
            continue
        begun = one.state == "begun"
        lasted = begun and thinker.now - minute_of(one.id) >= _LONG_ENOUGH
        if lasted:
            stand(thinker, one, "done")
        elif _is_at(thinker, one) != begun:
            stand(thinker, one, "held" if begun else "begun")


def give_up(thinker: Thinker) -> None:
    """At the end of a day, let go of what was to be done by now and was not, and say why."""
    today = thinker.mind.plan.day
    wake, tomorrow = minute_at(today, thinker.persona.wake), minute_at(today + 1, thinker.persona.wake)
    for one in _open(thinker):
        if one.kind == "habit" or (one.kind == "move" and one.until is None):
            continue
        due = one.until if one.until is not None else one.when
        overdue = due is not None and due < tomorrow
        why = _hindered(thinker, one)
        if one.state == "begun":
            stand(thinker, one, "done")
        elif overdue or (why and due is None and minute_of(one.first) <= wake):
            stand(thinker, one, "failed", because=why or thinker.say("no_time_for_it"))


def _hindered(thinker: Thinker, one: Intention) -> str:
    """Return why somebody could not do something all day: they know no way there, or it was closed."""
    if not one.place:
        return ""
    place = thinker.town.world.place_of[one.place]
    if not knows_way(thinker, one.place):
        return thinker.say("sought_in_vain", place=thinker.town.phrases.place(place.name))
    awake = range(thinker.persona.wake, min(thinker.persona.sleep, DAY))
    hours = awake if one.when is None or one.until is not None else (one.when,)
    if place.open and not thinker.belongs(one.place) and not any(map(place.open.covers, hours)):
        return thinker.say("was_closed", place=thinker.town.phrases.place(place.name))
    if place.private and not thinker.belongs(one.place):
        return thinker.say("private", room=thinker.town.phrases.place(place.name))
    return ""


def _open(thinker: Thinker) -> tuple[Intention, ...]:
    return tuple(one for one in thinker.mind.intentions.values() if one.is_open and one.kind in ALONE)


def _is_at(thinker: Thinker, one: Intention) -> bool:
    """Return whether the agent is at something: where it is to be done, doing it or at its hour."""
    presence = thinker.mind.presence
    if presence is None or not presence.inside or presence.asleep:
        return False
    if one.place and not _is_there(thinker, one.place):
        return False
    if one.place and (_is_its_hour(thinker, one) if one.when is not None else one.kind == "visit"):
        return True
    block = thinker.mind.plan.at("block", thinker.now)
    return _says(thinker, f"{presence.doing} {block.activity if block else ''}", one)


def _is_its_hour(thinker: Thinker, one: Intention) -> bool:
    return one.when is not None and one.when - _EARLY <= thinker.now <= one.when + _LATE


def _says(thinker: Thinker, activity: str, one: Intention) -> bool:
    """Return whether an activity is a deed, in whatever form of its words."""
    lexicon = thinker.mind.stream.lexicon
    wanted = lexicon.asked(one.deed)
    found = lexicon.terms(activity)
    return bool(wanted) and 2 * sum(term in found for term in wanted) > len(wanted)


def _is_there(thinker: Thinker, path: Path) -> bool:
    presence, place = thinker.mind.presence, thinker.town.world.place_of[path].name
    return presence is not None and presence.inside and is_within(place, thinker.room.path)
