"""All questions that are put to a model, one per file, each with its form and wording."""

from __future__ import annotations

from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt
from engine.prompts.questions.aside.interview import Interview
from engine.prompts.questions.aside.survey import Survey
from engine.prompts.questions.aside.write_paper import WritePaper
from engine.prompts.questions.ask_oneself import AskOneself
from engine.prompts.questions.choose import Choose
from engine.prompts.questions.conclude import Conclude
from engine.prompts.questions.heed import Heed
from engine.prompts.questions.keep_diary import KeepDiary
from engine.prompts.questions.plan_block import PlanBlock
from engine.prompts.questions.plan_day import PlanDay
from engine.prompts.questions.rate import Rate
from engine.prompts.questions.react import React
from engine.prompts.questions.speak import Speak
from engine.prompts.questions.take_away import TakeAway
from engine.prompts.questions.understand import Understand

__all__ = [
    "PROMPTS", "AskOneself", "Choose", "Conclude", "Heed", "Interview", "KeepDiary", "PlanBlock", "PlanDay",
    "Prompt", "Rate", "React", "Speak", "Survey", "TakeAway", "Understand", "WritePaper",
]  # fmt: skip

PROMPTS: tuple[type[Prompt[Form]], ...] = (
    PlanDay, PlanBlock, Rate, React, Speak, TakeAway, AskOneself, Conclude, Interview, Survey, WritePaper,
    Understand, Heed, Choose, KeepDiary,
)  # type: ignore[assignment]  # fmt: skip
"""All of them, in the order of a day."""
