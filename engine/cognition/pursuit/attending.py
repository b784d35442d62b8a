"""Attending events of the town: an agent learns of an event, intends to be there, and takes part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from typing_extensions import override

from engine.cognition.facts import know
from engine.cognition.knowing import acquaintance
from engine.cognition.pursuit.pursuit import Pursuit, Standing
from engine.cognition.retrieve import retrieve
from engine.cognition.thinker import Thinker
from engine.cognition.wayfinding.places import discover
from engine.events.kinds import chooses, is_public
from engine.events.outcome import ATTENDS, attendance_of
from engine.events.wording import EventWords
from engine.prompts.questions import Choose
from engine.records import EVERYBODY, Intention, Line, Memory, Path, TownEvent

_MATTERS, _MATTERS_TO_ALL = 8, 5  # what everybody knows from the start is no news to anybody


class Attendance(Pursuit):
    """The intention to be at a public event of the town."""

    @override
    def over(self) -> Standing | None:
        until = self.intention.until
        if until is None or until > self.thinker.now:
            return None
        return Standing("failed", self.thinker.say("event_missed"))


def learn_of(thinker: Thinker, event: TownEvent) -> None:
    """Remember a coming event of the town, and intend to be there if the agent may take part in it."""
    attends = is_public(event) and event.may_attend(thinker.id)
    memory = thinker.remember(
        "seed",
        _words(thinker).known(event),
        _MATTERS_TO_ALL if event.known_by == (EVERYBODY,) and not event.excepted else _MATTERS,
        place=event_room(thinker, event),
        when=event.begins if attends else None,
    )
    know(thinker, event.facts, memory.id)
    if attends:
        _intend_to_attend(thinker, event, memory)


def event_told(speaker: Thinker, line: Line) -> TownEvent | None:
    """Return the event that a line tells of, if its speaker intends to attend it; else None."""
    intentions = speaker.mind.intentions.values()
    attendances = tuple(
        intention
        for intention in intentions
        if line.tells and intention.kind == ATTENDS and intention.memory == line.tells
    )
    return next((event for event in speaker.town.scenario.events if attendance_of(event, attendances)), None)


def hear_of(thinker: Thinker, event: TownEvent, told: Memory) -> None:
    """Intend to attend an event the agent was `told` of, if it is to come, new, and open to the agent."""
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
    know(thinker, event.facts, memory.id)
    _intend_to_attend(thinker, event, memory)


def _intend_to_attend(thinker: Thinker, event: TownEvent, memory: Memory) -> None:
    """Add the intention to attend an event, citing a memory, and learn the way there."""
    thinker.rows.add(_attendance(thinker, event, memory.id))
    room = event_room(thinker, event)
    if room and room not in thinker.mind.known:
        discover(thinker, room, "told", source=memory.id)


def event_room(thinker: Thinker, event: TownEvent) -> Path:
    """Return the path of an event's room by its present name; empty if the room no longer exists."""
    world = thinker.town.world
    room = world.former.now(event.place, 0)
    return room if room in world.rooms else ""


def attend(thinker: Thinker) -> None:
    """Schedule taking part in every public event under way where the agent is, unless done already."""
    for event in thinker.town.scenario.events:
        if event.is_under_way(thinker.now) and _is_at(thinker, event):
            attendance = attendance_of(event, tuple(thinker.mind.intentions.values()))
            if attendance is None or attendance.is_open:
                thinker.later(partial(_take_part, thinker, event))


def _is_at(thinker: Thinker, event: TownEvent) -> bool:
    """Return whether the agent is inside the place of a public event and may take part in it."""
    presence, world = thinker.mind.presence, thinker.town.world
    room = event_room(thinker, event)
    inside = presence is not None and presence.inside
    if not (room and inside and is_public(event) and event.may_attend(thinker.id)):
        return False
    return world.place_of[thinker.room.path] is world.place_of[room]


async def _take_part(thinker: Thinker, event: TownEvent) -> None:
    """Log that the agent attended an event, with its choice if the event asks for one."""
    attendance = attendance_of(event, tuple(thinker.mind.intentions.values()))
    choice, memory = "", attendance.memory if attendance is not None else 0
    if chooses(event, thinker.id):
        answer = await make_choice(thinker, event)
        if answer is not None:  # without a usable answer from the model nothing counts as an abstention
            choice, reason = answer
            text = _words(thinker).choice(event, thinker.persona.name, choice, reason)
            memory = thinker.remember("observation", text, _MATTERS, place=thinker.room.path).id
    memory = memory or _memory_of_beginning(thinker, event)
    know(thinker, event.facts, memory)
    row = _attendance(thinker, event, memory)
    thinker.rows.add(
        replace(row, began=attendance.first if attendance is not None else 0, state="done", content=choice)
    )


async def make_choice(thinker: Thinker, event: TownEvent) -> tuple[str, str] | None:
    """Ask the model for the agent's choice at an event, and return it with its reason.

    The choice is empty if the agent abstains. Returns None if the model gives no usable answer.
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
    """Yield the known people that the question and its options name, then all others the agent knows."""
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


def _memory_of_beginning(thinker: Thinker, event: TownEvent) -> int:
    """Return the id of the memory of seeing an event begin, adding it for an agent who came later."""
    text = _words(thinker).begins(event)
    since = thinker.mind.stream.since(event.begins)
    memory_id = next((memory.id for memory in since if memory.text == text), 0)
    return memory_id or thinker.remember("observation", text, _MATTERS, place=thinker.room.path).id


def _words(thinker: Thinker) -> EventWords:
    return EventWords(thinker.town.phrases, thinker.town.world, thinker.town.cast.names)
