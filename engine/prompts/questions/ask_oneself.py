"""The first half of a reflection: questions raised by the newest memories (section 4.2 of the paper)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from engine.errors import worded
from engine.prompts.fields import looked_over
from engine.prompts.forms import Form, Question
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, is_step_of_a_plan
from engine.records import Memory


class FocalQuestions(Form):
    """The most salient questions that the recent memories can answer (paper, section 4.2)."""

    questions: list[Question] = Field(
        min_length=1, max_length=3, description="questions in full sentences, with full names"
    )


@dataclass(frozen=True, kw_only=True)
class AskOneself(Prompt[FocalQuestions]):
    """Ask for the salient questions about the agent's newest memories (paper, section 4.2)."""

    name = "ask_oneself"
    form = FocalQuestions
    purpose = worded("The first half of a reflection: the questions that the newest memories raise.")
    aim = worded("find questions worth asking")
    essential = ("recent",)
    draws = ("recent",)
    day_style = "number"

    recent: Annotated[
        tuple[Memory, ...], Shown(worded("the most important recent memories"), looked_over, most=9)
    ]

    def unshown(self, name: str) -> Collection[int]:
        """Return the ids of steps of plans, which are no events."""
        return {memory.id for memory in self.recent if is_step_of_a_plan(memory)}
