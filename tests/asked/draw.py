"""A question with its judge, and the draw of questions about one moment of a run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from asked import verdicts
from asked.truth import Truth
from engine.clock import day_of


@dataclass(frozen=True)
class Question:
    """A question to somebody, what is wrong with an answer to it, and the rows that show the truth."""

    kind: str
    agent: str
    text: str
    wrong: Callable[[str], str] = field(repr=False)
    shows: str = ""
    asked_by: str = ""


class Draw:
    """Draws questions about one moment of a run, by a seed."""

    def __init__(self, truth: Truth, seed: int):
        self.truth, self.draw = truth, Random(f"{seed} {truth.scenario.id} {truth.now}")
        self.language = "zh" if truth.chinese else "en"
        self.today = day_of(truth.now)

    def one_of(self, en, zh, **values):
        return self.draw.choice(zh if self.truth.chinese else en).format(**values)

    def agent(self):
        return self.draw.choice([one.id for one in self.truth.people])

    def other(self, agent):
        return self.draw.choice([one.id for one in self.truth.people if one.id != agent])

    def denies(self, answer):
        return bool(verdicts.DENIES[self.language].search(answer))

    def affirms(self, answer):
        return bool(verdicts.AFFIRMS[self.language].search(answer))
