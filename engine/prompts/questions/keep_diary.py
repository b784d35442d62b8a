"""The diary at bedtime, which is used for the plan of the next day."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.errors import worded
from engine.prompts.fields import looked_over
from engine.prompts.forms import Form, Meant
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, is_step_of_a_plan
from engine.records import Memory


class DayNote(Form):
    """What the agent makes of the day, in two to five sentences."""

    most_tokens: ClassVar[int] = 500

    text: Annotated[
        str, Field(min_length=1, max_length=1_200, description="what you write of the day"), Meant.SAID
    ]


@dataclass(frozen=True, kw_only=True)
class KeepDiary(Prompt[DayNote]):
    """Ask for the agent's diary entry at bedtime."""

    name = "keep_diary"
    form = DayNote
    purpose = worded("The diary at bedtime, used to plan the next day.")
    aim = worded("write the diary")
    essential = ("memories",)
    draws = ("day", "memories")
    day_style = "weekday"

    day: Annotated[int, Shown(worded("the number of the day"))]
    memories: Annotated[
        tuple[Memory, ...], Shown(worded("what they remember of the day"), looked_over, most=8)
    ]

    @property
    def on_day(self) -> int:
        """Return the day that is over, also after midnight."""
        return self.day

    def unshown(self, name: str) -> Collection[int]:
        """Return the ids of steps of plans, which are no events, and of what was so before the day."""
        return {memory.id for memory in self.memories if not memory.minute or is_step_of_a_plan(memory)}
