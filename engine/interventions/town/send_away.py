"""Away: take an agent out of the town until it is brought back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention
from engine.interventions.town.move import Move
from engine.records import AgentId, Intervened, Path, Presence

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

NEVER = 10**8 - 1  # the minute of a next turn that no run comes to


@dataclass(frozen=True, slots=True, kw_only=True)
class SendAway(Intervention):
    """Take an agent out of the town; to move it, or to undo this, brings it back."""

    verb: ClassVar[str] = "away"
    title: ClassVar[str] = worded("Send a person away")
    icon: ClassVar[str] = ":material/luggage:"
    button: ClassVar[str] = worded("Send away")
    summary: ClassVar[str] = worded("Remove a person from the town; `move` or `undo` brings them back.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
    )

    agent: AgentId

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the room the agent was in, or on the way to."""
        presence = hand.mind(self.agent).presence
        return {"room": presence.room if presence is not None else ""}

    def take_effect(self, hand: Hand) -> Path:
        """Let the agent go, seen by those there. Raises BadInput if it is the last one in the town."""
        thinker = hand.thinker(self.agent)
        here = [mind.presence for mind in hand.state.minds.values() if mind.presence is not None]
        if is_away(thinker.mind.presence):
            raise BadInput(
                worded("{name} is already away; choose someone who is in the town", name=thinker.persona.name)
            )
        if sum(not is_away(one) for one in here) < 2:
            raise BadInput(
                worded(
                    "{name} is the last person in the town and cannot be sent away; add another person first",
                    name=thinker.persona.name,
                )
            )
        room, home = thinker.room.path, thinker.persona.home
        hand.leave(self.agent, "brought_away")
        hand.add(
            Presence(
                id=hand.next_id(),
                agent=self.agent,
                room=home,
                inside=False,
                asleep=False,
                next=NEVER,
                reason="away",
                doing=thinker.say("is_away"),
                emoji="🧳",
                origin=home,
            )
        )
        return room

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Bring the agent back to where it was. Raises BadInput if it is back already."""
        if not is_away(hand.mind(self.agent).presence):
            raise BadInput(
                worded(
                    "{names} is already back in the town, so there is nothing to undo",
                    names=hand.town.cast.names[self.agent],
                )
            )
        return Move(agent=self.agent, room=entry.before["room"]).take_effect(hand)

    def outcome(self, town: Town) -> str:
        """Return a sentence on who is away."""
        return f"{town.cast.names[self.agent]} is away from the town"


def is_away(presence: Presence | None) -> bool:
    """Return whether an agent is away from the town, by its presence."""
    return presence is not None and presence.reason == "away"
