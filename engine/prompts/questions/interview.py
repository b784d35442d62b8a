"""A question that somebody outside the town asks, off the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.prompts import words
from engine.prompts.fields import DOING, ENGAGEMENTS, PEOPLE, PLACE, PLACES, RECALLED
from engine.prompts.forms import Form, Meant, MemoryNumber
from engine.prompts.known import Acquaintance, KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.records import Memory, Path, Step


class Spoken(Form):
    """An interview answer, in the agent's own voice; `because` are the numbers of the memories it rests
    on.
    """

    most_tokens: ClassVar[int] = 800
    aloud: ClassVar[str] = "answer"

    answer: Annotated[str, Field(min_length=1, max_length=2_000, description="what you say"), Meant.SAID]
    because: list[MemoryNumber] = Field(
        default_factory=list, max_length=20, description="the tags of the memories it rests on"
    )


@dataclass(frozen=True, kw_only=True)
class Interview(Prompt[Spoken]):
    """A question asked off the record. `earlier` are (question, answer) pairs of the same interview."""

    name = "interview"
    form = Spoken
    purpose = "What you ask on the Chat page, or with `townwright ask`: answered off the record."
    aim = "answer an interviewer"
    essential = ("question", "recalled")
    draws = ("question", "earlier", "recalled", "engagements")
    may_be_left_out = False

    question: Annotated[str, Shown("what they are asked")]
    earlier: Annotated[
        tuple[tuple[str, str], ...], Shown("what was asked and answered before", field_as(words.exchanges))
    ] = ()
    doing: Annotated[str, DOING] = ""
    place: Annotated[Path, PLACE] = ""
    plan: Annotated[tuple[Step, ...], Shown("the plan of today", field_as(words.plan))] = ()
    people: Annotated[tuple[Acquaintance, ...], PEOPLE] = ()
    recalled: Annotated[tuple[Memory, ...], RECALLED] = ()
    engagements: Annotated[tuple[Memory, ...], ENGAGEMENTS] = ()
    rooms: Annotated[tuple[KnownRoom, ...], PLACES] = ()
    diary: Annotated[str, Shown("what the diary says")] = ""
