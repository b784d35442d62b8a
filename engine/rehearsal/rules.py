"""Which faculty answers which prompt, and with which draws."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engine.errors import ModelFailed
from engine.prompts.prompt import Prompt  # fmt: skip
from engine.prompts.questions import (
    AskOneself,
    Conclude,
    Heed,
    Interview,
    KeepDiary,
    PlanBlock,
    PlanDay,
    Rate,
    React,
    Speak,
    TakeAway,
)
from engine.rehearsal.draw_key import draw_key
from engine.rehearsal.faculties.ask_oneself import ask_oneself
from engine.rehearsal.faculties.conclude import conclude
from engine.rehearsal.faculties.heed import heed
from engine.rehearsal.faculties.interview import interview
from engine.rehearsal.faculties.keep_diary import keep_diary
from engine.rehearsal.faculties.plan_block import plan_block
from engine.rehearsal.faculties.plan_day import plan_day
from engine.rehearsal.faculties.rate import rate
from engine.rehearsal.faculties.react import react
from engine.rehearsal.faculties.speak import speak
from engine.rehearsal.faculties.take_away import take_away
from engine.rehearsal.language.pack import Pack, pack_for
from engine.rehearsal.mind import Answer

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
    """Return the answer of the faculty a prompt asks for, in the language pack of its town."""
    rule = RULES.get(type(prompt))
    if rule is None:
        raise ModelFailed(
            f"the rehearsal model has no rule for {type(prompt).__name__!r}; add one to its RULES"
        )
    return rule(prompt, pack_for(packs, prompt.language), _draw(prompt))


def _draw(prompt: Prompt[Any]) -> Random:
    """Return the draws of one answer: they depend on nothing but what is asked."""
    parts = (str(prompt.seed), prompt.persona.id, str(prompt.now), prompt.name, *draw_key(prompt))
    digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "backslashreplace")).digest()
    return Random(int.from_bytes(digest[:8], "big"))
