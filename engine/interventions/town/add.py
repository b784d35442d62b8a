"""Add: a new agent comes to live in the town, with a persona file as in a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import NotFound, worded
from engine.interventions.intervention import Asked, Intervention
from engine.interventions.town.move import Move
from engine.interventions.town.send_away import SendAway, is_away
from engine.records import AgentId, Intervened, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Intervention):
    """Let a new agent come to live in the town, as described by a persona file."""

    verb: ClassVar[str] = "add"
    title: ClassVar[str] = worded("Add a person")
    icon: ClassVar[str] = ":material/person_add:"
    button: ClassVar[str] = worded("Add person")
    summary: ClassVar[str] = worded(
        "Add a new person to the town; to send them away again, undo the intervention."
    )
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(
            name="persona",
            kind="persona",
            label=worded("Persona"),
            metavar="FILE",
            help="a persona file, or - for standard input",
        ),
        Asked(
            name="room",
            kind="room",
            label=worded("Where they arrive"),
            metavar="ROOM",
            help='"place/room", an unambiguous ending of this path, or a place (default: their home)',
            optional=True,
        ),
        Asked(
            name="agent",
            kind="text",
            label=worded("Person id"),
            metavar="ID",
            help="the id of the new person (default: derived from the first name)",
            optional=True,
        ),
    )

    persona: str
    room: Path = ""
    agent: AgentId = ""

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the id of the agent."""
        return {"agent": self.came(hand.town) or hand.newcomer(self.persona, self.agent).id}

    def take_effect(self, hand: Hand) -> Path:
        """Let the agent come in, knowing what its file says; one who was here before comes back."""
        if self.room and self.room not in hand.state.rooms:
            raise NotFound(worded("there is no room {room!r}; write rooms as place/room", room=self.room))
        known = self.came(hand.town)
        if known and is_away(hand.mind(known).presence):
            return Move(agent=known, room=self.room or hand.mind(known).persona.home).take_effect(hand)
        return hand.welcome(self.persona, self.room, self.agent)

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Send the agent away again. Raises BadInput if it is away already."""
        return SendAway(agent=entry.before["agent"]).take_effect(hand)

    def came(self, town: Town) -> AgentId:
        """Return the id of the agent that came with this file (and this id, if given); empty if none did."""
        came = (row.agent for row in town.joined if row.persona == self.persona)
        return next((agent for agent in came if self.agent in ("", agent)), "")

    def outcome(self, town: Town) -> str:
        """Return a sentence on who lives here."""
        from engine.scenario.newcomer import name_in  # reading takes its time, and most ask for a verb only

        where = f" at {self.room}" if self.room else ""
        return f"{name_in(self.persona) or 'A new person'} joins the town{where}"
