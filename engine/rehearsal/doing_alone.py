"""Doing alone: when and where the agent does today what it means to do by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.clock import DAY, day_of, minute_at
from engine.practices.conduct import ALONE
from engine.prompts.questions import PlanDay
from engine.records import Intention, Path
from engine.rehearsal.aims import never_goes
from engine.rehearsal.day_engagements import Kept
from engine.rehearsal.language.text import bare, tidy, words_of
from engine.rehearsal.language.third_person import own_deed
from engine.rehearsal.mind import (
    is_open,
    known_room,
    last_part,
    may_go,
    paths_of,
    place_in,
    place_of,
    room_for,
)
from engine.rehearsal.reading.words import words_for
from engine.rehearsal.speaker import Speaker

LASTS, SHORT = 45, 20
STEP = 15
SOON, AFTER_WAKING = 5, 60
CATCHES_UP = 60

Stay = tuple[int, Path]  # from when on one is where


def doing_alone(me: Speaker[PlanDay], day: Sequence[Stay], taken: Sequence[Kept], bed: int) -> list[Kept]:
    """Plan what the agent does by itself today: at its hour, or else at the next free hour.

    It is planned where it can be done and while that place is open. `day` is where the agent is from which
    minute on, `taken` are other engagements, and `bed` is the minute of bedtime.
    """
    held = (aim.intention for aim in me.prompt.aims if aim.intention.kind in ALONE)
    due = [one for one in held if one.when is not None or one.until is not None]  # else it is but a wish
    due = [one for one in due if one.kind != "move" or one.until is None]  # a night away is slept
    if me.prompt.feels.spent or me.prompt.feels.low:
        due = [one for one in due if not _can_wait(one, bed)]
    timed = [(one, start) for one in due if (start := _hour(one, me, bed)) is not None]
    found = [kept for one, start in timed for kept in _timed(one, start, me, day, bed)]
    for one in due:
        if not any(one is other for other, _ in timed):
            found += _free(one, me, day, [*taken, *found], bed)
    return found


def _can_wait(one: Intention, bed: int) -> bool:
    """Return whether an intention can as well be carried out on a later day."""
    return one.when is None and one.until is not None and one.until > bed


def _hour(one: Intention, me: Speaker[PlanDay], bed: int) -> int | None:
    """Return the minute of today for an intention with an hour, or None."""
    if one.when is None or (one.until is not None and one.kind != "habit" and not _kept_up_until(one, me)):
        return None
    return _of_today(one.when, me, bed) if one.kind == "habit" else one.when


def _kept_up_until(one: Intention, me: Speaker[PlanDay]) -> int | None:
    """Return the minute until which a deed goes on (such as staying somewhere until noon), or None.

    It is None for a deed that only has to be done by then.
    """
    return one.until if words_for(me.pack.language).stays.match(one.deed) else None


def _of_today(first: int, me: Speaker[PlanDay], bed: int) -> int:
    """Return the minute at which a daily deed is done today, not before `first`, its first time."""
    today = minute_at(day_of(me.now), first % DAY)
    return max(first, today if first % DAY >= me.persona.wake or today + DAY > bed else today + DAY)


def _timed(one: Intention, start: int, me: Speaker[PlanDay], day: Sequence[Stay], bed: int) -> Iterator[Kept]:
    late = me.now - start
    if start >= bed or (late > CATCHES_UP and one.kind == "habit"):
        return
    begins = max(start, me.now)
    place = _place(one, me, _at(day, begins))
    until = _kept_up_until(one, me)
    lasts = min(LASTS if until is None else until - begins, bed - begins)
    if one.kind != "habit" and (late > CATCHES_UP or not _can_be(place, begins, begins + SHORT, me)):
        hours = [*range(begins, bed - SHORT, STEP), *range(me.now + SOON, begins, STEP)]
        begins = next((hour for hour in hours if _can_be(place, hour, hour + SHORT, me)), bed)
    if place and begins < bed and lasts > 0 and _can_be(place, begins, begins + 1, me):
        yield _kept(one, begins, begins + lasts, place, me)


def _free(
    one: Intention, me: Speaker[PlanDay], day: Sequence[Stay], taken: Sequence[Kept], bed: int
) -> Iterator[Kept]:
    """Yield the next free time for an intention, outside work if possible."""
    earliest = max(me.now + SOON, minute_at(day_of(me.now), me.persona.wake) + AFTER_WAKING, one.when or 0)
    latest = min(bed, one.until if one.until is not None else bed)
    if one.when is not None and one.when >= latest:
        return  # not today
    earliest = min(earliest, max(me.now, latest - LASTS))
    hours = [
        hour
        for hour in range(earliest, latest - SHORT + 1, STEP)
        if not any(kept.start < hour + LASTS and hour < kept.end for kept in taken)
    ]
    off = [hour for hour in hours if not _works(day, hour, me)]
    late = [] if one.when is None else [*range(latest, bed - SHORT, STEP)]  # where it opens only then
    for hour in (*off, *hours, *late):
        place = _place(one, me, _at(day, hour))
        if place and _can_be(place, hour, hour + SHORT, me):
            yield _kept(one, hour, min(hour + LASTS, latest if hour < latest else bed), place, me)
            return


def _kept(one: Intention, start: int, end: int, place: Path, me: Speaker[PlanDay]) -> Kept:
    return Kept(start, end, _activity(one, place, me), place, resolved=True)


def _activity(one: Intention, place: Path, me: Speaker[PlanDay]) -> str:
    """Return the activity for an intention in its own words; for merely going somewhere, a visit there."""
    deed = own_deed(me.pack.calendar.without(one.deed), me.name, me.pack.grammar)
    deed = bare(me.pack.patterns["deed_end"].split(deed)[0])
    if one.kind == "move":
        return tidy(me.say("move_in", place=me.place(place)), 300)
    if not deed or deed.lower() in me.pack.words["goings"]:
        return tidy(me.say("visit_place", place=me.place(place)), 300)
    return tidy(deed, 300)


def _place(one: Intention, me: Speaker[PlanDay], otherwise: Path) -> Path:
    """Return the place for an intention, or an empty path.

    It is the place named, the room with the things that it is about, or wherever the agent is at work or at
    home.
    """
    prompt = me.prompt
    if one.place:
        return one.place if may_go(prompt, one.place) else ""
    named = place_in(one.deed, paths_of(prompt, prompt.rooms))
    if named:
        return room_for(prompt, named, prompt.rooms)
    home, work = me.persona.home, me.persona.work
    own = {place_of(path) for path in (home, work) if path}
    return _with_thing(one, me) or (otherwise if place_of(otherwise) in own else home)


def _with_thing(one: Intention, me: Speaker[PlanDay]) -> Path:
    """Return the known room with the object that fits a deed best, home and work first, or an empty path."""
    words = _naming(f"{one.deed} {one.what}", me)
    own = {place_of(path) for path in (me.persona.home, me.persona.work) if path}
    best: tuple[int, bool, Path] = (0, False, "")
    for room in me.prompt.rooms:
        fit = max((len(words & _naming(last_part(thing.path), me)) for thing in room.things), default=0)
        mine = place_of(room.path) in own
        if fit and (mine or not room.private) and (fit, mine) > best[:2]:
            best = (fit, mine, room.path)
    return best[2]


def _naming(text: str, me: Speaker[PlanDay]) -> frozenset[str]:
    """Return the words of a text that are not stop words."""
    return frozenset(words_of(text)).difference(me.pack.words["stop"].spaced)


def _at(day: Sequence[Stay], minute: int) -> Path:
    return next((place for start, place in reversed(day) if start <= minute), day[0][1] if day else "")


def _works(day: Sequence[Stay], minute: int, me: Speaker[PlanDay]) -> bool:
    work = me.persona.work
    return bool(work) and any(place_of(_at(day, hour)) == place_of(work) for hour in (minute, minute + LASTS))


def _can_be(place: Path, start: int, end: int, me: Speaker[PlanDay]) -> bool:
    """Return whether the agent may be at a place from `start` to `end`, as far as it knows."""
    if not place or never_goes(me.prompt.aims, "", place, start):
        return False
    room = known_room(me.prompt.rooms, place)
    mine = place_of(place) in (place_of(me.persona.home), place_of(me.persona.work or " "))
    return room is None or mine or is_open(room, start, end - 1)
