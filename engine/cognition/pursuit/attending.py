"""Attending: somebody knows of an event of the town, comes to it, and takes part where people do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from typing_extensions import override

from engine.cognition.knowing import acquaintance
from engine.cognition.pursuit.pursuit import Pursuit, Standing
from engine.cognition.retrieve import retrieve
from engine.cognition.thinker import Thinker
from engine.cognition.wayfinding.places import discover
from engine.events.kinds import chooses, is_public
from engine.events.outcome import ATTENDS, attendance_of
from engine.events.wording import EventWords
from engine.prompts.questions import Choose
from engine.records import Intention, Line, Memory, Path, TownEvent

_MATTERS = 8


class Attendance(Pursuit):
    """A public event of the town that one means to be at."""

    @override
    def over(self) -> Standing | None:
        until = self.intention.until
        if until is None or until > self.thinker.now:
            return None
        return Standing("failed", self.thinker.say_or(self.intention.what, "event_missed"))


def learn_of(thinker: Thinker, event: TownEvent) -> None:
    """Remember an event of the town that is to come; whoever may take part in it means to be there."""
    attends = is_public(event) and event.may_attend(thinker.id)
    memory = thinker.remember(
        "seed",
        _words(thinker).known(event),
        _MATTERS,
        place=event_room(thinker, event),
        when=event.begins if attends else None,
    )
    if attends:
        _mean_to_be_there(thinker, event, memory)


def event_told(speaker: Thinker, line: Line) -> TownEvent | None:
    """Return the event of the town that a line tells of, which its speaker means to be at."""
    held = speaker.mind.intentions.values()
    told = tuple(one for one in held if line.tells and one.kind == ATTENDS and one.memory == line.tells)
    return next((event for event in speaker.town.scenario.events if attendance_of(event, told)), None)


def hear_of(thinker: Thinker, event: TownEvent, told: Memory) -> None:
    """Mean to be at an event of which one has just been `told`, where one may take part and knew nothing of
    it.
    """
    known = attendance_of(event, tuple(thinker.mind.intentions.values()))
    if known is not None or event.begins <= thinker.now or not event.may_attend(thinker.id):
        return
    memory = thinker.remember(
        "plan",
        _words(thinker).known(event),
        _MATTERS,
        evidence=(told.id,),
        place=event_room(thinker, event),
        when=event.begins,
    )
    _mean_to_be_there(thinker, event, memory)


def _mean_to_be_there(thinker: Thinker, event: TownEvent, memory: Memory) -> None:
    """Mean to be at an event that a memory tells of, and know the way there."""
    thinker.rows.add(_attendance(thinker, event, memory.id))
    room = event_room(thinker, event)
    if room and room not in thinker.mind.known:
        discover(thinker, room, "told", source=memory.id)


def event_room(thinker: Thinker, event: TownEvent) -> Path:
    """Return the room of an event as it is called by now; empty for one that is gone."""
    world = thinker.town.world
    room = world.former.now(event.place, 0)
    return room if room in world.rooms else ""


def attend(thinker: Thinker) -> None:
    """Take part in every public event that goes on where one is, once nobody has to wait for it."""
    for event in thinker.town.scenario.events:
        if event.is_under_way(thinker.now) and _is_there(thinker, event):
            attendance = attendance_of(event, tuple(thinker.mind.intentions.values()))
            if attendance is None or attendance.is_open:
                thinker.later(partial(_take_part, thinker, event))


def _is_there(thinker: Thinker, event: TownEvent) -> bool:
    """Return whether somebody is where an event takes place, and may take part in it."""
    presence, world = thinker.mind.presence, thinker.town.world
    room = event_room(thinker, event)
    inside = presence is not None and presence.inside
    if not (room and inside and is_public(event) and event.may_attend(thinker.id)):
        return False
    return world.place_of[thinker.room.path] is world.place_of[room]


async def _take_part(thinker: Thinker, event: TownEvent) -> None:
    """Be counted as having been there, with what one chose where there is something to choose."""
    held = attendance_of(event, tuple(thinker.mind.intentions.values()))
    choice, memory = "", held.memory if held is not None else 0
    if chooses(event, thinker.id):
        made = await make_choice(thinker, event)
        if made is not None:  # a model that gave no answer is nobody's abstention
            choice, reason = made
            text = _words(thinker).choice(event, thinker.persona.name, choice, reason)
            memory = thinker.remember("observation", text, _MATTERS, place=thinker.room.path).id
    memory = memory or _seen(thinker, event)
    row = _attendance(thinker, event, memory)
    thinker.rows.add(replace(row, began=held.first if held is not None else 0, state="done", content=choice))


async def make_choice(thinker: Thinker, event: TownEvent) -> tuple[str, str] | None:
    """Return what somebody chooses and why, with an empty choice of who abstains; None where the model gave
    no usable answer.
    """
    question = event.question or event.what
    people = tuple(acquaintance(thinker, other) for other in _people(thinker, event))
    answer = await thinker.ask_if_possible(
        thinker.prompt(
            Choose,
            event=event.what,
            question=question,
            options=event.options,
            bounds=(0, event.up_to) if event.up_to else (),
            people=people,
            recalled=await retrieve(
                thinker,
                [question, *event.options],
                purpose="choose",
                weights=thinker.town.settings.acting,
            ),
            choices={"option": event.options} if event.options else {},
        )
    )
    if answer is None:
        return None
    if answer.abstains:
        return "", answer.reason
    if event.options:
        return answer.choice, answer.reason
    return (str(answer.number) if answer.number else ""), answer.reason


def _people(thinker: Thinker, event: TownEvent) -> Iterator[str]:
    """Yield whom one knows of those that the options name, then the others one knows."""
    named = thinker.town.cast.mentioned(" ".join([event.question, *event.options]))
    known = thinker.mind.relations
    yield from (other for other in dict.fromkeys([*named, *known]) if other in known)


def _attendance(thinker: Thinker, event: TownEvent, memory: int) -> Intention:
    return Intention(
        id=thinker.rows.next_id(),
        agent=thinker.id,
        kind=ATTENDS,
        state="held",
        deed=_words(thinker).deed(event),
        memory=memory,
        what=event.what,
        place=event_room(thinker, event),
        when=event.begins,
        until=event.ends,
    )


def _seen(thinker: Thinker, event: TownEvent) -> int:
    """Return the memory of having seen an event begin, of which one had not known; made, where there is none
    yet, as of whoever comes later.
    """
    text = _words(thinker).begins(event)
    since = thinker.mind.stream.since(event.begins)
    seen = next((memory.id for memory in since if memory.text == text), 0)
    return seen or thinker.remember("observation", text, _MATTERS, place=thinker.room.path).id


def _words(thinker: Thinker) -> EventWords:
    return EventWords(thinker.town.phrases, thinker.town.world, thinker.town.cast.names)
