"""Hold numbers and tags of an answer to the records: what they do not bear out is left out, or put right.

What somebody takes away from a talk needs a line that says it. What happens every day matters little.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.clock import day_of
from engine.language.languages import about as language_of
from engine.language.phrases import Phrases, phrases
from engine.prompts.forms import Engagement, Form
from engine.prompts.questions import Rate, React, TakeAway
from engine.prompts.questions.take_away import Aftermath, Learned
from engine.prompts.sense.matter import matter
from engine.prompts.sense.spoken_of import SpokenOf
from engine.records import Line, Memory

_FULL_NAME = re.compile(r"[^\W\d_a-z]\w+ [^\W\d_a-z]\w+")
_MEAL, _COMING, _DEED = 3, 5, 6  # the most that these matter, where nothing grave or glad is said of them
_COMINGS = ("arrives", "leaves", "leaves_to_seek", "wakes", "sleeps")
_MEETING = 2  # words: "come by", "meet at the bar"; what says more was said in some of its words
_BY_HEARSAY = 2  # words in common that show that an agreement with somebody else is spoken of


def borne_out(about: SpokenOf, answer: Form) -> Form:
    """Return an answer with what the records of its prompt do not bear out left out or put right."""
    prompt = about.prompt
    if isinstance(prompt, TakeAway) and isinstance(answer, Aftermath):
        return _Talk(prompt, about).heard(answer)
    texts: Sequence[str] = ()
    if isinstance(prompt, Rate):
        texts = prompt.observations
    elif isinstance(prompt, React):
        texts = ["" if event.urgent else event.text for event in prompt.events]
    ratings: list[int] = getattr(answer, "ratings", [])
    if not texts or len(ratings) != len(texts):
        return answer
    town_phrases = phrases(prompt.language)
    most = (_most(text, town_phrases, about) for text in texts)
    return answer.model_copy(update={"ratings": [min(pair) for pair in zip(ratings, most, strict=True)]})


def _most(text: str, town_phrases: Phrases, about: SpokenOf) -> int:
    """Return the most that something noticed can matter: little, if it is what people do every day."""
    plain = text.strip().rstrip(".。")
    if not plain or town_phrases.read("said", plain) or town_phrases.news(plain):
        return 10
    if any(_is_of_somebody(town_phrases.read(name, plain), about) for name in _COMINGS):
        return _COMING
    doing = town_phrases.read("does", plain)
    if doing is None or not _is_of_somebody(doing, about):
        return 10
    return _MEAL if town_phrases.doing(doing["activity"]) else _DEED


def _is_of_somebody(values: Any, about: SpokenOf) -> bool:  # noqa: ANN401 - as `Phrases.read` has it
    names = {name.full for name in about.prompt.names.values()}
    return values is not None and values["name"] in names


@dataclass(frozen=True)
class _Talk:
    """A talk that has ended, and the words that were said in it."""

    prompt: TakeAway
    about: SpokenOf

    def heard(self, answer: Aftermath) -> Aftermath:
        """Return what is taken away from it without what nobody said."""
        agreed = {number: row for number, row in enumerate(self.prompt.engagements, 1)}
        wanted = dict(enumerate(self.prompt.wanted, 1))
        return answer.model_copy(
            update={
                "learned": list(self._learned(answer.learned)),
                "engagements": [entry for entry in answer.engagements if self._is_agreed(entry)],
                "off": [number for number in answer.off if self._is_spoken_of(agreed.get(number))],
                "settled": [number for number in answer.settled if self._is_answered(wanted.get(number, ""))],
            }
        )

    def _learned(self, entries: Iterable[Learned]) -> Iterator[Learned]:
        """Yield what others said in the talk, each with the line that says it."""
        for entry in entries:
            line = self._line_of(entry)
            if line:
                yield entry if line == entry.line else entry.model_copy(update={"line": line})

    def _line_of(self, entry: Learned) -> int:
        """Return the number of the line that says something: the one cited, or the one that says most of it.

        An answer says what it was asked: "Yes, I'll come." Returns 0 if no line says it.
        """
        if self._is_told_by_nobody(entry.text):
            return 0
        told = self._words(entry.text)
        shared = {number: len(told & self._words(line.text)) for number, line in self._numbered.items()}
        heard = [number for number, line in self._numbered.items() if self._is_by_others(line)]
        asked = [number for number in self._numbered if number not in heard and shared[number]]
        saying = [number for number in heard if shared[number] or number - 1 in asked]
        saying = saying or [number for number in heard if asked and number > asked[0]]
        if entry.line in saying or not saying:
            return entry.line if saying else 0
        return max(saying, key=lambda number: (shared[number], -number))

    def _is_told_by_nobody(self, text: str) -> bool:
        """Check whether a text begins with the full name of nobody, and names nobody else who talked."""
        teller = _FULL_NAME.match(text)
        others = {person.name for person in self.prompt.people}
        named = {name for name in self.about.all_names if name in text}
        return (
            teller is not None
            and teller[0] not in named | others
            and not any(other in text for other in others)
        )

    @property
    def _numbered(self) -> dict[int, Line]:
        return dict(enumerate(self.prompt.lines, 1))

    def _is_spoken_of(self, agreed: Memory | None) -> bool:
        """Check whether an agreement comes up in the talk, by its words or by its day."""
        if agreed is None:
            return False
        words = self._words(agreed.text)
        shared = max((len(words & self._words(line.text)) for line in self.prompt.lines), default=0)
        if not self._is_with_present(agreed):
            return shared >= _BY_HEARSAY
        return shared > 0 or any(self._names_day(line.text, agreed) for line in self.prompt.lines)

    def _is_agreed(self, entry: Engagement) -> bool:
        """Check whether what somebody now means to do comes up in the talk, by its words or by its day."""
        words, ahead = self._words(entry.text), entry.day - day_of(self.prompt.now)
        texts = [line.text for line in self.prompt.lines]
        if any(words & self._words(text) for text in texts):
            return True
        return len(words) <= _MEETING and any(self._names_day_ahead(text, ahead) for text in texts)

    def _is_with_present(self, agreed: Memory) -> bool:
        """Check whether an agreement is with somebody of the talk, or with nobody."""
        others = {agent for agent in agreed.about if agent != self.prompt.persona.id}
        return not others or not others.isdisjoint(person.agent for person in self.prompt.people)

    def _names_day(self, text: str, agreed: Memory) -> bool:
        ahead = None if agreed.when is None else day_of(agreed.when) - day_of(self.prompt.now)
        return ahead is not None and self._names_day_ahead(text, ahead)

    def _names_day_ahead(self, text: str, ahead: int) -> bool:
        days = language_of(self.prompt.language).days.seen_from_today
        return any(word in text.lower() for word, days_ahead in days.items() if days_ahead == ahead)

    def _is_answered(self, wanted: str) -> bool:
        """Check whether something comes up in the talk, and somebody else speaks then or later."""
        words = self._words(wanted)
        lines = self.prompt.lines
        return any(
            words & self._words(line.text) and any(map(self._is_by_others, lines[at:]))
            for at, line in enumerate(lines)
        )

    def _is_by_others(self, line: Line) -> bool:
        return line.speaker != self.prompt.persona.id

    def _words(self, text: str) -> frozenset[str]:
        return matter(text, self.about.sense, self.about.all_names)
