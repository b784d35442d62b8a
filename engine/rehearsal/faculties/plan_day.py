"""A day in broad strokes: the usual day, adjusted to meals, needs, opening hours and promises."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.prompts.questions import PlanDay
from engine.records import Intention, Path
from engine.rehearsal.aims import never_does, never_goes
from engine.rehearsal.day_engagements import Kept, Missed, sort_out
from engine.rehearsal.doing_alone import doing_alone
from engine.rehearsal.language.doing import meanwhile
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.looking_for import looking_for
from engine.rehearsal.mind import (
    Answer,
    is_open,
    known_room,
    last_part,
    lowest,
    may_go,
    place_of,
    room_for,
)
from engine.rehearsal.speaker import Speaker, about_others, speaker_of

MOST_BLOCKS = 16
TIRED = 45.0
AT_ODDS = ("deep_bad", "insight_no_word")  # conclusions on somebody whom one does not look in on
NOON = 12 * 60
CALLS_ON, CALLS_AGAIN = 0.5, 45
LEAST_FREE = 75
LONGEST_SUPPER = 60
FAR = 20  # minutes: whoever is worn out walks no further to lie down
MEALS = (
    ("meals_morning", "get_up", 0, (-30, 90), 40),
    ("meals_noon", "lunch", 12 * 60 + 30, (11 * 60 + 15, 14 * 60 + 30), 40),
    ("meals_evening", "supper", 18 * 60 + 45, (17 * 60, 21 * 60), 45),
)


@dataclass(frozen=True, slots=True)
class Slot:
    """An activity that starts at a minute. `end` is set if it must not be cut short."""

    start: int
    activity: str
    place: Path
    end: int = 0
    why: str = ""


def plan_day(prompt: PlanDay, pack: Pack, draw: Random) -> Answer:
    """Return the plan for the rest of the day from `now` on."""
    me = speaker_of(prompt, pack, draw)
    bed = _bedtime(prompt)
    kept, missed = sort_out(me, bed)
    day = _with_meals(_usual(prompt, pack, bed), me, bed)
    day = _with_needs(day, me, bed)
    day = _lying_down(_with_evening(day, me, bed), me)
    day = _with_kept(day, [*_rested(looking_for(me, bed), me), *kept], me)
    alone = _rested(doing_alone(me, [(slot.start, slot.place) for slot in day], kept, bed), me)
    day = _moved(_with_kept(day, alone, me), me)
    day = [slot for slot in _from_now(day, me) if slot.start < bed]
    day = _few_enough(_merged(day), bed, {each.activity for each in (*kept, *alone)})
    if day_of(bed) == day_of(prompt.now):
        home = room_for(prompt, prompt.persona.home, prompt.rooms)
        day += _moved([Slot(bed, me.say("sleep"), home)], me)
    deeds = {each.activity for each in alone}  # what changes things is taken apart on the spot
    return {
        "gist": _gist(day, [*alone, *kept], me),
        "blocks": [
            {
                "start": clock_words(slot.start),
                "activity": slot.activity,
                "place": slot.place,
                "doing": "" if slot.why in deeds else tidy(meanwhile(slot.activity, pack.grammar), 300),
                "emoji": pack.activity(slot.activity).emoji,
            }
            for slot in day
        ],
        "skips": _skips(missed, prompt),
    }


def _moved(slots: list[Slot], me: Speaker[PlanDay]) -> list[Slot]:
    """Move the slots at home to a new home, from the hour at which the agent lives there."""
    for aim in me.prompt.aims:
        one, home = aim.intention, me.persona.home
        if one.kind == "move" and one.when is not None and may_go(me.prompt, one.place):
            slots = [
                replace(slot, place=one.place) if slot.place == home and _holds(one, slot.start) else slot
                for slot in slots
            ]
    return slots


def _holds(one: Intention, minute: int) -> bool:
    """Return whether a move holds at a minute, for good or for a night."""
    return (one.when or 0) <= minute and (one.until is None or minute < one.until)


def _skips(missed: list[Missed], prompt: PlanDay) -> list[dict[str, object]]:
    numbers = {memory.id: number for number, memory in enumerate(prompt.engagements, start=1)}
    found = [(numbers.get(each.memory.id, 0), each.why) for each in missed if each.why]
    return [{"engagement": number, "why": why} for number, why in found if 0 < number <= 100][:8]


def _bedtime(prompt: PlanDay) -> int:
    """Return the minute at which this waking day ends.

    A prompt after midnight may still belong to the day before.
    """
    today = minute_at(day_of(prompt.now), prompt.persona.sleep)
    if prompt.earlier and prompt.persona.sleep > DAY and today - DAY > prompt.now:
        return today - DAY
    return today if today > prompt.now else prompt.now + 1


def _usual(prompt: PlanDay, pack: Pack, bed: int) -> list[Slot]:
    up_late = bed <= minute_at(day_of(prompt.now), prompt.persona.wake)
    start_of_day = minute_at(day_of(prompt.now) - up_late, 0)
    slots = []
    for item in sorted(prompt.persona.routine, key=lambda item: item.start):
        start = start_of_day + item.start
        place = room_for(prompt, item.place or prompt.persona.home, prompt.rooms)
        if item.start < prompt.persona.wake and prompt.persona.sleep > DAY + item.start:
            start += DAY
        room = known_room(prompt.rooms, place)
        if room and place_of(place) != place_of(prompt.persona.work or "") and not is_open(room, start):
            place = room_for(prompt, prompt.persona.home, prompt.rooms)
        activity = tidy(item.activity, 300)
        barred = any(never_goes(prompt.aims, "", path, start) for path in (item.place, place))
        activity = "" if barred else _allowed(activity, prompt, pack, start)
        place = place if activity else room_for(prompt, prompt.persona.home, prompt.rooms)
        if start < bed:
            slots.append(Slot(start, activity or pack.word("free_day"), place))
    return slots


def _allowed(activity: str, prompt: PlanDay, pack: Pack, start: int) -> str:
    """Return an activity without the parts that the agent means not to do; empty if nothing is left."""
    if not never_does(prompt.aims, activity, pack, start):
        return activity
    parts = pack.parts(activity)
    left = [part for part in parts if not never_does(prompt.aims, part, pack, start)]
    return pack.listed(left) if len(parts) > 1 else ""


def _with_meals(slots: list[Slot], me: Speaker[PlanDay], bed: int) -> list[Slot]:
    prompt = me.prompt
    midnight = minute_at(day_of(prompt.now), 0)
    home = room_for(prompt, prompt.persona.home, prompt.rooms)
    for words, frame, at, around, length in MEALS:
        on_waking = prompt.persona.wake if frame == "get_up" else 0
        low, high = (midnight + on_waking + each for each in around)
        eats = any(low <= slot.start <= high and me.pack.has(words, slot.activity) for slot in slots)
        start = midnight + on_waking + at
        if eats or start + length <= prompt.now or start + length > bed:
            continue
        slots = _inserted(slots, Slot(start, me.say(frame), home, start + length))
    return slots or [Slot(prompt.now, me.say("free_day"), home)]


def _with_evening(slots: list[Slot], me: Speaker[PlanDay], bed: int) -> list[Slot]:
    """Return the day with something quieter after a supper that would last till bedtime."""
    last = slots[-1]
    eats = any(me.pack.has(words, last.activity) for words in ("meals_evening", "meals"))
    start = last.start + LONGEST_SUPPER
    if not eats or bed - start < LEAST_FREE or start <= me.now:
        return slots
    home = room_for(me.prompt, me.persona.home, me.prompt.rooms)
    return [*slots, Slot(start, me.say("late"), home)]


def _with_needs(slots: list[Slot], me: Speaker[PlanDay], bed: int) -> list[Slot]:
    """Add a rest for a tired agent, and a visit to somebody whom it has thought about."""
    slots = _with_rest(slots, me)
    if me.prompt.feels.spent or me.prompt.feels.low:
        return slots  # whoever is tired or low keeps to what has to be
    visit = _visit(slots, me, bed)
    return _inserted(slots, visit) if visit else slots


def _with_rest(slots: list[Slot], me: Speaker[PlanDay]) -> list[Slot]:
    prompt = me.prompt
    feels = prompt.feels
    is_well = lowest(prompt.persona, me.pack) >= TIRED and not feels.spent and not feels.low
    if (
        is_well
        or feels.worn_out
        or any(me.pack.has("rest", slot.activity) for slot in slots if slot.start % DAY > 11 * 60)
    ):
        return slots
    start = minute_at(day_of(prompt.now), 14 * 60 + 30)
    working = [slot for slot in slots if slot.start <= start]
    place = working[-1].place if working else prompt.persona.home
    energy = [value for name, value in prompt.persona.status.items() if name in me.pack.words["energy"]]
    naps = min(energy, default=60) < TIRED or feels.spent
    frame, room = ("nap", prompt.persona.home) if naps else ("cheer_up", place)
    if start <= prompt.now or (place == prompt.persona.work and frame == "nap"):
        return slots
    return _inserted(slots, Slot(start, me.say(frame), room_for(prompt, room, prompt.rooms), start + 30))


def _lying_down(slots: list[Slot], me: Speaker[PlanDay]) -> list[Slot]:
    """Return the day of a worn-out agent, with a rest before anything else."""
    if not me.prompt.feels.worn_out:
        return slots
    rest = Slot(me.now, me.say("lie_down"), _bed(me.prompt, me.pack), me.now + me.prompt.feels.rests_for)
    return _inserted(slots, rest)


def _bed(prompt: PlanDay, pack: Pack) -> Path:
    """Return the room to lie down in: at home, or nearby with something to rest on if home is far."""
    home = room_for(prompt, prompt.persona.home, prompt.rooms)
    known = known_room(prompt.rooms, home)
    if known is None or known.walk <= FAR:
        return home
    near = [
        room
        for room in prompt.rooms
        if room.walk < FAR / 2
        and may_go(prompt, room.path)
        and is_open(room, prompt.now, prompt.now + prompt.feels.rests_for)
        and any(pack.has("rests_on", last_part(thing.path)) for thing in room.things)
    ]
    return min(near, key=lambda room: (room.private, room.walk, room.path)).path if near else home


def _rested(found: Iterable[Kept], me: Speaker[PlanDay]) -> list[Kept]:
    """Return the engagements of today; for a worn-out agent, only those after the rest."""
    feels = me.prompt.feels
    return [each for each in found if not feels.worn_out or each.start >= me.now + feels.rests_for]


def _visit(slots: list[Slot], me: Speaker[PlanDay], bed: int) -> Slot | None:
    """Return a visit to a person in an earlier reflection, where they were last met, or None."""
    prompt = me.prompt
    for memory in prompt.recalled:
        others = about_others(memory, prompt.persona.id)
        if memory.kind != "reflection" or len(others) != 1 or day_of(memory.minute) >= day_of(prompt.now):
            continue
        free = _free_time(slots, prompt.now, bed, me)
        place = _where_met(others[0], prompt, free) if free else ""
        if place and me.draw.random() < CALLS_ON:
            other = me.name_of(others[0]).full
            at_odds = any(me.pack.phrases.read(frame, memory.text) for frame in AT_ODDS)
            said = me.say("settle_with" if at_odds else "call_on", other=other)
            return Slot(free, said, place, free + CALLS_AGAIN, said)
    return None


def _where_met(agent: str, prompt: PlanDay, minute: int) -> Path:
    """Return an open room where a person was met, other than the agent's home, or an empty path."""
    until, home = minute + CALLS_AGAIN, place_of(prompt.persona.home)
    known = {
        room.path
        for room in prompt.rooms
        if not room.private and place_of(room.path) != home and is_open(room, minute, until)
    }
    met = [memory.place for memory in prompt.recalled if agent in memory.about and memory.place in known]
    return met[0] if met else ""


def _free_time(slots: list[Slot], now: int, bed: int, me: Speaker[PlanDay]) -> int:
    """Return a minute in the afternoon or evening when the agent has time off work, or 0."""
    starts = [*(slot.start for slot in slots), bed]
    for slot, following in zip(slots, starts[1:], strict=False):
        clock = slot.start % DAY
        at_work = slot.place and place_of(slot.place) == place_of(me.persona.work or " ")
        if (
            15 * 60 <= clock <= 19 * 60
            and not at_work
            and slot.start > now
            and following - slot.start >= LEAST_FREE
        ):
            return slot.start + 15
    return 0


def _with_kept(slots: list[Slot], kept: list[Kept], me: Speaker[PlanDay]) -> list[Slot]:
    for each in kept:
        start = max(me.now, each.start)
        slots = _inserted(slots, Slot(start, each.activity, each.place, each.end, each.activity))
    return slots


def _inserted(slots: list[Slot], new: Slot) -> list[Slot]:
    """Insert a slot into the day. What it interrupts goes on afterwards; what it covers is left out."""
    before = [slot for slot in slots if slot.start < new.start]
    inside = [slot for slot in slots if new.start <= slot.start < new.end]
    after = [slot for slot in slots if slot.start >= new.end]
    resumed = inside[-1:] or before[-1:]
    goes_on = [
        Slot(new.end, slot.activity, slot.place, why=slot.why)
        for slot in resumed
        if not after or after[0].start - new.end >= 15
    ]
    return [*before, new, *goes_on, *after]


def _from_now(slots: list[Slot], me: Speaker[PlanDay]) -> list[Slot]:
    """Return the slots still ahead, beginning with what is due now."""
    prompt = me.prompt
    current = [slot for slot in slots if slot.start <= prompt.now]
    later = [slot for slot in slots if slot.start > prompt.now]
    home = room_for(prompt, prompt.persona.home, prompt.rooms)
    waking = prompt.now % DAY < NOON
    first = current[-1] if current else Slot(prompt.now, me.say("waking" if waking else "evening"), home)
    return [Slot(prompt.now, first.activity, first.place, first.end, first.why), *later]


def _merged(slots: list[Slot]) -> list[Slot]:
    merged: list[Slot] = []
    for slot in sorted(slots, key=lambda slot: slot.start):
        if merged and (merged[-1].activity, merged[-1].place) == (slot.activity, slot.place):
            continue
        if merged and merged[-1].start == slot.start:
            merged.pop()
        merged.append(slot)
    return merged


def _few_enough(slots: list[Slot], bed: int, due: set[str]) -> list[Slot]:
    """Leave out the shortest slots that are not due, until the day has few enough."""
    slots = list(slots)
    while len(slots) >= MOST_BLOCKS:
        ends = [*(slot.start for slot in slots[1:]), bed]
        free = [at for at, slot in enumerate(slots) if at and slot.activity not in due] or [len(slots) - 1]
        del slots[min(free, key=lambda at: ends[at] - slots[at].start)]
        slots = _merged(slots)
    return slots


def _gist(slots: list[Slot], kept: list[Kept], me: Speaker[PlanDay]) -> str:
    name = me.name.full
    if me.prompt.feels.worn_out:
        return me.sentence(me.say("gist_worn_out", name=name))
    due = next((each for each in kept if any(slot.why == each.activity for slot in slots)), None)
    if due is not None:
        frame, gap = ("gist_resolved", "resolved") if due.resolved else ("gist_engaged", "engaged")
        return me.sentence(me.say(frame, name=name, **{gap: due.activity}))
    sleeping = {phrase.text for phrase in me.pack.phrases.of("sleep")}
    awake = [me.inside(slot.activity) for slot in slots if slot.activity not in sleeping]
    main = awake[1:] if len(awake) > 2 else awake
    if len(main) > 1:
        at = me.draw.randrange(len(main) - 1)
        later = main[at + 1 :]
        second = later[len(later) // 2]
        return me.sentence(me.say("gist", name=name, first=main[at][:120], second=second[:120]))
    return me.sentence(me.say("gist_one", name=name, first=(main or [me.pack.word("free_day")])[0][:200]))
