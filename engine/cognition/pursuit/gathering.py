"""Gathering: what is spoken of before its hour, and kept by coming: an occasion, a meeting."""

from __future__ import annotations

from typing_extensions import override

from engine.cognition.intending.barred import is_not_asked
from engine.cognition.intending.intend import kept_from
from engine.cognition.pursuit.pursuit import EARLY, Standing
from engine.cognition.pursuit.spoken import Addressed, ToMany
from engine.records import EVERYBODY, AgentId, IntentionState, Line

_HELD_FOR = 120  # minutes that an occasion is held for
_MADE_READY = 60  # minutes before its hour from which whoever is there makes it ready
_WAITS = 60  # minutes after its hour for which somebody is waited for at a meeting
_WITHOUT_A_WORD = 45  # minutes of being together after which they have met all the same


class Occasion(ToMany):
    """What guests are asked to and come to: made ready before its hour, then open."""

    @property
    @override
    def is_put_into_words(self) -> bool:
        return bool(self.guests)  # it is for them; else it is news like any other

    @property
    def guests(self) -> tuple[AgentId, ...]:
        """Return who is asked to it and nobody else, where it is not for everybody."""
        return () if EVERYBODY in self.intention.others else self.intention.others

    def left(self) -> tuple[AgentId, ...]:
        """Return who is still to be asked to what is to come: its guests, or all but those one cannot bear,
        and first whom it is given for; never those for whom it is a surprise.
        """
        occasion = self.intention
        if occasion.when is None or occasion.when <= self.thinker.now:
            return ()
        named, hidden = EVERYBODY not in occasion.others, kept_from(self.thinker, occasion)
        cast = self.thinker.town.cast.personas
        unaware = sorted(self.unaware(), key=lambda other: cast[other].called not in occasion.deed)
        return tuple(
            other
            for other in unaware
            if not (other in hidden or is_not_asked(self.thinker, other, occasion.what))
            and (named or self.closeness(other) >= 0)
        )

    @override
    def absent(self) -> tuple[AgentId, ...]:
        under_way = self.intention.when is not None and self.intention.when <= self.thinker.now
        if not under_way or not self.is_here(self.intention.place):
            return ()
        inside = set(self.thinker.room.inside())
        asked = sorted(other for told, other in self.mind.told if told == self.intention.memory)
        return tuple(other for other in asked if other not in inside)

    @override
    def to_greet(self) -> tuple[AgentId, ...]:
        return ()

    @override
    def said(self, line: Line) -> Standing | None:
        return Standing("told") if self.intention.state == "held" and self.heard_by(line) else None

    @override
    def stage(self) -> IntentionState:
        state, hour = self.intention.state, self.intention.when
        if hour is None or not self.is_here(self.intention.place):
            return state
        since = self.thinker.now - hour
        if since >= _HELD_FOR:
            return "done" if state == "begun" else state
        if since >= 0:
            return "begun" if self._has_company() else state
        return "prepared" if since >= -_MADE_READY else state

    def _has_company(self) -> bool:
        """Return whether somebody it is for is here: one of its guests, or anybody where none are named."""
        others = set(self.thinker.room.inside()) - {self.thinker.id}
        return not others.isdisjoint(self.guests) if self.guests else bool(others)

    @override
    def over(self) -> Standing | None:
        hour = self.intention.when
        if hour is None or hour + _HELD_FOR > self.thinker.now:
            return None
        if self.intention.state == "begun":
            return Standing("done")
        return Standing("failed", self.thinker.say("nobody_came", what=self.intention.what))


class Meeting(Addressed):
    """What was agreed on with those it names: it has begun when they meet, and is done once they have
    talked.
    """

    @override
    def is_all_said(self) -> bool:
        to_come = self.intention.when is not None and self.intention.when > self.thinker.now
        return not to_come and super().is_all_said()

    @override
    def stage(self) -> IntentionState:
        state, hour = self.intention.state, self.intention.when
        if hour is None or not self.is_here(self.intention.place):
            return state
        since = self.thinker.now - hour
        if since < -EARLY or set(self.intention.others).isdisjoint(self.thinker.room.inside()):
            return state
        return "begun" if since < _WITHOUT_A_WORD and self.not_talked_to() else "done"

    @override
    def over(self) -> Standing | None:
        if self.intention.state != "begun":
            return super().over()
        ends = self.ends_at()
        return Standing("done") if ends is not None and ends <= self.thinker.now else None

    @override
    def ends_at(self) -> int | None:
        return None if self.intention.when is None else self.intention.when + _WAITS

    @override
    def why_not(self) -> str:
        return self.thinker.say("did_not_meet", others=self.named(self.intention.others))
