"""Looking for people: going where they may be found, because there is something to tell them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.clock import DAY, minute_at
from engine.practices.conduct import AHEAD, BROUGHT_UP, TO_MANY
from engine.prompts.known import Aim
from engine.prompts.questions import PlanDay
from engine.records import Intention, Path
from engine.rehearsal.aims import never_goes
from engine.rehearsal.day_engagements import Kept
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import is_open, known_room, may_go, place_of
from engine.rehearsal.speaker import Speaker

LASTS = 25
EARLIEST, NOON, EVENING = 9 * 60 + 30, 12 * 60 + 10, 18 * 60 + 30
NIGHT, UP_LATE = 20 * 60 + 30, 23 * 60 + 30  # whoever goes to bed so late is about among people at night
APART = 20  # minutes between those who look for somebody
AGAIN = 60  # minutes after which one looks again for somebody whom one has to find today
MOST, MOST_ROOMS, MOST_TRIES = 3, 2, 3


def looking_for(me: Speaker[PlanDay], bed: int) -> list[Kept]:
    """Plan when and where the agent looks today for those it has something to tell.

    Each time it tries the next place where they may be found. Those whom the message is meant for come first.
    """
    found: list[Kept] = []
    for aim in sorted(me.prompt.aims, key=_how_pressing):
        if len(found) < MOST and aim.found and aim.intention.kind in BROUGHT_UP:
            found += _tries(aim, me, bed, len(found))
    return found


def _how_pressing(aim: Aim) -> tuple[bool, float]:
    """Return a sort key for aims: those for one person first, then those with the nearest hour."""
    one = aim.intention
    hours = [hour for hour in (one.when, one.until) if hour is not None]
    return one.kind in TO_MANY, min(hours, default=math.inf)


def _tries(aim: Aim, me: Speaker[PlanDay], bed: int, many: int) -> Iterator[Kept]:
    one, tried = aim.intention, set[Path]()
    for turn, start in enumerate(_hours(one, me, many, bed)):
        if turn >= MOST_TRIES - 1:
            tried.clear()  # by now they may be where they were not before
        next_one = turn % len(aim.found)
        other = me.name_of(aim.left[next_one]).full
        found = (*_usually_at(aim, next_one, start), *aim.found[next_one])
        place = next((path for path in found if path not in tried and _can_be(path, start, me)), "")
        if place and start + LASTS < bed:
            rooms = _rooms_to_look_into(place, start, me)
            tried.update(rooms)
            yield from _a_look_into_each(rooms, start, tidy(me.say("look_for", other=other), 300))


def _usually_at(aim: Aim, number: int, minute: int) -> Iterator[Path]:
    """Yield the place where a person looked for is at a minute of a usual day, as far as known."""
    usual = aim.usual[number] if number < len(aim.usual) else ()
    last = [place for start, place in usual if start <= minute % DAY][-1:]
    yield from (place for place in last if place)


def _rooms_to_look_into(place: Path, start: int, me: Speaker[PlanDay]) -> list[Path]:
    """Return the room where somebody may be, then other rooms of its place that the agent may enter."""
    near = (
        room.path for room in me.prompt.rooms if place_of(room.path) == place_of(place) and not room.private
    )
    return [place, *(path for path in near if path != place and _can_be(path, start, me))][:MOST_ROOMS]


def _a_look_into_each(rooms: list[Path], start: int, activity: str) -> Iterator[Kept]:
    for number, room in enumerate(rooms):
        begin, end = (start + LASTS * at // len(rooms) for at in (number, number + 1))
        yield Kept(begin, end, activity, room, resolved=True)


def _hours(one: Intention, me: Speaker[PlanDay], many: int, bed: int) -> list[int]:
    """Return the minutes at which the agent looks for somebody.

    They are the hour of the intention, or else soon, noon, evening, and night if it is up late. At noon
    people eat where others do. At the other times agents differ by some minutes, since two who look for each
    other at the same time miss each other. Nobody is invited once an occasion has begun. What must be said by
    an hour is tried again and again, the last time shortly before it.
    """
    now, late = me.now, APART * (sum(map(ord, me.persona.id)) % 3)
    midnight = minute_at(now // DAY + 1, 0)
    ends = one.when if one.kind in AHEAD and one.when is not None else minute_at(now // DAY + 2, 0)
    soon = max(now + 10, midnight + EARLIEST + late) + 40 * many
    if one.until is not None and one.until - AGAIN < soon:
        soon = now + 10  # there is no time to lose
    first = one.when if one.when is not None and ends != one.when and one.when > now else soon
    times = [NOON, EVENING + late, *([NIGHT + late] if bed >= midnight + UP_LATE else [])]
    hours = [first, *(midnight + hour for hour in times if midnight + hour > first + LASTS)]
    due = one.when if one.kind in AHEAD else one.until
    if due is not None and first < due < midnight + DAY and one.kind not in TO_MANY:
        hours += [first + AGAIN * turn for turn in range(1, MOST_TRIES) if first + AGAIN * turn < due]
        hours = _apart(sorted({*hours, max(first, due - AGAIN)}))
        hours = [*hours[: MOST_TRIES - 1], *hours[MOST_TRIES - 1 :][-1:]]
    return [hour for hour in hours if hour + LASTS <= ends]


def _apart(hours: list[int]) -> list[int]:
    """Return the hours without those that fall into the search before them."""
    return [hour for at, hour in enumerate(hours) if not at or hour >= hours[at - 1] + LASTS]


def _can_be(place: Path, minute: int, me: Speaker[PlanDay]) -> bool:
    room = known_room(me.prompt.rooms, place)
    barred = never_goes(me.prompt.aims, "", place, minute)
    return (
        room is not None and not barred and may_go(me.prompt, place) and is_open(room, minute, minute + LASTS)
    )
