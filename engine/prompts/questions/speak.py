"""The next line of a talk."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from engine.errors import worded
from engine.prompts import words
from engine.prompts.fields import (
    AIMS,
    DOING,
    LINES,
    OTHER_ENGAGEMENTS,
    PARTNERS,
    PLACE,
    RECALLED,
    SEEKING,
    TOLD,
)  # fmt: skip
from engine.prompts.forms import EngagementNumber, Form, Meant, Remark, ToldMemory
from engine.prompts.known import Acquaintance, Aim, CommonGround, KnownRoom, Met
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.records import AgentId, Line, Memory, Path, Step


class Utterance(Form):
    """One line of a conversation. `thought` stays private; `tells` is the number of the recalled memory it
    passes on (0: none). The hearers also learn of the memories `speaks_of` and of the engagements
    `speaks_of_plans`, by their numbers. `ends` means the speaker takes their leave with this line.
    """

    thought: Remark = Field("", description="what you think and do not say; may be empty")
    says: Annotated[str, Field(min_length=1, max_length=400, description="what you say aloud"), Meant.SAID]
    ends: bool = Field(False, description="true if you take leave with it")
    tells: ToldMemory = Field(0, description="the tag of the memory it passes on; empty for none")
    speaks_of: list[ToldMemory] = Field(
        default_factory=list,
        max_length=20,
        description="tags of other memories that the line lets them know of",
    )
    speaks_of_plans: list[EngagementNumber] = Field(
        default_factory=list,
        max_length=20,
        description="tags of what you have agreed to that it lets them know of",
    )


@dataclass(frozen=True, kw_only=True)
class Speak(Prompt[Utterance]):
    """The agent's next line in a conversation with `people`.

    `told` are (memory, agent) pairs already passed on; `ahead` is what the agent has planned next, `here`
    the room as it looks. `seeking` is a place of today's plan that the agent does not know the way to,
    `ways` are rooms it knows that others named. With `closing`, somebody has ended the talk, and this is its
    last line. `said` is what the agent has said of late in other talks and
    `heard` what it has heard; rules use them for variety, and no model is shown them, nor `closing`, nor the
    `ground` that those present have in common.
    """

    name = "speak"
    form = Utterance
    purpose = worded("The next line of a conversation, one person at a time.")
    aim = worded("say the next line of a conversation")
    essential = ("people", "lines", "recalled")
    draws = ("place", "recalled", "engagements", "lines")

    place: Annotated[Path, PLACE]
    doing: Annotated[str, DOING]
    people: Annotated[tuple[Acquaintance, ...], PARTNERS]
    here: Annotated[
        KnownRoom | None, Shown(worded("the objects in the room and their states"), field_as(words.in_sight))
    ] = None
    ahead: Annotated[
        tuple[Step, ...], Shown(worded("what they plan next"), field_as(words.plan), most=1)
    ] = ()
    lines: Annotated[tuple[Line, ...], LINES] = ()
    recalled: Annotated[tuple[Memory, ...], RECALLED.at_most(4)] = ()
    engagements: Annotated[tuple[Memory, ...], OTHER_ENGAGEMENTS.at_most(1)] = ()
    closing: bool = False
    said: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    told: Annotated[frozenset[tuple[int, AgentId]], TOLD] = frozenset()
    seeking: Annotated[str, SEEKING] = ""
    aims: Annotated[tuple[Aim, ...], AIMS] = ()
    met: Annotated[
        tuple[Met, ...], Shown(worded("who else they met today"), field_as(words.met), most=4)
    ] = ()
    ground: CommonGround = field(default_factory=CommonGround)
    ways: Annotated[
        tuple[KnownRoom, ...],
        Shown(
            worded("the places they know that others mentioned, with walking distance"),
            field_as(words.places),
        ),
    ] = ()
