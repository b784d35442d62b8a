"""The shape of an intention that an author states as data: what somebody means to do, in fields.

Ids, paths and times are what they are in every language, so nothing is parsed but `day 2 19:00`.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from engine.clock import parse_clock
from engine.errors import BadInput, worded
from engine.practices.practice import practices
from engine.records import EVERYBODY, StatedMoment

PARTS = {"morning": (360, 720), "noon": (720, 780), "afternoon": (780, 1080), "evening": (1080, 1380),
         "night": (1260, 1440)}  # fmt: skip
"""Parts of a day, from which minute of it until which."""

ALL = "everybody"  # in place of an id

_CLOCK = r"\d{1,2}:\d{2}"
_MOMENT = re.compile(
    rf"(?:day\s+(?P<day>[1-9]\d{{0,3}})|(?P<every>every\s+day))?\s*"
    rf"(?:(?P<first>{_CLOCK})(?:\s*[-–—]\s*(?P<last>{_CLOCK}))?|(?P<part>{'|'.join(PARTS)}))?",
    re.IGNORECASE,
)


def read_moment(said: object) -> StatedMoment:
    """Return the moment that is meant by `day 2 19:00`, `day 3 evening`, `19:00-21:00` or `every day 08:00`.

    Raises ValueError, with a remedy, for anything else.
    """
    found = _MOMENT.fullmatch(" ".join(said.split())) if isinstance(said, str) and said.strip() else None
    remedy = worded("write it as day 2 19:00, day 3 evening, 19:00-21:00, or every day 08:00")
    if found is None:
        raise ValueError(worded("{said!r} is no moment", said=said), remedy)
    first, last = PARTS.get((found["part"] or "").lower(), (None, None))
    try:
        first = parse_clock(found["first"]) if found["first"] else first
        last = parse_clock(found["last"]) if found["last"] else last
    except BadInput as error:
        raise ValueError(
            worded("{said!r} is not a time of day", said=said), worded("the day runs from 00:00 to 24:00")
        ) from error
    if first is not None and last is not None and last <= first:
        raise ValueError(worded("{said!r} ends before it begins", said=said), remedy)
    day = int(found["day"]) if found["day"] else None
    return StatedMoment(day=day, first=first, last=last, recurs=bool(found["every"]))


def _kind(said: str) -> str:
    kinds = intent_kinds()
    if said not in kinds:
        raise ValueError(
            worded("{said!r} is no kind of intention", said=said),
            worded("there are {kinds}", kinds=", ".join(kinds)),
        )
    return said


def intent_kinds() -> tuple[str, ...]:
    """Return the kinds of intention that an author may state: all that stand by themselves."""
    return tuple(sorted(one.name for one in practices().values() if not one.of and one.name != "answer"))


def fields_of_kind(kind: str) -> tuple[str, ...]:
    """Return the fields that an intention of a kind has, besides `if`, `because` and `text`."""
    return practices()[kind].fields


def _people(said: object) -> object:
    return [said] if isinstance(said, str) else said


def _one_line(text: str) -> str:
    return " ".join(text.split())


Words = Annotated[str, AfterValidator(_one_line), Field(max_length=500)]
PersonId = Annotated[str, AfterValidator(_one_line), Field(min_length=1, max_length=80)]
People = Annotated[
    list[PersonId],
    BeforeValidator(_people),
    Field(max_length=1000),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Moment = Annotated[
    StatedMoment,
    BeforeValidator(read_moment),
    WithJsonSchema({"type": "string", "examples": ["day 2 19:00", "day 3 evening", "every day 08:00"]}),
]


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
    where: Annotated[str, AfterValidator(_one_line), Field(max_length=170)] = Field(
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
    text: Annotated[str, AfterValidator(_one_line), Field(max_length=1_000)] = Field(
        "", description=worded("What the person remembers of it, in your words; left out, it is worded.")
    )


class TownIntentPart(IntentPart):
    """What several people mean to do alike."""

    who: People = Field(description=worded("Ids of those who mean to, or everybody."))
