"""The second half of a reflection: insights from the recalled memories (section 4.2 of the paper)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.errors import worded
from engine.prompts import words
from engine.prompts.fields import RECALLED, dated
from engine.prompts.forms import Form, Importance, LivedMemory, Sentence
from engine.prompts.known import Acquaintance
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.records import AgentId, Memory

UNSHOWN = 500
"""How many more than its place in `lately` is the number of a memory that no model is shown."""


class Insight(Form):
    """A high-level statement and the numbers of the memories it rests on."""

    text: Sentence = Field(description="the conclusion, one sentence in the third person")
    because: list[LivedMemory] = Field(
        min_length=1,
        max_length=12,
        description="the tags of the memories that bear it out",
        json_schema_extra={"minItems": 2, "maxItems": 4},
    )
    importance: Importance


class Insights(Form):
    """What the agent concludes from the memories it was shown."""

    most_tokens: ClassVar[int] = 900

    insights: list[Insight] = Field(max_length=5)


@dataclass(frozen=True, kw_only=True)
class Conclude(Prompt[Insights]):
    """Ask for insights that answer the questions, each citing the recalled memories it rests on.

    `lately` are the memories of this day and the day before, which the rehearsal model also reads, so that
    it can count and miss something; `living_together` are pairs of people who do so. Both are shown to no
    model. The numbers of `lately` begin above `UNSHOWN`.
    """

    name = "conclude"
    form = Insights
    purpose = worded("The second half of a reflection: conclusions, each with the memories it is based on.")
    aim = worded("draw conclusions from memories")
    essential = ("questions", "recalled")
    draws = ("questions", "recalled")
    day_style = "number"

    questions: Annotated[
        tuple[str, ...], Shown(worded("the questions they ask themselves"), field_as(words.bulleted))
    ]
    recalled: Annotated[tuple[Memory, ...], RECALLED.at_most(7)]
    people: Annotated[
        tuple[Acquaintance, ...],
        Shown(worded("the people the memories are about: relationship, closeness"), dated(words.regarded), 2),
    ] = ()
    held: Annotated[
        tuple[str, ...], Shown(worded("their earlier conclusions"), field_as(words.bulleted), most=4)
    ] = ()
    lately: tuple[Memory, ...] = ()
    living_together: tuple[frozenset[AgentId], ...] = ()

    def rank(self, memory: Memory) -> int:
        """Return 1 for a line of a talk, from which alone nothing follows, and 0 for all else."""
        return int(memory.kind == "talk" and memory.importance <= 1)
