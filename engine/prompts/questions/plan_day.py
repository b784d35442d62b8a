"""The day in broad strokes, planned on waking and whenever the rest of it is planned anew."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.clock import DAY, clock_words, parse_clock
from engine.errors import worded
from engine.prompts import words
from engine.prompts.aims import rank_in_company, told_by_aims
from engine.prompts.fields import AIMS, ENGAGEMENTS, PLACES, RECALLED, dated, noted
from engine.prompts.forms import (
    Activity,
    Clock,
    Doing,
    Emoji,
    EngagementNumber,
    Form,
    PlaceName,
    Sentence,
)
from engine.prompts.known import Aim, KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as, is_step_of_a_plan
from engine.records import Memory, Path, Step

_SEVERAL = 4  # blocks: so many are not all the same


class Block(Form):
    """One broad stroke of a day; it lasts until the next one starts. `place` is a room path. `doing` is the
    activity as it would be said of who is at it; a short block that has it is not taken apart any further.
    """

    start: Clock
    activity: Activity
    place: PlaceName
    doing: Doing = Field("", description="if it takes an hour at most: the same as an activity under way")
    emoji: Emoji = ""


class Skip(Form):
    """An engagement, by its number, that will not be kept, and why: what is remembered instead of it."""

    engagement: EngagementNumber = Field(description="the tag of what you will not keep")
    why: Sentence = Field(description="one sentence that names you")


class DayPlan(Form):
    """A day in broad strokes: the gist in one sentence, then its blocks in order of time, and what of the
    engagements there is no room for.
    """

    most_tokens: ClassVar[int] = 2000

    gist: Sentence = Field(description="the day in one sentence that names you")
    blocks: list[Block] = Field(
        min_length=1,
        max_length=16,
        json_schema_extra={"maxItems": 12},  # as a server is told: more would be cut off at `most_tokens`
    )
    skips: list[Skip] = Field(default_factory=list, max_length=8)


@dataclass(frozen=True, kw_only=True)
class PlanDay(Prompt[DayPlan]):
    """The rest of today in broad strokes, from `now` on.

    `earlier` is today's plan so far, when it is being redone; `engagements` are those due today, then
    resolves without a time. `unknown` are rooms that the agent has heard of and may name, but does not know
    the way to.
    """

    name = "plan_day"
    form = DayPlan
    purpose = worded("Asked when a person wakes up or plans the day again: the day in a few blocks.")
    aim = worded("plan the day")
    essential = ("now", "rooms", "engagements")
    draws = ("earlier", "recalled", "engagements")

    yesterday: Annotated[str, Shown(worded("what the diary says about the day before"), noted)] = ""
    earlier: Annotated[tuple[Step, ...], Shown(worded("today's plan so far"), dated(words.plan))] = ()
    engagements: Annotated[tuple[Memory, ...], ENGAGEMENTS] = ()
    aims: Annotated[tuple[Aim, ...], AIMS] = ()
    recalled: Annotated[tuple[Memory, ...], RECALLED.at_most(4)] = ()
    rooms: Annotated[tuple[KnownRoom, ...], PLACES] = ()
    unknown: Annotated[
        tuple[Path, ...],
        Shown(worded("the rooms they have heard of but do not know the way to"), field_as(words.paths)),
    ] = ()

    def unshown(self, name: str) -> Collection[int]:
        """Return the ids of recalled memories that intentions or agreements say, and of steps of plans."""
        if name != "recalled":
            return ()
        steps = {memory.id for memory in self.recalled if is_step_of_a_plan(memory)}
        return told_by_aims(self) | steps | {memory.id for memory in self.engagements}

    def rank(self, memory: Memory) -> int:
        """Return 2 for small talk and old glimpses, and 1 for all else."""
        return rank_in_company(self, memory)

    def nonsense(self, answer: DayPlan) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield what is wanted of blocks out of order or outside waking hours, and of equal ones."""
        before = -1
        begins, bed = min(self.now % DAY, self.persona.wake), self.persona.sleep % DAY
        for number, block in enumerate(answer.blocks):
            start = _after(begins, parse_clock(block.start))
            if start <= before:
                yield ("blocks", number), "each must start later than the one before it"
            elif start > _after(begins, bed):
                yield (
                    ("blocks", number),
                    f"each must start before the day ends, at {clock_words(bed)}",
                )
            before = max(before, start)
        done = {(block.activity, block.place) for block in answer.blocks}
        if len(answer.blocks) >= _SEVERAL and len(done) == 1:
            yield ("blocks",), "must not all be the same"


def _after(begins: int, clock: int) -> int:
    """Return a clock time counted from the beginning of a day, so that times past midnight are later."""
    return clock if clock >= begins else clock + DAY
