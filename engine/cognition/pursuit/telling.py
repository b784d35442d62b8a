"""Intentions that are done by telling people something: messages, help and aims."""

from __future__ import annotations

from itertools import chain, takewhile

from typing_extensions import override

from engine.clock import DAY, day_of, minute_at
from engine.cognition.pursuit.asking import Question, passed_on
from engine.cognition.pursuit.pursuit import Standing
from engine.cognition.pursuit.spoken import SOUGHT, Addressed, ToMany
from engine.records import EVERYBODY, AgentId, IntentionState, Line

_STAYS_NEWS = 2 * DAY  # minutes for which a message for everybody is passed on to anybody the agent meets
_ASKED_A_DAY = 3  # people whose support for an aim is sought in one day


class Message(Addressed):
    """Something that certain people, or everyone the agent meets, are to be told."""

    @property
    def is_for_everybody(self) -> bool:
        """Return whether the message is for everyone."""
        return EVERYBODY in self.intention.others

    @override
    def left(self) -> tuple[AgentId, ...]:
        if self._awaits_answer():
            return ()  # the answer to pass on is not known yet
        if self.is_for_everybody:
            return () if self.thinker.now >= self._stale_at() else tuple(self.unaware())
        return super().left()

    @override
    def untold(self) -> tuple[AgentId, ...]:
        return tuple(self.unaware()) if self.is_for_everybody else super().untold()

    def sought(self) -> tuple[AgentId, ...]:
        """Return the agents to look for: those named, or a few of all from the next day on."""
        if not self.is_for_everybody:
            return self.left()
        heard_today = day_of(self._memory_minute()) == self.thinker.day
        return () if heard_today else self.left()[:SOUGHT]

    @override
    def is_all_said(self) -> bool:
        return not (self._awaits_answer() or self.left())

    @override
    def ends_at(self) -> int | None:
        if self.intention.until is None and self.is_for_everybody:
            return self._stale_at()
        return self.intention.until

    def _awaits_answer(self) -> bool:
        """Return whether the answer to pass on is still unknown and someone is left to ask for it."""
        questions = passed_on(self.thinker, self.intention)
        return any(question.is_open and Question(self.thinker, question).left() for question in questions)

    def _stale_at(self) -> int:
        return self._memory_minute() + _STAYS_NEWS

    def _memory_minute(self) -> int:
        return self.mind.stream.get(self.intention.memory).minute


class Help(Addressed):
    """Something the agent owes, brings or does for another one, by the end of the day named for it."""

    @property
    @override
    def is_put_into_words(self) -> bool:
        return self._is_resolved()

    @override
    def left(self) -> tuple[AgentId, ...]:
        return super().left() if self._is_resolved() else ()

    @override
    def ends_at(self) -> int | None:
        if self.intention.when is not None and self.intention.until is None:
            return minute_at(day_of(self.intention.when), DAY)
        return self.intention.until

    def _is_resolved(self) -> bool:
        """Return whether it is more than a wish: it has a time, or the agent has planned it."""
        timed = self.intention.when is not None or self.intention.until is not None
        return timed or self.mind.stream.get(self.intention.memory).kind == "plan"


class Aim(ToMany):
    """Something the agent wants of the whole town: for days it seeks the support of a few people a day."""

    @override
    def due(self) -> bool:
        return False

    @override
    def left(self) -> tuple[AgentId, ...]:
        return () if self._asked_today() >= _ASKED_A_DAY else tuple(self.unaware())

    def _asked_today(self) -> int:
        """Return how many people the agent has told of its aim today."""
        morning = minute_at(self.thinker.day, 0)
        today = takewhile(lambda line: line.said_at >= morning, reversed(self.mind.said))
        told = (line.hearers for line in today if line.tells == self.intention.memory)
        return len(frozenset(chain.from_iterable(told)))

    @override
    def said(self, line: Line) -> Standing | None:
        return Standing("begun") if self.intention.state == "held" and self.heard_by(line) else None

    @override
    def stage(self) -> IntentionState:
        until = self.intention.until
        return "done" if until is not None and until < self.thinker.now else self.intention.state
