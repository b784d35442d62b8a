"""Intentions that others are told of ahead of time and that are kept by coming: occasions and meetings."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from typing_extensions import override

from engine.cognition.intending.barred import is_not_asked
from engine.cognition.intending.intend import kept_from
from engine.cognition.pursuit.pursuit import EARLY, Standing
from engine.cognition.pursuit.spoken import Addressed, Spoken, ToMany
from engine.records import EVERYBODY, AgentId, IntentionState, Line

_MADE_READY = 60  # minutes before the hour from which an agent at the place makes it ready
_WITHOUT_A_WORD = 45  # minutes of being together after which a meeting is done without a talk


class Gathering(Spoken, ABC):
    """An occasion or a meeting: when its time is over it is done if it had begun, else it has failed."""

    open_for: ClassVar[int]
    """How many minutes after its hour its time is over."""

    @override
    def over(self) -> Standing | None:
        ends = self.ends_at()
        if ends is None or ends > self.thinker.now:
            return None
        if self.intention.state == "begun":
            return Standing("done")
        return Standing("failed", self.why_not())

    def ends_at(self) -> int | None:
        """Return the minute at which its time is over; None if it has no hour."""
        return None if self.intention.when is None else self.intention.when + self.open_for

    @abstractmethod
    def why_not(self) -> str:
        """Return the reason for failing if it never began."""


class Occasion(Gathering, ToMany):
    """An occasion that guests are invited to: the host makes it ready, and it begins when a guest comes."""

    open_for = 120

    @property
    @override
    def is_put_into_words(self) -> bool:
        return bool(self.guests)  # an occasion for everybody is passed on like any other news

    @property
    def guests(self) -> tuple[AgentId, ...]:
        """Return the guests who are named; empty if everyone is invited."""
        return () if EVERYBODY in self.intention.others else self.intention.others

    def left(self) -> tuple[AgentId, ...]:
        """Return the guests still to be invited before the hour, those the occasion is given for first.

        If everybody is invited, agents the host dislikes are left out. Agents from whom the occasion is
        kept secret, or whom the host means not to ask, are always left out.
        """
        occasion = self.intention
        if occasion.when is None or occasion.when <= self.thinker.now:
            return ()
        is_named, hidden = EVERYBODY not in occasion.others, kept_from(self.thinker, occasion)
        cast = self.thinker.town.cast.personas
        unaware = sorted(self.unaware(), key=lambda guest: cast[guest].called not in occasion.deed)
        return tuple(
            guest
            for guest in unaware
            if not (guest in hidden or is_not_asked(self.thinker, guest, occasion.what))
            and (is_named or self.closeness(guest) >= 0)
        )

    @override
    def absent(self) -> tuple[AgentId, ...]:
        under_way = self.intention.when is not None and self.intention.when <= self.thinker.now
        if not under_way or not self.is_here(self.intention.place):
            return ()
        inside = set(self.thinker.room.inside())
        invited = sorted(guest for memory, guest in self.mind.told if memory == self.intention.memory)
        return tuple(guest for guest in invited if guest not in inside)

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
        if since >= self.open_for:
            return "done" if state == "begun" else state
        if since >= 0:
            return "begun" if self._has_company() else state
        return "prepared" if since >= -_MADE_READY else state

    def _has_company(self) -> bool:
        """Return whether a guest is in the room: one of those named, or anyone if none are named."""
        others = set(self.thinker.room.inside()) - {self.thinker.id}
        return not others.isdisjoint(self.guests) if self.guests else bool(others)

    @override
    def why_not(self) -> str:
        return self.thinker.say("nobody_came", what=self.intention.what)


class Meeting(Gathering, Addressed):
    """A meeting agreed with certain people: begun when they meet, done once they have talked."""

    open_for = 60

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
    def why_not(self) -> str:
        return self.thinker.say("did_not_meet", others=self.named(self.intention.others))
