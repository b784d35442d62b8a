"""Which faculty answers which prompt, and with which draws."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engine.errors import ModelFailed
from engine.models.rehearsal.ask_oneself import ask_oneself
from engine.models.rehearsal.conclude import conclude
from engine.models.rehearsal.heed import heed
from engine.models.rehearsal.interview import interview
from engine.models.rehearsal.keep_diary import keep_diary
from engine.models.rehearsal.language.pack import Pack, pack_for
from engine.models.rehearsal.mind import Answer
from engine.models.rehearsal.plan_block import plan_block
from engine.models.rehearsal.plan_day import plan_day
from engine.models.rehearsal.rate import rate
from engine.models.rehearsal.react import react
from engine.models.rehearsal.salient import salient
from engine.models.rehearsal.speak import speak
from engine.models.rehearsal.take_away import take_away
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


def answered(prompt: Prompt[Any], packs: Mapping[str, Pack]) -> Answer:
    """The answer of the faculty a prompt asks for, in the language pack of its town."""
    rule = RULES.get(type(prompt))
    if rule is None:
        raise ModelFailed(
            f"the rehearsal model has no rule for {type(prompt).__name__!r}; add one to its RULES"
        )
    return rule(prompt, pack_for(packs, prompt.language), _draw(prompt))


def _draw(prompt: Prompt[Any]) -> Random:
    """The draws of one answer: they depend on nothing but what is asked."""
    parts = (str(prompt.seed), prompt.persona.id, str(prompt.now), prompt.name, *salient(prompt))
    digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "backslashreplace")).digest()
    return Random(int.from_bytes(digest[:8], "big"))
