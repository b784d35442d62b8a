"""Asking: what is wanted of others, a thing, a deed or an answer: of those it names, or of whoever has it."""

from __future__ import annotations

from typing_extensions import override

from engine.clock import DAY
from engine.cognition.pursuit.pursuit import Standing
from engine.cognition.pursuit.spoken import SOUGHT, Addressed
from engine.cognition.thinker import Thinker
from engine.records import EVERYBODY, AgentId, Intention, Line
from engine.row_ids import minute_of

_ASKS_AT_MOST = 5  # people for the same thing, before one gives up asking


class Asking(Addressed):
    """A question, or a request: done once it is answered."""

    @property
    def wants(self) -> str:
        """Return what is wanted, in words."""
        return self.intention.content

    @property
    def is_open_to_anybody(self) -> bool:
        """Return whether it is wanted of whoever has it, does it or knows it, since nobody is named."""
        nobody_named = set(self.intention.others) <= {EVERYBODY}
        return bool(self.wants) and nobody_named and self.intention.state != "failed"

    @property
    def is_wanted(self) -> bool:
        """Return whether one has what one wants as soon as one of those who are asked has helped."""
        whoever = self.is_open_to_anybody and self.whoever_helps
        return whoever or self._is_of_either() or (self._awaits_answers() and self.intention.state == "told")

    @property
    def whoever_helps(self) -> bool:
        """Return whether it is done once anybody at all has helped, where nobody is named."""
        return not self.intention.others

    def is_answered(self) -> bool:
        """Return whether all of whom it is wanted have been asked: it is done, or was in vain."""
        return self._awaits_answers() and self.intention.state == "told" and not self.left()

    @override
    def left(self) -> tuple[AgentId, ...]:
        return tuple(self.may_help()) if self.is_open_to_anybody else super().left()

    @override
    def sought(self) -> tuple[AgentId, ...]:
        return self.left()[:SOUGHT] if self.is_open_to_anybody else self.left()

    @override
    def said(self, line: Line) -> Standing | None:
        stands = super().said(line)
        if stands is None or stands.state == "failed":
            return stands
        if stands.state == "done" and self._awaits_answers():
            return Standing("told")
        return Standing("begun") if stands.state == "told" and self.is_open_to_anybody else stands

    @override
    def is_all_said(self) -> bool:
        return not self.is_open_to_anybody and super().is_all_said()

    def may_help(self) -> list[AgentId]:
        """Return who is still to be asked for what is wanted, and is no enemy: of whom one knows that they
        have to do with it, then who is here, then the closest. Whoever is to be told the answer does not
        know it.
        """
        held = self.mind.intentions.values()
        unknowing = {
            other
            for message in held
            if self.intention in passed_on(self.thinker, message)
            for other in message.others
        }
        lexicon = self.mind.stream.lexicon
        terms = frozenset(lexicon.asked(self.intention.what or self.intention.content))
        known = [text for text in self.thinker.persona.seed if terms & frozenset(lexicon.terms(text))]
        names = self.thinker.town.cast.names
        friends = (other for other in self.unaware() if self.closeness(other) >= 0)
        asked = [other for other in friends if other not in unknowing]
        return sorted(asked, key=lambda other: not any(names[other] in text for text in known))

    def _awaits_answers(self) -> bool:
        """Return whether something is wanted of those it names: it is done once they have answered."""
        return bool(self.intention.others) and EVERYBODY not in self.intention.others

    def _is_of_either(self) -> bool:
        """Return whether one of several who are named is to answer or help: "ask Ada or Ben who has it"."""
        if len(self.intention.others) < 2:
            return False
        deed, content = self.intention.deed, self.intention.content
        before = deed.partition(content)[0] if content else deed
        return self.thinker.town.phrases.names_either(before)


class Question(Asking):
    """What somebody wants to know."""


class Request(Asking):
    """What somebody wants to have or have done: granted, put off or refused."""

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
        asked = sum(told == self.intention.memory for told, _ in self.mind.told)
        return super().may_help()[: max(0, _ASKS_AT_MOST - asked)]

    @override
    def over(self) -> Standing | None:
        if self._is_in_vain():
            return Standing("failed", self.thinker.say("nobody_had_it"))
        return super().over()

    def _is_in_vain(self) -> bool:
        """Return whether everybody who may have what is wanted of anybody has been asked for it, a day ago
        at least: whoever comes meanwhile is asked too.
        """
        asked = self.intention.state == "begun" and self.is_open_to_anybody
        long_ago = self.thinker.now - minute_of(self.intention.id) >= DAY
        return asked and long_ago and not self.left()


def passed_on(thinker: Thinker, message: Intention) -> list[Intention]:
    """Return the questions whose answer somebody is to be told."""
    if message.kind != "message" or not message.what or message.content:
        return []
    held = thinker.mind.intentions.values()
    return [other for other in held if other.kind == "question" and other.content == message.what]
