"""The shape of an intention stated by an author as data, in fields."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.errors import worded
from engine.practices.practice import intent_kinds, practices
from engine.scenario.reading.stated.fields import Moment, People, Words, one_line


def _kind(said: str) -> str:
    kinds = intent_kinds()
    if said not in kinds:
        raise ValueError(
            worded("{said!r} is not a kind of intention", said=said),
            worded("use one of: {kinds}", kinds=", ".join(kinds)),
        )
    return said


def fields_of_kind(kind: str) -> tuple[str, ...]:
    """Return the fields of an intention of a kind, besides `if`, `because` and `text`."""
    return practices()[kind].fields


class IntentPart(BaseModel):
    """Something that a person intends to do."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, title=None, populate_by_name=True, arbitrary_types_allowed=True
    )

    kind: Annotated[str, AfterValidator(_kind)] = Field(
        description=worded("Kind: occasion, meeting, message, errand, request, secret, …"),
        json_schema_extra=lambda schema: schema.update(enum=list(intent_kinds())),
    )
    what: Words = Field("", description=worded("What to hold, do, tell, ask, bring or keep secret."))
    with_: People = Field([], alias="with", description=worded("Ids of the other people, or `everybody`."))
    to: People = Field([], description=worded("Ids of the people to tell, to ask or to bring it to."))
    except_: People = Field([], alias="except", description=worded("Ids of the people to leave out."))
    kept_from: People = Field([], description=worded("Ids of the people who must not learn of it."))
    where: Annotated[str, AfterValidator(one_line), Field(max_length=170)] = Field(
        "", description=worded("A room or place.")
    )
    at: Moment | None = Field(None, description=worded("When it takes place: day 2 19:00, day 3 evening."))
    by: Moment | None = Field(None, description=worded("Deadline."))
    every: Moment | None = Field(None, description=worded("Time at which it takes place every day: 08:00."))
    until: Moment | None = Field(
        None, description=worded("The end of the period in which it is done or valid.")
    )
    if_: Words = Field(
        "", alias="if", description=worded("A condition in words; it is not checked and has no effect.")
    )
    because: Words = Field("", description=worded("The reason."))
    closeness: float | None = Field(
        None,
        ge=-1,
        le=1,
        description=worded("For a feeling: closeness from -1 (enemies) to 1 (inseparable)."),
    )
    text: Annotated[str, AfterValidator(one_line), Field(max_length=1_000)] = Field(
        "", description=worded("What the person remembers of it, in your words; by default generated.")
    )


class TownIntentPart(IntentPart):
    """Something that several people intend to do."""

    who: People = Field(description=worded("Ids of the people who intend it, or `everybody`."))
