"""Reflect: make an agent reflect on the next turn, which is now, however little it has felt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention
from engine.records import AgentId, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectNow(Intervention):
    """Make an agent reflect now, however little it has felt since the last time."""

    verb: ClassVar[str] = "reflect"
    title: ClassVar[str] = worded("Have a person reflect")
    icon: ClassVar[str] = ":material/lightbulb:"
    button: ClassVar[str] = worded("Reflect now")
    summary: ClassVar[str] = worded("Have a person reflect in the next turn.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
    )

    agent: AgentId

    @property
    def urges(self) -> AgentId:
        """Return the id of the agent that reflects."""
        return self.agent

    def take_effect(self, hand: Hand) -> Path:
        """Bring the next turn forward.

        Raises BadInput if the agent sleeps, or reflection is off in this run.
        """
        thinker = hand.thinker(self.agent)
        here = thinker.mind.presence
        if not hand.town.settings.reflection:
            raise BadInput(worded("reflection is turned off in this run; turn it on in a fork"))
        if here is None or here.asleep:
            raise BadInput(
                worded("{name} is asleep; run the town until they wake up", name=thinker.persona.name)
            )
        hand.wake([here])
        return thinker.room.path

    def outcome(self, town: Town) -> str:
        """Return a sentence on who reflects."""
        return f"{town.cast.names[self.agent]} reflects"
