"""A pursuit: how one intention is gone about, whatever kind it is of. The other modules have the kinds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cognition.thinker import Thinker
from engine.mind.mind import Mind
from engine.records import AgentId, Intention, IntentionState, Line, Path

EARLY = 20  # minutes before its hour from which being there counts


@dataclass(frozen=True, slots=True)
class Standing:
    """How an intention stands from now on: told, begun, done, or failed for a reason in words."""

    state: IntentionState
    because: str = ""


@dataclass(frozen=True, slots=True)
class Pursuit:
    """One intention of the agent who thinks now. Nothing in here changes the log: the methods say what is
    so, and `pursue` writes it down.
    """

    thinker: Thinker
    intention: Intention

    @property
    def mind(self) -> Mind:
        """Return the mind that holds the intention."""
        return self.thinker.mind

    @property
    def binds(self) -> bool:
        """Return whether it counts by now: what has been forbidden until some hour no longer does."""
        return True

    @property
    def is_put_into_words(self) -> bool:
        """Return whether its memory is for those it is said to, in words of their own."""
        return False

    def due(self) -> bool:
        """Return whether it is time to speak of it."""
        return False

    def changes_the_day(self, until: int) -> bool:
        """Return whether the day that is left until a minute has to be planned with it."""
        return False

    def left(self) -> tuple[AgentId, ...]:
        """Return those who are still to be spoken to, and can be by now."""
        return ()

    def sought(self) -> tuple[AgentId, ...]:
        """Return those of them who are looked for next."""
        return self.left()

    def untold(self) -> tuple[AgentId, ...]:
        """Return those who are still to be spoken to, whether there is time for it or not."""
        return self.left()

    def absent(self) -> tuple[AgentId, ...]:
        """Return those who were asked to what goes on in this room, and are not in it."""
        return ()

    def to_greet(self) -> tuple[AgentId, ...]:
        """Return those whom one is here to meet and has not talked to."""
        return self.not_talked_to() if self.intention.state == "begun" else ()

    def said(self, line: Line) -> Standing | None:
        """Return how it stands once a line has told what it is about; None where that changes nothing."""
        return None

    def stage(self) -> IntentionState:
        """Return how it stands by where the agent is now, when, and with whom."""
        return self.intention.state

    def over(self) -> Standing | None:
        """Return how it ends now because its time is past; None while it is not."""
        return None

    def over_tonight(self) -> Standing | None:
        """Return how it ends because the agent's day does; None for what outlasts the night."""
        return None

    def not_talked_to(self) -> tuple[AgentId, ...]:
        """Return those whom one meets at an hour and has not talked to by then; nobody, once one has talked
        to any of them.
        """
        talks = (self.mind.talks.get(other) for other in self.intention.others)
        hour = self.intention.when
        if hour is None or any(talk and talk.minute >= hour - EARLY for talk in talks):
            return ()
        return self.intention.others

    def is_here(self, place: Path) -> bool:
        """Return whether a place is the one where the agent is; no place is everywhere."""
        place_of = self.thinker.town.world.place_of
        return not place or place_of[place] == place_of[self.thinker.room.path]

    def closeness(self, other: AgentId) -> float:
        """Return how close the agent feels to somebody (-1 to 1)."""
        relation = self.mind.relations.get(other)
        return relation.closeness if relation is not None else 0.0

    def named(self, people: Iterable[AgentId]) -> str:
        """Return the names of some of those here; of all of them, the word for everybody."""
        names = self.thinker.town.cast.names
        listed = [names[other] for other in people if other in names]
        return self.thinker.town.phrases.list(listed) or self.thinker.say("means_everybody")
