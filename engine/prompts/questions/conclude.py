"""The second half of a reflection: what follows from the memories that answer (section 4.2 of the paper)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.prompts.forms import Form, Sentence
from engine.prompts.known import Acquaintance
from engine.prompts.prompt import Prompt
from engine.records import Memory


class Insight(Form):
    """A high-level statement and the numbers of the memories it rests on."""

    text: Sentence
    because: list[Annotated[int, Field(ge=1, le=200)]] = Field(min_length=1, max_length=12)
    importance: int = Field(ge=1, le=10)


class Insights(Form):
    """What the agent concludes from the memories it was shown."""

    most_tokens: ClassVar[int] = 900

    insights: list[Insight] = Field(max_length=5)


@dataclass(frozen=True, kw_only=True)
class Conclude(Prompt[Insights]):
    """Insights that answer the questions, each citing the recalled memories it rests on."""

    name = "conclude"
    form = Insights
    questions: tuple[str, ...]
    recalled: tuple[Memory, ...]
    people: tuple[Acquaintance, ...] = ()
    held: tuple[str, ...] = ()
