"""Interviews: the figures of all answers of a town, and what is lost without a faculty."""

from __future__ import annotations

import re

from engine.settings import Faculty
from tests.bench.quality.asking import ask_everybody
from tests.bench.quality.judging import Judged
from tests.bench.quality.lived import Lived

ABLATIONS: tuple[tuple[Faculty, ...], ...] = (
    (), ("reflection",), ("reflection", "planning"), ("reflection", "planning", "observation")
)  # fmt: skip
_ASKED: dict[tuple[int, tuple[Faculty, ...]], list[Judged]] = {}


def interviews(lived: Lived, without: tuple[Faculty, ...] = ()) -> list[Judged]:
    """All answers of a town, asked once."""
    key = (id(lived), without)
    if key not in _ASKED:
        _ASKED[key] = ask_everybody(lived, without)
    return _ASKED[key]


def inventions(lived: Lived) -> float:
    """Answers in which something is made up."""
    return sum(bool(asked.invented) for asked in interviews(lived))


def specific(lived: Lived) -> float:
    """The share of answers that say something of their own."""
    return sum(asked.is_specific for asked in interviews(lived)) / max(1, len(interviews(lived)))


def score(lived: Lived, without: tuple[Faculty, ...] = ()) -> float:
    """The mean score of all answers, from 0 to 3."""
    asked = interviews(lived, without)
    return sum(each.score for each in asked) / max(1, len(asked))


def latin_words(lived: Lived) -> float:
    """Latin letters in a town that does not write them."""
    if lived.scenario.language == "en":
        return 0.0
    texts = [line.text + line.thought for line in lived.lines] + [step.activity for step in lived.steps]
    texts += [memory.text for memory in lived.memories] + [diary.text for diary in lived.diaries]
    texts += [asked.answer.text for asked in interviews(lived)]
    return sum(1 for text in texts if re.search("[A-Za-z]", text))


def forget_answers() -> None:
    """Let go of what was asked, when a town is done."""
    _ASKED.clear()
