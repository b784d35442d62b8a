"""Move: put an agent into another room, where it stays a while; also brings one back to the town."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, NotFound, worded
from engine.interventions.intervention import Asked, Intervention
from engine.records import AgentId, Intervened, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Intervention):
    """Put an agent into another room, where it stays a while."""

    verb: ClassVar[str] = "move"
    title: ClassVar[str] = worded("Move a person")
    icon: ClassVar[str] = ":material/directions_walk:"
    button: ClassVar[str] = worded("Move")
    summary: ClassVar[str] = worded("Move a person to another room, where they stay for an hour.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(
            name="room",
            kind="room",
            label=worded("Destination"),
            metavar="ROOM",
            help='"place/room", an unambiguous ending of this path, or a place',
        ),
    )

    agent: AgentId
    room: Path

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the room the agent was in, or on the way to."""
        presence = hand.mind(self.agent).presence
        return {"room": presence.room if presence is not None else ""}

    def take_effect(self, hand: Hand) -> Path:
        """Move the agent; it has a free hour before its day goes on."""
        if self.room not in hand.state.rooms:
            raise NotFound(worded("there is no room {room!r}; write rooms as place/room", room=self.room))
        thinker, here = hand.thinker(self.agent), hand.mind(self.agent).presence
        if here is not None and here.inside and here.room == self.room:
            raise BadInput(
                worded(
                    "{name} is already in {room}; choose another room",
                    name=thinker.persona.name,
                    room=self.room,
                )
            )
        hand.leave(self.agent, "leaves", self.room)
        hand.come_in(self.agent, self.room)
        return self.room

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Put the agent back where it was. Raises BadInput if it has left since."""
        here = hand.mind(self.agent).presence
        if here is None or here.room != self.room or not here.inside:
            name = hand.town.cast.names[self.agent]
            raise BadInput(
                worded(
                    "{name} has since left {room}, so the move cannot be undone; use `move` to put "
                    "them elsewhere",
                    name=name,
                    room=self.room,
                )
            )
        return Move(agent=self.agent, room=entry.before["room"]).take_effect(hand)

    def outcome(self, town: Town) -> str:
        """Return a sentence on where the agent is."""
        return f"{town.cast.names[self.agent]} is in {self.room}"
