"""Happen: make something happen in a room, seen by all who are in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import NotFound, worded
from engine.interventions.intervention import Asked, Intervention, said
from engine.interventions.town.set_state import SetState
from engine.records import Event, Intervened, Path, Retraction, ThingState

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Happen(Intervention):
    """Make something happen in a room, seen by all who are in it."""

    verb: ClassVar[str] = "happen"
    title: ClassVar[str] = worded("Make something happen")
    icon: ClassVar[str] = ":material/campaign:"
    button: ClassVar[str] = worded("Make it happen")
    summary: ClassVar[str] = worded("Make something happen in a room; everyone there sees it.")
    asks: ClassVar[tuple[Asked, ...]] = (
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
            label=worded("What"),
            metavar="TEXT",
            help="what happens, in quotes",
            example=worded("A black dog runs in, dripping wet."),
        ),
    )

    room: Path
    text: str

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the object that the event puts into an urgent state, with both states."""
        alarm = self._alarm(hand)
        if alarm is None:
            return {}
        return {"thing": alarm.thing, "alarm": alarm.state, **alarm.before(hand)}

    def take_effect(self, hand: Hand) -> Path:
        """Add the event; everyone in the room sees it, and an object may become urgent."""
        if self.room not in hand.state.rooms:
            raise NotFound(worded("there is no room {room!r}; write rooms as place/room", room=self.room))
        text = said(self.text, worded("an event"))
        hand.add(Event(id=hand.next_id(), room=self.room, kind="author", text=text))
        hand.wake(hand.present(self.room))
        if alarm := self._alarm(hand):
            alarm.take_effect(hand)
        return self.room

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Withdraw the event and the memories of it; what agents did by then remains."""
        events = hand.first_rows(entry)
        for mind in hand.state.minds.values():
            for memory in mind.stream.since(entry.minute):
                if memory.source in events:
                    hand.retract(memory)
        for event in events:
            hand.add(Retraction(id=hand.next_id(), row=event, room=self.room))
        self._end_alarm(hand, entry)
        return self.room

    def _end_alarm(self, hand: Hand, entry: Intervened) -> None:
        if not entry.before.get("thing"):
            return
        alarm = SetState(thing=entry.before["thing"], state=entry.before["alarm"])
        if alarm.before(hand)["state"] == alarm.state:  # else somebody has seen to it by now
            hand.add(ThingState(id=hand.next_id(), thing=alarm.thing, state=entry.before["state"]))

    def _alarm(self, hand: Hand) -> SetState | None:
        """Return the urgent state that the event means for an object of the room: burning, for a fire."""
        world = hand.town.world
        things = world.rooms[self.room].things if self.room in world.rooms else ()
        urgent = {thing.path: (thing.name, tuple(thing.urgent)) for thing in things if thing.urgent}
        found = hand.town.phrases.alarm(self.text, urgent)
        return SetState(thing=found[0], state=found[1]) if found else None

    def outcome(self, town: Town) -> str:
        """Return a sentence on where it is seen."""
        return f"“{self.text}” is seen in {self.room}"
