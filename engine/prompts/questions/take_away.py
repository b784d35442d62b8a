"""What stays of a talk that has just ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from engine.prompts.forms import Engagement, Form, PersonName, Remark, Sentence
from engine.prompts.known import Acquaintance
from engine.prompts.prompt import Prompt
from engine.records import Line, Memory, Path


class Learned(Form):
    """Something the agent heard in a conversation and did not know; `line` is the number of the line that
    said it.
    """

    text: Sentence
    importance: int = Field(ge=1, le=10)
    line: int = Field(ge=1, le=100)


class Feeling(Form):
    """A change in how the agent stands to a member of the conversation, in twentieths of the way from
    indifference to love.
    """

    person: PersonName
    change: int = Field(ge=-5, le=5)
    note: Remark = ""


class Aftermath(Form):
    """What one member takes away from a conversation."""

    most_tokens: ClassVar[int] = 1000

    summary: Sentence
    importance: int = Field(ge=1, le=10)
    learned: list[Learned] = Field(default_factory=list, max_length=6)
    engagements: list[Engagement] = Field(default_factory=list, max_length=3)
    feelings: list[Feeling] = Field(default_factory=list, max_length=4)


@dataclass(frozen=True, kw_only=True)
class TakeAway(Prompt[Aftermath]):
    """What the agent takes away from a conversation that has just ended."""

    name = "take_away"
    form = Aftermath
    place: Path
    people: tuple[Acquaintance, ...]
    lines: tuple[Line, ...]
    engagements: tuple[Memory, ...] = ()
