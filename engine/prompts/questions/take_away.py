"""What an agent takes away from a talk that has just ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.clock import day_of
from engine.errors import worded
from engine.prompts import words
from engine.prompts.fields import ENGAGEMENTS, LINES, PLACE, WANTED, people_as
from engine.prompts.forms import (
    Engagement,
    EngagementNumber,
    Form,
    Importance,
    LineNumber,
    PersonName,
    Remark,
    Sentence,
    WantedNumber,
)
from engine.prompts.known import Acquaintance
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown
from engine.records import Line, Memory, Path


class Learned(Form):
    """Something the agent heard in a conversation and did not know; `line` is the number of the line that
    said it.
    """

    text: Sentence = Field(description="who told whom what, one sentence with full names")
    importance: Importance
    line: LineNumber = Field(description="the tag of the line that said it")


class Feeling(Form):
    """A change in how the agent stands to a member of the conversation, in twentieths of the way from
    indifference to love.
    """

    person: PersonName
    change: int = Field(ge=-5, le=5, description="-5 to 5; mostly 0 or 1")
    note: Remark = Field("", description="why, in a few words")


class Aftermath(Form):
    """What one member takes away from a conversation."""

    most_tokens: ClassVar[int] = 1000

    summary: Sentence = Field(description="who talked and what it came to, one sentence")
    importance: Importance
    learned: list[Learned] = Field(default_factory=list, max_length=6)
    engagements: list[Engagement] = Field(default_factory=list, max_length=3)
    feelings: list[Feeling] = Field(default_factory=list, max_length=4)
    off: list[EngagementNumber] = Field(
        default_factory=list, max_length=3, description="tags of what you had agreed to and that is off now"
    )
    settled: list[WantedNumber] = Field(
        default_factory=list, max_length=4, description="tags of what you wanted and have or know now"
    )


@dataclass(frozen=True, kw_only=True)
class TakeAway(Prompt[Aftermath]):
    """Ask what the agent takes away from a conversation that has just ended."""

    name = "take_away"
    form = Aftermath
    purpose = worded(
        "What a person keeps from a conversation that just ended: what they learned, agreed on and felt."
    )
    aim = worded("say what they take away from a conversation")
    essential = ("lines",)
    draws = ("place", "engagements", "lines")

    place: Annotated[Path, PLACE]
    people: Annotated[
        tuple[Acquaintance, ...],
        Shown(
            worded("the people they talked with: relationship, closeness"),
            people_as(words.parted),
            most=4,
        ),
    ]
    lines: Annotated[tuple[Line, ...], LINES]
    engagements: Annotated[tuple[Memory, ...], ENGAGEMENTS.at_most(2)] = ()
    wanted: Annotated[tuple[str, ...], WANTED] = ()

    def nonsense(self, answer: Aftermath) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield what is wanted of engagements for a past or distant day, and of feelings for nobody."""
        for number, engagement in enumerate(answer.engagements):
            words = engagement.nonsense(day_of(self.now))
            if words:
                yield ("engagements", number), words
        for number, feeling in enumerate(answer.feelings):
            if not feeling.person:
                yield ("feelings", number), "each must name a person who talked"
