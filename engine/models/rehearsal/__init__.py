"""The rehearsal model: a mind made of rules over structured memory. Deterministic, instant, offline.

It is not a language model and never pretends to be one. Each faculty is a file of this folder; what is said
comes from the language packs beside them (`en.yaml`). A town in a language without a pack gets the English
sentence frames.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from engine.errors import ModelFailed
from engine.models.rehearsal.ask_oneself import ask_oneself
from engine.models.rehearsal.conclude import conclude
from engine.models.rehearsal.heed import heed
from engine.models.rehearsal.interview import interview
from engine.models.rehearsal.keep_diary import keep_diary
from engine.models.rehearsal.mind import Answer
from engine.models.rehearsal.pack import Pack, pack_for, read_packs
from engine.models.rehearsal.plan_block import plan_block
from engine.models.rehearsal.plan_day import plan_day
from engine.models.rehearsal.rate import rate
from engine.models.rehearsal.react import react
from engine.models.rehearsal.salient import salient
from engine.models.rehearsal.speak import speak
from engine.models.rehearsal.take_away import take_away
from engine.prompts.checked import checked
from engine.prompts.forms import Form
from engine.prompts.questions import (
    AskOneself,
    Conclude,
    Heed,
    Interview,
    KeepDiary,
    PlanBlock,
    PlanDay,
    Prompt,
    Rate,
    React,
    Speak,
    TakeAway,
)  # fmt: skip

A = TypeVar("A", bound=Form)
Rule = Callable[[Any, Pack, Random], Answer]

RULES: Mapping[type[Prompt[Any]], Rule] = {
    PlanDay: plan_day,
    PlanBlock: plan_block,
    Rate: rate,
    React: react,
    Speak: speak,
    TakeAway: take_away,
    AskOneself: ask_oneself,
    Conclude: conclude,
    Interview: interview,
    Heed: heed,
    KeepDiary: keep_diary,
}


class Rehearsal:
    """The built-in model. The same prompt always gets the same answer."""

    id = "rehearsal-1"

    def __init__(self) -> None:
        self._packs = read_packs(Path(__file__).parent)

    async def ask(self, prompt: Prompt[A]) -> A:
        """The answer of the faculty the prompt asks for."""
        rule = RULES.get(type(prompt))
        if rule is None:
            raise ModelFailed(
                f"the rehearsal model has no rule for {type(prompt).__name__!r}; add one to its RULES"
            )
        answer = rule(prompt, pack_for(self._packs, prompt.language), _draw(prompt))
        return checked(prompt, answer)

    async def embed(self, texts: Sequence[str]) -> None:
        """No embeddings: retrieval stays lexical."""
        return None


def _draw(prompt: Prompt[Any]) -> Random:
    """The draws of one answer: they depend on nothing but what is asked."""
    parts = (str(prompt.seed), prompt.persona.id, str(prompt.now), prompt.name, *salient(prompt))
    digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "backslashreplace")).digest()
    return Random(int.from_bytes(digest[:8], "big"))
