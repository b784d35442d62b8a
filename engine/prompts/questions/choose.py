"""A choice at a public event: a vote, a verdict, a bid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.errors import worded
from engine.prompts.fields import PEOPLE, RECALLED
from engine.prompts.forms import Form, OptionName, Remark
from engine.prompts.known import Acquaintance
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.prompts.words import NOTHING, flat
from engine.records import Memory

MOST_NUMBER = 1_000_000


class Choice(Form):
    """What somebody chooses at a public event, with the reason; `abstains` where they choose nothing."""

    most_tokens: ClassVar[int] = 300

    abstains: bool = Field(default=False, description="true to make no choice")
    choice: OptionName = Field(default="", description="one of the options, where there are any")
    number: int = Field(default=0, ge=0, le=MOST_NUMBER, description="the number, where one is asked for")
    reason: Remark = Field(default="", description="why, in a few words")


def _options(options: Sequence[str]) -> str:
    return " / ".join(flat(option) for option in options) or NOTHING


def _bounds(bounds: Sequence[int]) -> str:
    return f"from {bounds[0]} to {bounds[1]}" if len(bounds) == 2 else NOTHING


@dataclass(frozen=True, kw_only=True)
class Choose(Prompt[Choice]):
    """An agent's choice at a public event: one of the `options`, or a number within the `bounds`."""

    name = "choose"
    form = Choice
    purpose = worded("What a person chooses in a vote, a verdict or an auction.")
    aim = worded("decide at a public event")
    essential = ("event", "question", "options", "bounds")
    draws = ("event", "question", "options", "bounds")

    event: Annotated[str, Shown(worded("the event at which they choose"))]
    question: Annotated[str, Shown(worded("the question to decide"))]
    options: Annotated[tuple[str, ...], Shown(worded("the options to choose from"), field_as(_options))] = ()
    bounds: Annotated[
        tuple[int, ...], Shown(worded("the range that a number must be in"), field_as(_bounds))
    ] = ()
    people: Annotated[tuple[Acquaintance, ...], PEOPLE] = ()
    recalled: Annotated[tuple[Memory, ...], RECALLED.at_most(9)] = ()

    def nonsense(self, answer: Choice) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield the faults of a choice that is no option, or a number out of bounds."""
        if answer.abstains:
            return
        if self.options and answer.choice not in self.options:
            yield ("choice",), "choose one of the options, or set `abstains` to true"
        if self.bounds and not self.bounds[0] <= answer.number <= self.bounds[-1]:
            yield ("number",), f"give a number from {self.bounds[0]} to {self.bounds[-1]}"
