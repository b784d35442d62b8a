"""Happen: something happens in a room, seen by all who are in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import NotFound
from engine.interventions.intervention import Asked, Intervention, said
from engine.records import Event, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Happen(Intervention):
    """Something happens in a room, seen by all who are in it."""

    verb: ClassVar[str] = "happen"
    title: ClassVar[str] = "Make something happen"
    icon: ClassVar[str] = ":material/campaign:"
    button: ClassVar[str] = "Let it happen"
    summary: ClassVar[str] = "let something happen in a room, seen by all who are in it"
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(
            name="room",
            kind="room",
            label="Where",
            metavar="ROOM",
            help='"place/room", as much of its end as is clear, or a place',
        ),
        Asked(
            name="text",
            kind="text",
            label="What",
            metavar="TEXT",
            help="what happens, in quotes",
            example="A black dog runs in, dripping wet.",
        ),
    )

    room: Path
    text: str

    def take_effect(self, hand: Hand) -> Path:
        """Let it be seen by whoever is there."""
        if self.room not in hand.state.rooms:
            raise NotFound(f"there is no room {self.room!r}")
        text = said(self.text, "an event")
        hand.add(Event(id=hand.next_id(), room=self.room, kind="author", text=text))
        hand.wake(hand.present(self.room))
        return self.room

    def outcome(self, town: Town) -> str:
        """Return where it is seen."""
        return f"It is seen in {self.room}"
