"""A part of the day, taken apart when it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.prompts.forms import Emoji, Form, PlaceName, Sentence, ThingName
from engine.prompts.known import KnownRoom
from engine.prompts.prompt import Prompt
from engine.records import Memory, Step


class Piece(Form):
    """A 5 to 60 minute piece of a block: where, with which object (path or empty), its state meanwhile."""

    minutes: int = Field(ge=5, le=60)
    activity: Sentence
    place: PlaceName
    thing: ThingName = ""
    thing_state: Annotated[str, Field(max_length=60)] = ""
    emoji: Emoji = ""


class Pieces(Form):
    """A block taken apart just in time. They need not fill the block; the last one is stretched or cut."""

    most_tokens: ClassVar[int] = 1400

    pieces: list[Piece] = Field(min_length=1, max_length=24)


@dataclass(frozen=True, kw_only=True)
class PlanBlock(Prompt[Pieces]):
    """A block taken apart, from `now` to its end. `because` is the reaction that cut the block short, if
    any.
    """

    name = "plan_block"
    form = Pieces
    block: Step
    gist: str = ""
    because: str = ""
    recalled: tuple[Memory, ...] = ()
    rooms: tuple[KnownRoom, ...] = ()
