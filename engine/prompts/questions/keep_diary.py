"""The diary at bedtime, which is used for the plan of the next day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.errors import worded
from engine.prompts.fields import looked_over
from engine.prompts.forms import Form, Meant
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown
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

    day: Annotated[int, Shown(worded("the number of the day"))]
    memories: Annotated[
        tuple[Memory, ...], Shown(worded("what they remember of the day"), looked_over, most=8)
    ]
