"""A day in broad strokes: the usual day, bent around meals, opening hours and what has been promised."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.clock import DAY, day_of, minute_at
from engine.models.rehearsal.grammar import first_person, low
from engine.models.rehearsal.mind import (
    Answer,
    ahead,
    called,
    is_open,
    known_room,
    may_go,
    paths_of,
    place_in,
    place_of,
    room_for,
)  # fmt: skip
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.text import bare, sentence, tidy
from engine.models.rehearsal.when import clock_of, without_when
from engine.prompts.questions import PlanDay
from engine.records import Memory, Path

MOST_BLOCKS = 16


@dataclass(frozen=True, slots=True)
class Slot:
    """Something from a minute on; `end` is set for what must not be cut short."""

    start: int
    activity: str
    place: Path
    end: int = 0
    engaged: bool = False


def plan_day(prompt: PlanDay, pack: Pack, draw: Random) -> Answer:
    """The rest of the day from `now` on."""
    bed = _bedtime(prompt)
    usual = _with_meals(_usual(prompt, bed), prompt, pack, draw, bed)
    day = _with_engagements(usual, prompt, pack, draw, bed)
    day = [slot for slot in _from_now(day, prompt, pack, draw) if slot.start < bed]
    home = room_for(prompt, prompt.persona.home, prompt.rooms)
    day = _merged(day)[: MOST_BLOCKS - 1]
    if day_of(bed) == day_of(prompt.now):
        day.append(Slot(bed, pack.say(draw, "sleep"), home))
    return {
        "gist": _gist(day, prompt, pack, draw),
        "blocks": [
            {"start": clock_of(slot.start), "activity": slot.activity, "place": slot.place} for slot in day
        ],
    }


def _bedtime(prompt: PlanDay) -> int:
    """When this waking day ends; a prompt after midnight may still belong to the day before."""
    today = minute_at(day_of(prompt.now), prompt.persona.sleep)
    if prompt.earlier and prompt.persona.sleep > DAY and today - DAY > prompt.now:
        return today - DAY
    return today if today > prompt.now else prompt.now + 1


def _usual(prompt: PlanDay, bed: int) -> list[Slot]:
    start_of_day = minute_at(day_of(prompt.now), 0)
    slots = []
    for item in sorted(prompt.persona.routine, key=lambda item: item.start):
        place = room_for(prompt, item.place or prompt.persona.home, prompt.rooms)
        start = start_of_day + item.start
        if item.start < prompt.persona.wake and prompt.persona.sleep > DAY + item.start:
            start += DAY
        room = known_room(prompt.rooms, place)
        if room and place_of(place) != place_of(prompt.persona.work or "") and not is_open(room, start):
            place = room_for(prompt, prompt.persona.home, prompt.rooms)
        activity = tidy(item.activity, 300)
        if activity and start < bed:
            slots.append(Slot(start, activity, place))
    return slots


def _with_meals(slots: list[Slot], prompt: PlanDay, pack: Pack, draw: Random, bed: int) -> list[Slot]:
    midnight = minute_at(day_of(prompt.now), 0)
    home = room_for(prompt, prompt.persona.home, prompt.rooms)
    meals = (
        (
            "meals_morning",
            "get_up",
            prompt.persona.wake,
            prompt.persona.wake - 30,
            prompt.persona.wake + 90,
            45,
        ),
        ("meals_noon", "lunch", 12 * 60 + 30, 11 * 60 + 15, 14 * 60 + 30, 40),
        ("meals_evening", "supper", 18 * 60 + 45, 17 * 60, 21 * 60, 45),
    )
    for words, phrase, at, low_end, high_end, length in meals:
        there = any(
            midnight + low_end <= slot.start <= midnight + high_end and pack.has(words, slot.activity)
            for slot in slots
        )
        start = midnight + at
        if there or start + length <= prompt.now or start + length > bed:
            continue
        slots = _inserted(slots, Slot(start, pack.say(draw, phrase), home, start + length))
    if not slots:
        slots = [Slot(prompt.now, pack.say(draw, "free_day"), home)]
    return slots


def _inserted(slots: list[Slot], new: Slot) -> list[Slot]:
    """The day with something put in: what it interrupts goes on afterwards, what it covers is left out."""
    before = [slot for slot in slots if slot.start < new.start]
    inside = [slot for slot in slots if new.start <= slot.start < new.end]
    after = [slot for slot in slots if slot.start >= new.end]
    resumed = inside[-1:] or before[-1:]
    goes_on = [
        Slot(new.end, slot.activity, slot.place)
        for slot in resumed
        if not after or after[0].start - new.end >= 15
    ]
    return [*before, new, *goes_on, *after]


def _with_engagements(slots: list[Slot], prompt: PlanDay, pack: Pack, draw: Random, bed: int) -> list[Slot]:
    taken = prompt.now
    for memory in ahead(prompt.engagements, prompt.now, max(bed, prompt.now + DAY // 2)):
        when = memory.when or 0
        if when < taken:
            continue
        place = _where(memory, prompt)
        room = known_room(prompt.rooms, place)
        leave = max(taken, when - (room.walk if room else 10) - 5)
        end = when + draw.choice((60, 75, 90, 120))
        slots = _inserted(
            slots, Slot(leave, engaged_activity(memory.text, prompt, pack, draw), place, end, True)
        )
        taken = end
    return slots


def engaged_activity(text: str, prompt: PlanDay, pack: Pack, draw: Random) -> str:
    """What somebody will be doing when they keep an engagement."""
    name = called(prompt.persona)
    own = without_when(bare(tidy(text, 300)), pack)
    for start in (name, name.split()[0]):
        if own.startswith(start + " "):
            rest = own[len(start) + 1 :]
            return _attending(pack.patterns["own_lead"].sub("", rest, count=1), pack, draw)
    told = bare(first_person(own, name, pack.grammar))
    return tidy(pack.say(draw, "engaged_other", what=low(told, pack.grammar)), 300)


def _attending(what: str, pack: Pack, draw: Random) -> str:
    """What one does at something one comes to; anything else is done as it was meant."""
    occasion, found = pack.patterns["come_to"].subn("", what, count=1)
    return tidy(pack.say(draw, "attend", what=occasion.strip()) if found else what.partition(",")[0], 300)


def _where(memory: Memory, prompt: PlanDay) -> Path:
    if may_go(prompt, memory.place):
        return memory.place
    named = place_in(memory.text, paths_of(prompt, prompt.rooms))
    return room_for(prompt, named or memory.place, prompt.rooms)


def _from_now(slots: list[Slot], prompt: PlanDay, pack: Pack, draw: Random) -> list[Slot]:
    """What is still ahead, begun with what is due now."""
    current = [slot for slot in slots if slot.start <= prompt.now]
    later = [slot for slot in slots if slot.start > prompt.now]
    home = room_for(prompt, prompt.persona.home, prompt.rooms)
    first = current[-1] if current else Slot(prompt.now, pack.say(draw, "evening"), home)
    return [Slot(prompt.now, first.activity, first.place, first.end, first.engaged), *later]


def _merged(slots: list[Slot]) -> list[Slot]:
    merged: list[Slot] = []
    for slot in sorted(slots, key=lambda slot: slot.start):
        if merged and (merged[-1].activity, merged[-1].place) == (slot.activity, slot.place):
            continue
        if merged and merged[-1].start == slot.start:
            merged.pop()
        merged.append(slot)
    return merged


def _gist(slots: list[Slot], prompt: PlanDay, pack: Pack, draw: Random) -> str:
    name = called(prompt.persona)
    engaged = next((slot for slot in slots if slot.engaged), None)
    if engaged:
        return sentence(pack.say(draw, "gist_engaged", name=name, engaged=engaged.activity))
    awake = [low(slot.activity, pack.grammar) for slot in slots if slot.activity not in pack.phrases["sleep"]]
    main = awake[1:] if len(awake) > 2 else awake
    if len(main) > 1:
        return sentence(
            pack.say(draw, "gist", name=name, first=main[0][:120], second=main[len(main) // 2][:120])
        )
    return sentence(
        pack.say(draw, "gist_one", name=name, first=(main or [pack.phrases["free_day"][0]])[0][:200])
    )
