"""The day in broad strokes, planned on waking and whenever the rest of it is planned anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.prompts import words
from engine.prompts.fields import AIMS, ENGAGEMENTS, PLACES, RECALLED
from engine.prompts.forms import Clock, Emoji, Form, PlaceName, Remark, Sentence
from engine.prompts.known import Aim, KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.records import Memory, Path, Step


class Block(Form):
    """One broad stroke of a day; it lasts until the next one starts. `place` is a room path. `doing` is the
    activity as it would be said of who is at it; a short block that has it is not taken apart any further.
    """

    start: Clock
    activity: Sentence
    place: PlaceName
    doing: Remark = ""
    emoji: Emoji = ""


class Skip(Form):
    """An engagement, by its number, that will not be kept, and why: what is remembered instead of it."""

    engagement: int = Field(ge=1, le=100)
    why: Sentence


class DayPlan(Form):
    """A day in broad strokes: the gist in one sentence, then its blocks in order of time, and what of the
    engagements there is no room for.
    """

    most_tokens: ClassVar[int] = 1400

    gist: Sentence
    blocks: list[Block] = Field(min_length=1, max_length=16)
    skips: list[Skip] = Field(default_factory=list, max_length=8)


@dataclass(frozen=True, kw_only=True)
class PlanDay(Prompt[DayPlan]):
    """The rest of today in broad strokes, from `now` on. `earlier` is today's plan so far, when it is being
    redone; `engagements` are those due today, then what was resolved without a time. `unknown` are rooms that
    the agent has heard of and may name, but does not know the way to.
    """

    name = "plan_day"
    form = DayPlan
    purpose = "Asked on waking, and when the day is planned anew: the day in a few blocks."
    aim = "plan the day"
    essential = ("now", "rooms", "engagements")
    draws = ("earlier", "recalled", "engagements")
    may_be_left_out = False

    yesterday: Annotated[str, Shown("what the diary says of the day before")] = ""
    earlier: Annotated[tuple[Step, ...], Shown("today's plan so far", field_as(words.plan))] = ()
    engagements: Annotated[tuple[Memory, ...], ENGAGEMENTS] = ()
    aims: Annotated[tuple[Aim, ...], AIMS] = ()
    recalled: Annotated[tuple[Memory, ...], RECALLED.at_most(4)] = ()
    rooms: Annotated[tuple[KnownRoom, ...], PLACES] = ()
    unknown: Annotated[
        tuple[Path, ...],
        Shown("the rooms they have heard of and do not know the way to", field_as(words.paths)),
    ] = ()
