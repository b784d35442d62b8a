"""Outcomes about who said what to whom, and who knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import moment_words
from engine.records import AgentId, Line, Memory
from tests.bench.stories.days import Days
from tests.bench.stories.outcome import Outcome, People, Span, Words
from tests.bench.stories.wording import around, says

QUESTION = (r"[?？]", r"[吗呢吧][。，…]?$")
HEARD = ("observation", "talk", "reflection", "plan")  # what somebody came to know in the town
SOON = 3  # lines after a question in which it may be answered


class _Saying(Span, Outcome):
    """Lines of such words (`words`, and `also` where given), said or passed on as a memory."""

    who: People = ()
    to: People = ()
    words: Words
    also: Words = ()

    def lines(self, days: Days) -> Iterator[Line]:
        """Return the lines of those who speak in it, to anybody."""
        for line in days.lines:
            if self.holds(line.said_at) and (not self.who or line.speaker in self.who):
                passed_on = days.by_id.get(line.tells)
                text = line.text if passed_on is None else f"{line.text}\n{passed_on.text}"
                if says(text, self.words) and (not self.also or says(text, self.also)):
                    yield line


class Told(_Saying):
    """One of `who` says it to each of `to`, or to at least so many of them."""

    least: int | None = None

    def unmet(self, days: Days) -> str:
        """Return who never heard it."""
        lines = list(self.lines(days))
        if not self.to:
            return "" if lines else "nobody said it"
        heard = {hearer for line in lines for hearer in line.hearers}
        missing = [agent for agent in self.to if agent not in heard]
        least = len(self.to) if self.least is None else self.least
        return "" if len(self.to) - len(missing) >= least else f"never heard by {', '.join(missing)}"


class NeverTold(_Saying):
    """Nobody of `who` (of the whole town, where none is named) says it to any of `to` (to anybody)."""

    def unmet(self, days: Days) -> str:
        """Return the line in which it was said."""
        for line in self.lines(days):
            if not self.to or set(line.hearers) & set(self.to):
                return _quoted(line, self.words)
        return ""


class Invited(Span, Outcome):
    """The host tells each guest of the occasion, or at least so many of them, in words and in good time."""

    host: People
    guests: People
    words: Words
    least: int | None = None

    def unmet(self, days: Days) -> str:
        """Return who was not."""
        told = Told(
            who=self.host, to=self.guests, words=self.words, least=self.least, by=self.by, after=self.after
        )
        unheard = told.unmet(days)
        return unheard and f"not invited: {unheard.removeprefix('never heard by ')}"


class Asked(_Saying):
    """One of `who` puts a question of such words to each of `to`."""

    def unmet(self, days: Days) -> str:
        """Return who was not asked."""
        heard = {hearer for line in self.lines(days) if says(line.text, QUESTION) for hearer in line.hearers}
        missing = [agent for agent in self.to if agent not in heard]
        return f"never asked: {', '.join(missing)}" if missing or not heard else ""


class Answered(_Saying):
    """After one of `to` put it to one of `who` in such words, that one answers soon, in words of `answer`."""

    answer: Words = ()

    def unmet(self, days: Days) -> str:
        """Return what was said instead."""
        instead = "it was never put to them"
        asking = self.model_copy(update={"who": self.to, "to": ()})
        for line in asking.lines(days):
            talk = days.talks[line.conversation]
            for reply in talk[talk.index(line) + 1 :][:SOON]:
                if reply.speaker in self.who:
                    if not self.answer or says(reply.text, self.answer):
                        return ""
                    instead = _quoted(reply)
        return instead


class NobodySays(Outcome):
    """No line has such words, or not more than so many; of `who` and to `to` where they are named."""

    words: Words
    who: People = ()
    to: People = ()
    more_than: int = 0

    def unmet(self, days: Days) -> str:
        """Return the first line too many."""
        said = [
            line
            for line in days.lines
            if says(line.text, self.words)
            and (not self.who or line.speaker in self.who)
            and (not self.to or set(line.hearers) & set(self.to))
        ]
        return _quoted(said[self.more_than], self.words) if len(said) > self.more_than else ""


class Knows(Span, Outcome):
    """Each of `who`, or at least so many, comes to remember it in such words."""

    who: People
    words: Words
    least: int | None = None

    def unmet(self, days: Days) -> str:
        """Return who does not."""
        missing = [agent for agent in self.who if not self._memory(days, agent)]
        least = len(self.who) if self.least is None else self.least
        return "" if len(self.who) - len(missing) >= least else f"unknown to {', '.join(missing)}"

    def _memory(self, days: Days, agent: AgentId) -> Memory | None:
        return next(
            (
                memory
                for memory in days.memories
                if memory.agent == agent
                and memory.kind in HEARD
                and self.holds(memory.minute)
                and says(memory.text, self.words)
            ),
            None,
        )


class NeverKnows(Knows):
    """None of `who` ever comes to remember it."""

    def unmet(self, days: Days) -> str:
        """Return the memory."""
        for agent in self.who:
            memory = self._memory(days, agent)
            if memory is not None:
                return f"{agent} knows, {moment_words(memory.minute)}: {around(memory.text, self.words)}"
        return ""


def _quoted(line: Line, words: Words = ()) -> str:
    said = around(line.text, words)
    return f"{line.speaker} to {', '.join(line.hearers)}, {moment_words(line.said_at)}: “{said}”"
