"""Rate how much new observations matter, if nothing is to be done about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.errors import worded
from engine.prompts import words
from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as


class Ratings(Form):
    """How much each observation matters to this agent: 1 a toothbrush, 10 a proposal. Same order, same
    number.
    """

    most_tokens: ClassVar[int] = 200

    ratings: list[Annotated[int, Field(ge=1, le=10)]] = Field(
        max_length=50, description="how much each matters, 1 to 10, one number each, in order"
    )


@dataclass(frozen=True, kw_only=True)
class Rate(Prompt[Ratings]):
    """Ask how much each of the new observations matters to the agent."""

    name = "rate"
    form = Ratings
    purpose = worded("How important each observation is, from 1 to 10, when there is nothing to react to.")
    aim = worded("rate how much new observations matter")
    essential = ("observations",)
    draws = ("observations",)

    observations: Annotated[
        tuple[str, ...], Shown(worded("what they noticed, numbered"), field_as(words.texts))
    ]

    def exactly(self) -> Mapping[str, int]:
        """Return one rating per observation."""
        return {"ratings": len(self.observations)}
