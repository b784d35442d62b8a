"""The paper of a day that is over, written for readers: each sentence with the entries it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.errors import worded
from engine.prompts.fields import ENTRIES
from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.prompts.words import NOTHING

MOST_SENTENCES = 16


class Report(Form):
    """A sentence of the paper, whom it is about, and the tags of the entries it rests on.

    Nothing of it is refused here: what makes no sense, or names what is not there, costs the sentence and not
    the whole paper, and whoever holds it to the log counts it.
    """

    text: Annotated[
        str,
        Field(
            min_length=1,
            max_length=600,
            description="one sentence in the third person",
            json_schema_extra={"maxLength": 240},
        ),
    ]
    about: Annotated[
        str,
        Field(
            max_length=100,
            description="whom it is about; empty where it concerns the town",
            json_schema_extra={"choice": "person"},
        ),
    ] = ""
    because: list[Annotated[str, Field(max_length=100, json_schema_extra={"choice": "entry"})]] = Field(
        max_length=12,
        description="the tags of the entries that say all of it",
        json_schema_extra={"minItems": 1, "maxItems": 4},
    )


class DayReport(Form):
    """The paper: its first sentence is the headline."""

    most_tokens: ClassVar[int] = 1_800

    sentences: list[Report] = Field(max_length=MOST_SENTENCES)


def _again(edition: int) -> str:
    return str(edition) if edition > 1 else NOTHING


@dataclass(frozen=True, kw_only=True)
class WritePaper(Prompt[DayReport]):
    """The question for the paper of a day, asked once it is over; the town never learns of it.

    A further `edition` should differ from those before.
    """

    name = "write_paper"
    form = DayReport
    purpose = worded(
        "The town paper of a day, written when you ask for it on the Day page or with `townwright "
        "paper --write`."
    )
    aim = worded("write the town paper")
    essential = ("entries",)
    day_style = "number"
    draws = ("day", "entries", "edition")
    may_be_left_out = False
    off_the_record = True

    day: Annotated[int, Shown(worded("the number of the day"))]
    entries: Annotated[tuple[str, ...], ENTRIES]
    edition: Annotated[
        int, Shown(worded("the number of the edition, from the second one on"), field_as(_again))
    ] = 1
