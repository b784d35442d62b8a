"""The shape of an event planned by an author: what will happen in the town, when and where, in fields."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.errors import worded
from engine.events.kinds import EVENT_KINDS
from engine.scenario.reading.stated.fields import Moment, People, PersonId, Words, one_line

MOST_OPTIONS, MOST_BID = 20, 1_000_000

Option = Annotated[str, AfterValidator(one_line), Field(min_length=1, max_length=80)]
Name = Annotated[str, AfterValidator(one_line), Field(max_length=120)]
WherePath = Annotated[str, AfterValidator(one_line), Field(max_length=170)]


def _kind(said: str) -> str:
    if said not in EVENT_KINDS:
        raise ValueError(
            worded("{said!r} is not a kind of event", said=said),
            worded("use one of: {kinds}", kinds=", ".join(EVENT_KINDS)),
        )
    return said


class EventPart(BaseModel):
    """An event that happens regardless of what people intend."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, title=None, populate_by_name=True, arbitrary_types_allowed=True
    )

    kind: Annotated[str, AfterValidator(_kind)] = Field(
        description=worded("Kind: vote, verdict, auction, count, arrival, happening, state or closing."),
        json_schema_extra={"enum": list(EVENT_KINDS)},
    )
    what: Name = Field(
        "",
        description=worded("Name of the event, such as `the vote on the pier`, or what people see happen."),
    )
    question: Words = Field("", description=worded("The decision to make, as a question."))
    options: list[Option] = Field(
        [], max_length=MOST_OPTIONS, description=worded("The options to choose from.")
    )
    up_to: int | None = Field(None, ge=1, le=MOST_BID, description=worded("The highest possible bid."))
    decides: PersonId | None = Field(None, description=worded("Id of the person who decides."))
    where: WherePath = Field("", description=worded("A room or place."))
    object_: WherePath = Field("", alias="object", description=worded("An object, as place/room/object."))
    state: Annotated[str, AfterValidator(one_line), Field(max_length=80)] = Field(
        "", description=worded("The new state of the object.")
    )
    at: Moment | None = Field(None, description=worded("When it happens: day 3 12:00, or day 3 12:00-13:00."))
    who: People = Field([], description=worded("Ids of the people who can take part; by default everyone."))
    except_: People = Field([], alias="except", description=worded("Ids of the people to leave out."))
    known_by: People | None = Field(
        None,
        description=worded(
            "Ids of the people who know about it; by default those who can take part, if any."
        ),
    )
    because: Words = Field("", description=worded("The reason."))
    facts: list[Name] = Field(
        [],
        max_length=100,
        description=worded("Ids of the facts that everyone who knows of the event also knows."),
    )
    text: Annotated[str, AfterValidator(one_line), Field(max_length=1_000)] = Field(
        "", description=worded("What people know of it, in your words; by default generated.")
    )
