"""Questions and requests: put to the people they name, or to anyone who may be able to help."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile

from typing_extensions import override

from engine.clock import DAY
from engine.cognition.pursuit.pursuit import Standing
from engine.cognition.pursuit.spoken import SOUGHT, Addressed
from engine.cognition.thinker import Thinker
from engine.records import EVERYBODY, AgentId, Intention, Line
from engine.row_ids import minute_of

_ASKS_AT_MOST = 5  # people asked for the same thing before the agent gives up


class Asking(Addressed):
    """A question or a request: done or agreed to by a helpful answer, failed without one."""

    @property
    def wants(self) -> str:
        """Return the wish of the agent in words: what it wants to know or have."""
        return self.intention.content

    @property
    def is_open_to_anybody(self) -> bool:
        """Check whether it is addressed to anyone who can help, because nobody is named."""
        nobody_named = set(self.intention.others) <= {EVERYBODY}
        return bool(self.wants) and nobody_named and self.intention.state != "failed"

    @property
    def is_wanted(self) -> bool:
        """Check whether a helpful answer from one of the people asked settles it."""
        anybody_will_do = self.is_open_to_anybody and self.whoever_helps
        return (
            anybody_will_do
            or self._is_for_either()
            or (self._awaits_answers() and self.intention.state == "told")
        )

    @property
    def whoever_helps(self) -> bool:
        """Check whether help from anyone settles it when nobody is named."""
        return not self.intention.others

    def is_answered(self) -> bool:
        """Check whether everyone named has been asked, so that it fails unless one of them helps."""
        return self._awaits_answers() and self.intention.state == "told" and not self.left()

    @override
    def left(self) -> tuple[AgentId, ...]:
        return tuple(self.may_help()) if self.is_open_to_anybody else super().left()

    @override
    def sought(self) -> tuple[AgentId, ...]:
        return self.left()[:SOUGHT] if self.is_open_to_anybody else self.left()

    @override
    def said(self, line: Line) -> Standing | None:
        standing = super().said(line)
        if standing is None or standing.state == "failed":
            return standing
        if standing.state == "done" and self._awaits_answers():
            return Standing("told")
        return Standing("begun") if standing.state == "told" and self.is_open_to_anybody else standing

    @override
    def is_all_said(self) -> bool:
        return not self.is_open_to_anybody and super().is_all_said()

    @override
    def over(self) -> Standing | None:
        if self._is_in_vain():
            return Standing("failed", self.thinker.say("nobody_had_it"))
        return super().over()

    def _is_in_vain(self) -> bool:
        """Check whether nobody is left to ask at least a day after the first person was asked.

        People the agent meets in the meantime are asked too.
        """
        was_asked = self.intention.state == "begun" and self.is_open_to_anybody
        long_ago = self.thinker.now - minute_of(self.intention.id) >= DAY
        return was_asked and long_ago and not self.left()

    def may_help(self) -> list[AgentId]:
        """Return the agents still to be asked, without enemies and those who are to be told the answer.

        Agents whom the agent's first memories link to the subject come first, then those in the room, then
        the closest.
        """
        intentions = self.mind.intentions.values()
        unknowing = {
            other
            for message in intentions
            if self.intention in passed_on(self.thinker, message)
            for other in message.others
        }
        lexicon = self.mind.stream.lexicon
        terms = frozenset(lexicon.asked(self.intention.what or self.intention.content))
        memories = [text for text in self.thinker.persona.seed if terms & frozenset(lexicon.terms(text))]
        names = self.thinker.town.cast.names
        friends = (other for other in self.unaware() if self.closeness(other) >= 0)
        candidates = [other for other in friends if other not in unknowing]
        return sorted(candidates, key=lambda other: not any(names[other] in text for text in memories))

    def _awaits_answers(self) -> bool:
        """Check whether it names the people whose answers are awaited."""
        return bool(self.intention.others) and EVERYBODY not in self.intention.others

    def _is_for_either(self) -> bool:
        """Recognise that any one of several people named may answer: "ask Ada or Ben who has it"."""
        if len(self.intention.others) < 2:
            return False
        deed, content = self.intention.deed, self.intention.content
        opening = deed.partition(content)[0] if content else deed
        return self.thinker.town.phrases.names_either(opening)


class Question(Asking):
    """A question whose answer the agent wants to know."""


class Request(Asking):
    """A request for a thing or a favour: granted, put off or refused."""

    @property
    @override
    def wants(self) -> str:
        return self.intention.what or self.intention.content

    @property
    @override
    def whoever_helps(self) -> bool:
        return True

    @override
    def may_help(self) -> list[AgentId]:
        times_asked = sum(memory_id == self.intention.memory for memory_id, _ in self.mind.told)
        return super().may_help()[: max(0, _ASKS_AT_MOST - times_asked)]


def asking_lines(intention: Intention, lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a talk by which an agent brings up its intention, in order."""
    return [line for line in lines if (line.speaker, line.tells) == (intention.agent, intention.memory)]


def replies(asked: Line, lines: Sequence[Line]) -> list[Line]:
    """Return what others said in a talk after a line, until its speaker told something else."""
    after = (line for line in lines if line.id > asked.id)
    until = takewhile(lambda line: line.speaker != asked.speaker or not line.tells, after)
    return [line for line in until if line.speaker != asked.speaker]


def answer_to(intention: Intention, lines: Sequence[Line], kept: Collection[int]) -> Line | None:
    """Return the line of a talk that answers a question or request of an agent; None if there is none.

    If the intention names anybody, one of them said it. A line that passes something on answers questions
    only. Of several lines it is the first of which the agent keeps a memory of its own (`kept`), or else the
    first. If the agent asked more than once, the last time counts most.
    """
    named = set(intention.others) - {EVERYBODY}
    answers = [
        line
        for asked in reversed(asking_lines(intention, lines))
        for line in replies(asked, lines)
        if (not named or line.speaker in named) and (not line.tells or intention.kind == "question")
    ]
    return next((line for line in answers if line.id in kept), next(iter(answers), None))


def passed_on(thinker: Thinker, message: Intention) -> list[Intention]:
    """Return the agent's own questions whose answer a message is to pass on."""
    if message.kind != "message" or not message.what or message.content:
        return []
    intentions = thinker.mind.intentions.values()
    return [
        intention
        for intention in intentions
        if intention.kind == "question" and intention.content == message.what
    ]
