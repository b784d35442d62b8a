"""Commit: give an agent an engagement at a place and time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.clock import parse_moment, worded_moment
from engine.errors import BadInput, NotFound, worded
from engine.interventions.intervention import Asked, Intervention, said
from engine.records import AgentId, Intervened, Memory, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

_MATTERS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit(Intervention):
    """Give an agent an engagement at a place and time, as if it had agreed to it."""

    verb: ClassVar[str] = "commit"
    title: ClassVar[str] = worded("Add an appointment")
    icon: ClassVar[str] = ":material/event_available:"
    button: ClassVar[str] = worded("Add appointment")
    summary: ClassVar[str] = worded("Give a person an appointment in a room at a given moment.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(
            name="when",
            kind="moment",
            label=worded("When"),
            metavar="MOMENT",
            help='a later moment: "day 2 17:00"',
            example="day 2 17:00",
        ),
        Asked(
            name="room",
            kind="room",
            label=worded("Where"),
            metavar="ROOM",
            help='"place/room", an unambiguous ending of this path, or a place',
        ),
        Asked(
            name="text",
            kind="text",
            label=worded("Appointment, as they would remember it"),
            metavar="TEXT",
            help="the purpose, in quotes, as the person would remember it",
            example=worded("She is to meet the surveyor."),
        ),
    )

    agent: AgentId
    when: str
    room: Path
    text: str

    def take_effect(self, hand: Hand) -> Path:
        """Add the engagement as a memory; the day it is due is planned with it."""
        mind, text, minute = (
            hand.mind(self.agent),
            said(self.text, worded("an appointment")),
            parse_moment(self.when),
        )
        if self.room not in hand.state.rooms:
            raise NotFound(worded("there is no room {room!r}; write rooms as place/room", room=self.room))
        if minute <= hand.minute:
            raise BadInput(
                worded(
                    "{minute} is in the past; choose a moment after {now}",
                    minute=worded_moment(minute),
                    now=worded_moment(hand.minute),
                )
            )
        hand.remember(
            Memory(
                id=hand.next_id(),
                agent=self.agent,
                kind="seed",
                text=text,
                importance=_MATTERS,
                about=hand.town.cast.mentioned(text),
                place=self.room,
                when=minute,
            )
        )
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Retract the engagement; if it is in today's plan, the agent plans anew."""
        mind = hand.mind(self.agent)
        hand.retract_all(mind, hand.first_rows(entry))
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def outcome(self, town: Town) -> str:
        """Return a sentence on the engagement."""
        name = town.cast.names[self.agent]
        return f"{name} has an appointment in {self.room} on {self.when}: “{self.text}”"
