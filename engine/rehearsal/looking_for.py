"""Looking for somebody: going where they may be found, since there is something to be said to them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import DAY, minute_at
from engine.practices.conduct import AHEAD, BROUGHT_UP, TO_MANY
from engine.prompts.known import Aim
from engine.prompts.questions import PlanDay
from engine.records import Intention, Path
from engine.rehearsal.aims import never_goes
from engine.rehearsal.day_engagements import Kept
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import is_open, known_room, may_go
from engine.rehearsal.speaker import Speaker

LASTS = 25
EARLIEST, NOON, EVENING = 9 * 60 + 30, 12 * 60 + 10, 18 * 60 + 30
MOST = 3


def looking_for(me: Speaker[PlanDay], bed: int) -> list[Kept]:
    """Return when and where one looks today for those to whom something is to be said, each time at the next
    place where they may be found: first for those it is meant for, then for whoever else is to hear of it.
    """
    found: list[Kept] = []
    for aim in sorted(me.prompt.aims, key=lambda each: each.intention.kind in TO_MANY):
        if len(found) < MOST and aim.left and aim.intention.kind in BROUGHT_UP:
            found += _tries(aim, me, bed, len(found))
    return found


def _tries(aim: Aim, me: Speaker[PlanDay], bed: int, many: int) -> Iterator[Kept]:
    one, tried = aim.intention, set[Path]()
    for turn, start in enumerate(_hours(one, me.now, many)):
        next_one = turn % len(aim.found) if one.kind in TO_MANY else 0
        other, found = me.name_of(aim.left[next_one]).full, aim.found[next_one]
        place = next((path for path in found if path not in tried and _can_be(path, start, me)), "")
        if place and start + LASTS < bed:
            tried.add(place)
            yield Kept(start, start + LASTS, tidy(me.say("look_for", other=other), 300), place, resolved=True)


def _hours(one: Intention, now: int, many: int) -> list[int]:
    """Return when one looks: at the hour there is for it; else soon, at noon and in the evening. To invite
    somebody is of no use once it has begun.
    """
    midnight = minute_at(now // DAY + 1, 0)
    ends = one.when if one.kind in AHEAD and one.when is not None else midnight + DAY
    soon = max(now + 10, midnight + EARLIEST) + 40 * many
    first = one.when if one.when is not None and ends != one.when and one.when > now else soon
    hours = [first, *(midnight + hour for hour in (NOON, EVENING) if midnight + hour > first + LASTS)]
    return [hour for hour in hours if hour + LASTS <= ends]


def _can_be(place: Path, minute: int, me: Speaker[PlanDay]) -> bool:
    room = known_room(me.prompt.rooms, place)
    barred = never_goes(me.prompt.aims, "", place, minute)
    return (
        room is not None and not barred and may_go(me.prompt, place) and is_open(room, minute, minute + LASTS)
    )
