"""A question as the interviewed agent takes it in, and the reply in the making."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.models.rehearsal.grammar import first_person, low, short_name
from engine.models.rehearsal.mind import called, name_of
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.telling import content_words
from engine.models.rehearsal.text import bare, tidy, words_of
from engine.models.rehearsal.when import spoken
from engine.prompts.questions import Acquaintance, Interview
from engine.records import Memory

LONGEST_QUESTION = 1_000
LONGEST_QUOTE = 260
SAME_START = 5


@dataclass(frozen=True, slots=True)
class Reply:
    """Sentences to say, and the numbers of the memories behind them."""

    parts: tuple[str, ...]
    because: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """The question, what it is about, and whom it names."""

    prompt: Interview
    pack: Pack
    draw: Random
    question: str
    topics: frozenset[str]
    person: Acquaintance | None

    def say(self, frame: str, **values: str) -> str:
        """A drawn phrase with its gaps filled."""
        return self.pack.say(self.draw, frame, **values)

    def own(self, text: str) -> str:
        """A memory in the agent's own mouth, ready to go on inside a sentence."""
        said = spoken(bare(tidy(text, LONGEST_QUOTE)), self.prompt.now, self.pack)
        return low(first_person(said, called(self.prompt.persona), self.pack.grammar), self.pack.grammar)

    def numbered(self) -> list[tuple[int, Memory]]:
        """The memories that came to mind, with their numbers."""
        return list(enumerate(self.prompt.recalled[:200], start=1))


def asked_of(prompt: Interview, pack: Pack, draw: Random) -> Asked:
    """Take in the question of a prompt."""
    question = tidy(prompt.question, LONGEST_QUESTION)
    person = next((each for each in prompt.people if _names(question, each, pack)), None)
    return Asked(prompt, pack, draw, question, content_words(question, pack), person)


def overlap(topics: frozenset[str], text: str) -> int:
    """How many of the words asked about a text touches, inflections included."""
    starts = {word[:SAME_START] for word in words_of(text)}
    return sum(1 for topic in topics if topic[:SAME_START] in starts)


def _names(question: str, person: Acquaintance, pack: Pack) -> bool:
    name = name_of(person, pack)
    return bool(person.name) and (name in question or short_name(name).lower() in words_of(question))
