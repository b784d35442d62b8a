"""Reconsider: make an agent plan the rest of the day anew, now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention
from engine.records import AgentId, Path, Step

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconsider(Intervention):
    """Make an agent plan the rest of the day anew, now."""

    verb: ClassVar[str] = "reconsider"
    title: ClassVar[str] = worded("Have a person reconsider")
    icon: ClassVar[str] = ":material/restart_alt:"
    button: ClassVar[str] = worded("Reconsider now")
    summary: ClassVar[str] = worded("Have a person replan the rest of the day now.")
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(name="agent", kind="agent", label=worded("Who"), metavar="AGENT", help="a person's id or name"),
    )

    agent: AgentId

    def take_effect(self, hand: Hand) -> Path:
        """Break off the day's plan, to be made anew on the next turn, now.

        Raises BadInput if there is none.
        """
        thinker = hand.thinker(self.agent)
        plan, here = thinker.mind.plan, thinker.mind.presence
        if not plan.made or hand.minute >= plan.bedtime or here is None or here.asleep:
            name = thinker.persona.name
            raise BadInput(
                worded(
                    "{name} has no plan for the day to reconsider; run the town until they wake up", name=name
                )
            )
        hand.add(
            Step(
                id=hand.next_id(),
                agent=self.agent,
                level="day",
                start=hand.minute,
                end=plan.bedtime,
                activity="",
                thing_state=thinker.say("to_reconsider"),
            )
        )
        hand.wake([here])
        return thinker.room.path

    def outcome(self, town: Town) -> str:
        """Return a sentence on who plans anew."""
        return f"{town.cast.names[self.agent]} reconsiders the day"
