"""One question to many agents, off the record, whose answers can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.errors import worded
from engine.prompts.forms import Form, Meant, MemoryNumber, OptionName
from engine.prompts.questions.aside.interview import AskedAside
from engine.prompts.shown import Shown, field_as
from engine.prompts.words import NOTHING, flat

MOST_NUMBER = 1_000_000


class Opinion(Form):
    """An answer that can be counted, with its reason; `cannot_say` where nothing one knows bears on it."""

    most_tokens: ClassVar[int] = 500

    cannot_say: bool = Field(description="true when nothing you remember, feel, mean or prefer bears on it")
    choice: OptionName = Field(default="", description="one of the options, where there are any")
    number: int = Field(
        default=0, ge=-MOST_NUMBER, le=MOST_NUMBER, description="the number, where one is asked for"
    )
    reason: Annotated[
        str, Field(min_length=1, max_length=1_000, description="what you say, and why"), Meant.SAID
    ]
    because: list[MemoryNumber] = Field(
        default_factory=list, max_length=20, description="the tags of the memories it rests on"
    )


def _options(options: Sequence[str]) -> str:
    return " / ".join(flat(option) for option in options) or NOTHING


def _bounds(bounds: Sequence[int]) -> str:
    return f"from {bounds[0]} to {bounds[1]}" if len(bounds) == 2 else NOTHING


@dataclass(frozen=True, kw_only=True)
class Survey(AskedAside[Opinion]):
    """A question that all agents are asked in the same way.

    The answer is one of the `options`, a number within the `bounds`, or else free text.
    """

    name = "survey"
    form = Opinion
    purpose = worded(
        "Your questions to everyone on the Chat page or from `townwright survey`, answered off the record."
    )
    aim = worded("answer a survey")
    essential = ("question", "options", "bounds", "recalled")
    draws = ("question", "options", "bounds", "recalled", "engagements")

    options: Annotated[tuple[str, ...], Shown(worded("the options to choose from"), field_as(_options))] = ()
    bounds: Annotated[
        tuple[int, ...], Shown(worded("the range that a number must be in"), field_as(_bounds))
    ] = ()

    def fault(self, answer: Opinion) -> str:
        """Return the fault of a choice that is no option, or a number out of bounds; else an empty text."""
        if answer.cannot_say:
            return ""
        if self.options:
            return "" if answer.choice in self.options else f"choice: {answer.choice!r:.60} is no option here"
        if not self.bounds or self.bounds[0] <= answer.number <= self.bounds[-1]:
            return ""
        return f"number: {answer.number} is not from {self.bounds[0]} to {self.bounds[-1]}"
