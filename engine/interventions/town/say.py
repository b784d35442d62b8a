"""Say: make an agent say a line; the hearer answers, as in any talk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention, said
from engine.records import AgentId, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

_LONGEST_LINE = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Intervention):
    """Make an agent say a line to another one in the same room.

    The other answers, and both remember it as any talk.
    """

    verb: ClassVar[str] = "say"
    title: ClassVar[str] = worded("Have a person speak")
    icon: ClassVar[str] = ":material/chat:"
    button: ClassVar[str] = worded("Say it")
    summary: ClassVar[str] = worded(
        "Have a person say a line to another person in the same room; the other person answers."
    )
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
        Asked(
            name="to",
            kind="agent",
            label=worded("To whom"),
            metavar="OTHER",
            help="the other person's id or name",
        ),
        Asked(
            name="text",
            kind="text",
            label=worded("Wording"),
            metavar="TEXT",
            help="the line, in quotes",
            example=worded("Come to supper on Friday."),
        ),
    )

    agent: AgentId
    to: AgentId
    text: str

    def take_effect(self, hand: Hand) -> Path:
        """Begin the talk with the line.

        Raises BadInput if the two are not together, or one cannot talk now.
        """
        from engine.cognition.visiting.visit import begin, say, talk_row  # thinking takes its time to read

        text, names = said(self.text, worded("a line"), _LONGEST_LINE), hand.town.cast.names
        if self.agent == self.to:
            raise BadInput(
                worded("{name} cannot talk to themselves; choose another person", name=names[self.to])
            )
        members = [hand.thinker(self.agent), hand.thinker(self.to)]
        room = self._room(hand)
        visit = begin(members, self.agent, "", talk_row(hand.rows.turn))
        say(members, visit, text)
        return room

    def _room(self, hand: Hand) -> Path:
        """Return the room in which both are. Raises BadInput if they are not in one room, awake."""
        names = hand.town.cast.names
        where: list[Path] = []
        for one in (self.agent, self.to):
            presence = hand.mind(one).presence
            if presence is None or not presence.inside:
                raise BadInput(
                    worded("{name} is on the way; run the town until they arrive", name=names[one])
                )
            if presence.asleep:
                raise BadInput(worded("{name} is asleep; run the town until they wake up", name=names[one]))
            where.append(presence.room)
        if where[0] != where[1]:
            raise BadInput(
                worded(
                    "{who} is at {room} and {other} is at {other_room}; move one of them to the other first",
                    who=names[self.agent], room=where[0], other=names[self.to], other_room=where[1],
                )
            )  # fmt: skip
        return where[0]

    def outcome(self, town: Town) -> str:
        """Return a sentence on who says what to whom."""
        names = town.cast.names
        return f"{names[self.agent]} says “{self.text}” to {names[self.to]}"
