"""The cost of a question: the most that a served model may take for it, shown before it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.models.profiles import MILLION, Profile
from engine.models.tokens import tokens
from engine.prompts import render
from engine.prompts.prompt import Prompt

_ASKED_AGAIN = 2  # times, at most, that a question is put: an answer that cannot be used is repaired once
_FORM = 400  # tokens by which the form of an answer is told


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionCost:
    """The most that one question may take; `micros` is None if the profile has no prices."""

    tokens: int
    micros: int | None
    currency: str

    @property
    def words(self) -> str:
        """Return the cost in a sentence."""
        told = f"one question: at most {self.tokens:,} tokens"
        if self.micros is None:
            return f"{told}; the cost is unknown because the profile has no prices"
        return f"{told} and {self.micros / MILLION:.4f} {self.currency}"


def question_cost(profile: Profile, asked: Prompt[Any]) -> QuestionCost:
    """Return the most that a question to a served model may take. Nothing is asked."""
    text = render(asked)
    read = (tokens(text.system + text.user) + _FORM) * _ASKED_AGAIN
    written = asked.form.most_tokens * _ASKED_AGAIN
    micros = profile.prices.micros(read, written) if profile.prices is not None else None
    return QuestionCost(tokens=read + written, micros=micros, currency=profile.currency)
