"""The shape of an intention stated by an author as data, in fields."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.errors import worded
from engine.practices.practice import intent_kinds, practices
from engine.records import EVERYBODY
from engine.scenario.reading.stated.fields import Moment, People, Words, one_line


def _kind(said: str) -> str:
    kinds = intent_kinds()
    if said not in kinds:
        raise ValueError(
            worded("{said!r} is no kind of intention", said=said),
            worded("there are {kinds}", kinds=", ".join(kinds)),
        )
    return said


def fields_of_kind(kind: str) -> tuple[str, ...]:
    """Return the fields of an intention of a kind, besides `if`, `because` and `text`."""
    return practices()[kind].fields


class IntentPart(BaseModel):
    """What somebody means to do, in fields."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, title=None, populate_by_name=True, arbitrary_types_allowed=True
    )

    kind: Annotated[str, AfterValidator(_kind)] = Field(
        description=worded("What it is: occasion, meeting, message, errand, request, secret, …"),
        json_schema_extra=lambda schema: schema.update(enum=list(intent_kinds())),
    )
    what: Words = Field("", description=worded("What is held, done, told, asked, brought or kept secret."))
    with_: People = Field(
        [], alias="with", description=worded(f"Ids of the others, or {EVERYBODY!r} for all.")
    )
    to: People = Field([], description=worded("Ids of those it is told, asked or brought to."))
    except_: People = Field([], alias="except", description=worded("Ids of those who are left out."))
    kept_from: People = Field([], description=worded("Ids of those who are not to learn of it."))
    where: Annotated[str, AfterValidator(one_line), Field(max_length=170)] = Field(
        "", description=worded("A room or place.")
    )
    at: Moment | None = Field(None, description=worded("When it is: day 2 19:00, day 3 evening."))
    by: Moment | None = Field(None, description=worded("By when it is to be done."))
    every: Moment | None = Field(None, description=worded("At which hour of every day: 08:00."))
    until: Moment | None = Field(None, description=worded("Until when it is done, or holds."))
    if_: Words = Field("", alias="if", description=worded("On which condition."))
    because: Words = Field("", description=worded("Why."))
    closeness: float | None = Field(
        None,
        ge=-1,
        le=1,
        description=worded("Of a feeling: how close they feel, from -1, enemies, to 1, inseparable."),
    )
    text: Annotated[str, AfterValidator(one_line), Field(max_length=1_000)] = Field(
        "", description=worded("What the person remembers of it, in your words; left out, it is worded.")
    )


class TownIntentPart(IntentPart):
    """What several people mean to do alike."""

    who: People = Field(description=worded("Ids of those who mean to, or everybody."))
