"""Intentions that are carried out by speaking to others: who is left to tell, and when it is too late."""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import override

from engine.cognition.intending.barred import keeps_away_from
from engine.cognition.pursuit.pursuit import Pursuit, Standing
from engine.mind.mind import Mind
from engine.practices.conduct import SPOKEN, is_due
from engine.records import EVERYBODY, AgentId, Intention, Line, is_visitor
from engine.row_ids import minute_of

SOUGHT = 3  # agents to look for at a time


class Spoken(Pursuit):
    """An intention that others are to hear of."""

    @property
    @override
    def is_put_into_words(self) -> bool:
        return True

    @override
    def due(self) -> bool:
        return is_due(self.intention, self.thinker.now)

    def unaware(self) -> Iterator[AgentId]:
        """Yield the agents who have not been told yet: those in the room first, then the closest."""
        here, known = self.thinker.room.inside(), self.mind.relations
        candidates = tuple(other for other in self.intention.others if other != EVERYBODY) or {*known, *here}
        for other in sorted(candidates, key=lambda agent: (agent not in here, -self.closeness(agent), agent)):
            if other == self.thinker.id or is_visitor(other):  # a visitor who has left cannot be found
                continue
            if (self.intention.memory, other) not in self.mind.told:
                yield other

    def heard_by(self, line: Line) -> bool:
        """Return whether any hearer of a line has now been told."""
        return any(has_heard(self.mind, self.intention, hearer) for hearer in line.hearers)


class ToMany(Spoken):
    """An intention spoken of to many people in turn: an occasion needs guests, an aim needs support."""

    @override
    def sought(self) -> tuple[AgentId, ...]:
        return self.left()[:SOUGHT]


class Addressed(Spoken):
    """An intention spoken of to the people it names: done once all are told, or have answered."""

    @override
    def left(self) -> tuple[AgentId, ...]:
        return tuple(
            other
            for other in self.intention.others
            if other != EVERYBODY
            and not has_heard(self.mind, self.intention, other)
            and not keeps_away_from(self.thinker, other)
        )

    @override
    def said(self, line: Line) -> Standing | None:
        if not self.heard_by(line):
            return None
        if self.intention.until is not None and self.intention.until < line.said_at:
            return Standing("failed", self.thinker.say("said_late"))
        if self.is_all_said():
            return Standing("done")
        return Standing("told") if self.intention.state == "held" else None

    def is_all_said(self) -> bool:
        """Return whether nobody is left to be told and no answer is awaited."""
        return self.intention.others != (EVERYBODY,) and not self.left()

    @override
    def over(self) -> Standing | None:
        ends = self.ends_at()
        return Standing("failed", self.why_not()) if ends is not None and ends <= self.thinker.now else None

    def ends_at(self) -> int | None:
        """Return the deadline as a minute; None if there is none."""
        return self.intention.until

    def why_not(self) -> str:
        """Return the reason for not saying it before the deadline."""
        left = self.untold() or self.intention.others
        shunned = [other for other in left if keeps_away_from(self.thinker, other)]
        if shunned:
            return self.thinker.say("keeps_away", others=self.named(shunned))
        since = minute_of(self.intention.first)
        unmet = [other for other in left if self.mind.met_at.get(other, -1) < since]
        return self.thinker.say("never_met" if unmet else "never_said", others=self.named(unmet or left))


def has_heard(mind: Mind, intention: Intention, other: AgentId) -> bool:
    """Return whether an agent has been told of an intention.

    If one memory holds several intentions for the same agent, each telling covers one of them, in order of
    time.
    """
    times_told = mind.told.get((intention.memory, other), 0)
    if not times_told:  # the usual case: skips the search through all intentions
        return False
    earlier_intentions = sum(
        other in earlier.others
        and (earlier.when or 0, earlier.first) < (intention.when or 0, intention.first)
        for earlier in mind.intentions.values()
        if earlier.memory == intention.memory and earlier.kind in SPOKEN and earlier.state != "dropped"
    )
    return times_told > earlier_intentions
