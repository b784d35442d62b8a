"""The base class of all pursuits: one intention, and the questions that decide what happens to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cognition.thinker import Thinker
from engine.mind.mind import Mind
from engine.records import AgentId, Intention, IntentionState, Line, Path

EARLY = 20  # minutes before the hour from which being there counts


@dataclass(frozen=True, slots=True)
class Standing:
    """The new state of an intention, and the reason in words if it failed."""

    state: IntentionState
    because: str = ""


@dataclass(frozen=True, slots=True)
class Pursuit:
    """One intention of the agent who is thinking now.

    The methods only answer questions. `pursue` logs the changes that follow from them.
    """

    thinker: Thinker
    intention: Intention

    @property
    def mind(self) -> Mind:
        """Return the mind of the agent."""
        return self.thinker.mind

    @property
    def binds(self) -> bool:
        """Check whether the intention is in force now; an expired prohibition is not."""
        return True

    @property
    def is_put_into_words(self) -> bool:
        """Check whether its memory is meant for certain people and told in words of its own."""
        return False

    def due(self) -> bool:
        """Check whether it is time to speak of it."""
        return False

    def changes_the_day(self, until: int) -> bool:
        """Check whether the plan for the rest of the day, up to minute `until`, must allow for it."""
        return False

    def left(self) -> tuple[AgentId, ...]:
        """Return the agents who are still to be spoken to and can be spoken to now."""
        return ()

    def sought(self) -> tuple[AgentId, ...]:
        """Return the agents to look for next."""
        return self.left()

    def untold(self) -> tuple[AgentId, ...]:
        """Return the agents who are still to be spoken to, whether or not there is time left."""
        return self.left()

    def absent(self) -> tuple[AgentId, ...]:
        """Return the guests invited to what is going on in this room who are not here."""
        return ()

    def to_greet(self) -> tuple[AgentId, ...]:
        """Return the agents whom this agent came to meet and has not talked to."""
        return self.not_talked_to() if self.intention.state == "begun" else ()

    def said(self, line: Line) -> Standing | None:
        """Return the standing after a line told of the intention; None if nothing changes."""
        return None

    def stage(self) -> IntentionState:
        """Return the state that follows from where the agent is, the time, and who is there."""
        return self.intention.state

    def over(self) -> Standing | None:
        """Return the final standing if its deadline has passed; else None."""
        return None

    def over_tonight(self) -> Standing | None:
        """Return the final standing if it ends with the agent's day; else None."""
        return None

    def not_talked_to(self) -> tuple[AgentId, ...]:
        """Return the people to meet; empty once the agent has talked to any of them around the hour."""
        talks = (self.mind.talks.get(other) for other in self.intention.others)
        hour = self.intention.when
        if hour is None or any(talk and talk.minute >= hour - EARLY for talk in talks):
            return ()
        return self.intention.others

    def is_here(self, place: Path) -> bool:
        """Check whether the agent is in the place of a room; an empty path counts as everywhere."""
        place_of = self.thinker.town.world.place_of
        return not place or place_of[place] == place_of[self.thinker.room.path]

    def closeness(self, other: AgentId) -> float:
        """Return the agent's closeness to another one, from -1 to 1."""
        relation = self.mind.relations.get(other)
        return relation.closeness if relation is not None else 0.0

    def named(self, people: Iterable[AgentId]) -> str:
        """Return the names of people as a list in words, or the word for everybody if no name is known."""
        names = self.thinker.town.cast.names
        known = [names[other] for other in people if other in names]
        return self.thinker.town.phrases.list(known) or self.thinker.say("means_everybody")
