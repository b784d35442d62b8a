"""What an agent takes away from a talk that has just ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.clock import day_of
from engine.errors import worded
from engine.prompts import words
from engine.prompts.fields import ENGAGEMENTS, LINES, PLACE, WANTED, dated
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

    text: Sentence = Field(description="what was new to you, and who told it, with days and places")
    importance: Importance
    line: LineNumber = Field(description="the tag of the line that said it")


class Feeling(Form):
    """A change in how the agent stands to a member of the conversation, in twentieths of the way from
    indifference to love.
    """

    person: PersonName
    change: int = Field(ge=-5, le=5, description="how they moved you, -5 to 5: mostly 0 or 1, a quarrel -3")
    note: Remark = Field("", description="why, in a few words")


class Aftermath(Form):
    """What one member takes away from a conversation."""

    most_tokens: ClassVar[int] = 1000

    summary: Sentence = Field(description="who talked and what it came to, one sentence")
    importance: Importance
    learned: list[Learned] = Field(default_factory=list, max_length=6)
    engagements: list[Engagement] = Field(
        default_factory=list, max_length=3, description="what you yourself really agreed to do"
    )
    feelings: list[Feeling] = Field(default_factory=list, max_length=4)
    off: list[EngagementNumber] = Field(
        default_factory=list, max_length=3, description="tags of what you had agreed to and that is off now"
    )
    settled: list[WantedNumber] = Field(
        default_factory=list, max_length=4, description="tags of what you were really given, promised or told"
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
    day_style = "number"

    place: Annotated[Path, PLACE]
    people: Annotated[
        tuple[Acquaintance, ...],
        Shown(
            worded("the people they talked with: relationship, closeness"),
            dated(words.parted),
            most=4,
        ),
    ]
    lines: Annotated[tuple[Line, ...], LINES]
    engagements: Annotated[tuple[Memory, ...], ENGAGEMENTS.at_most(2)] = ()
    wanted: Annotated[tuple[str, ...], WANTED] = ()

    @property
    def offered(self) -> Mapping[str, tuple[str, ...]]:
        """Return the choices. Of places, these are those named in the talk, its own, and the agent's own."""
        text = "\n".join(line.text for line in self.lines).casefold()
        own = {self.place, self.persona.home, self.persona.work}
        places = self.choices.get("place", ())
        named = (path for path in places if path in own or path.partition("/")[0].casefold() in text)
        return {**self.choices, "place": tuple(named)} if "place" in self.choices else self.choices

    def nonsense(self, answer: Aftermath) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield what is wanted of engagements for a past or distant day, and of feelings for nobody."""
        for number, engagement in enumerate(answer.engagements):
            words = engagement.nonsense(day_of(self.now))
            if words:
                yield ("engagements", number), words
        for number, feeling in enumerate(answer.feelings):
            if not feeling.person:
                yield ("feelings", number), "each must name a person who talked"
