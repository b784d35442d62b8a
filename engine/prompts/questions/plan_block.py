"""Divide a part of the day into pieces when it begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.errors import worded
from engine.prompts import words
from engine.prompts.fields import noted, rooms_as
from engine.prompts.forms import Activity, Emoji, Form, ObjectState, PlaceName, ThingName
from engine.prompts.known import KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.records import Memory, Step

_SEVERAL = 4  # pieces: so many are not all the same


class Piece(Form):
    """A 5 to 60 minute piece of a block: where, with which object (path or empty), its state meanwhile."""

    minutes: int = Field(ge=5, le=60, description="how long it takes")
    activity: Activity = Field(description="what you do, in a few words, as said of you meanwhile")
    place: PlaceName
    thing: ThingName = ""
    thing_state: ObjectState = ""
    emoji: Emoji = ""


class Pieces(Form):
    """A block taken apart just in time. They need not fill the block; the last one is stretched or cut."""

    most_tokens: ClassVar[int] = 1400

    pieces: list[Piece] = Field(
        min_length=1,
        max_length=24,
        json_schema_extra={"maxItems": 6},  # as a server is told: more would be cut off at `most_tokens`
    )


@dataclass(frozen=True, kw_only=True)
class PlanBlock(Prompt[Pieces]):
    """A block to be divided, from `now` to its end. `because` is the reaction that cut it short, if any.

    What is `recalled` is for rules; no model is shown it.
    """

    name = "plan_block"
    form = Pieces
    purpose = worded("Asked when a block of the day starts: its steps, each in a room and with its objects.")
    aim = worded("work out the next steps of the day")
    essential = ("block", "rooms")
    draws = ("gist", "because", "recalled", "block")

    block: Annotated[Step, Shown(worded("the part of the day to plan in detail"), field_as(words.step))]
    gist: Annotated[str, Shown(worded("the day in one sentence"), noted)] = ""
    because: Annotated[str, Shown(worded("what interrupted the plan, if anything"))] = ""
    recalled: tuple[Memory, ...] = ()
    rooms: Annotated[
        tuple[KnownRoom, ...],
        Shown(
            worded("the rooms they can be in, with the objects there and the possible states of each object"),
            rooms_as(words.rooms),
        ),
    ] = ()

    def nonsense(self, answer: Pieces) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield what is wanted of objects outside the room of their piece, and of pieces that are equal."""
        for number, piece in enumerate(answer.pieces):
            if piece.thing and piece.thing.rpartition("/")[0] != piece.place:
                yield ("pieces", number, "thing"), "must be in the room of its piece"
                if piece.thing_state:
                    yield (
                        ("pieces", number, "thing_state"),
                        "must be the state of an object in the room of its piece",
                    )
        done = {(piece.activity, piece.place) for piece in answer.pieces}
        if len(answer.pieces) >= _SEVERAL and len(done) == 1:
            yield ("pieces",), "must not all be the same"
