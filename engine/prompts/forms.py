"""The forms that a model fills in: small, bounded, and able to name only what exists.

A field typed `PlaceName`, `PersonName`, `ThingName` or `OptionName` accepts nothing but the choices of the
prompt it answers, so an answer with an invented room is refused before it can become an action.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, ClassVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

MOST_DAYS_AHEAD = 400  # for which somebody agrees on anything
_TAG = re.compile(r"\[?([a-z]?)(\d{1,4})\]?")


class Meant(Enum):
    """Marks a text of an answer with its meaning, by which it is checked for sense."""

    ACTIVITY = "what somebody does"
    STATE = "the state of an object"
    EMOJI = "one emoji"
    SAID = "what somebody says or writes as themselves"
    TOLD = "what is told of somebody"
    RESOLVED = "what somebody resolves, as it is told of them"
    ASKED = "what somebody asks themselves"
    CLAUSE = "a few words on why"


@dataclass(frozen=True, slots=True)
class Cites:
    """Marks a number of an answer as that of an entry in a list of the prompt; `field` names the list."""

    field: str


TAGS: Mapping[str, str] = {
    "recalled": "m", "engagements": "a", "lines": "s", "wanted": "w", "entries": "e",
    "texts": "t",
}  # fmt: skip
"""The letter before the numbers of each list that an answer may cite: `[m1]`, `[a1]`, `[s1]`."""


def tag(field: str, number: int) -> str:
    """Return the tag by which an entry of a list is cited."""
    return f"{TAGS[field]}{number}"


def _untagged(field: str) -> BeforeValidator:
    """Return a validator that reads the tag of an entry, `m3` or `[m3]`, as its number; empty as 0."""

    def number(value: object) -> object:
        if not isinstance(value, str):
            return value
        match = _TAG.fullmatch(value.strip().lower())
        if match and match[1] in ("", TAGS[field]):
            return int(match[2])
        return 0 if not value.strip() else value

    return BeforeValidator(number)


class Choice:
    """Marks a field that may only hold one of the prompt's choices of a kind, or be empty if allowed."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __call__(self, value: str, info: ValidationInfo) -> str:
        """Return a value if it is among the choices of the validation context.

        Raises ValueError otherwise.
        """
        choices: Mapping[str, tuple[str, ...]] = info.context or {}
        if value and self.kind in choices and value not in choices[self.kind]:
            raise ValueError(f"{value!r} is no {self.kind} here")
        return value


PlaceName = Annotated[
    str, Field(max_length=200, json_schema_extra={"choice": "place"}), AfterValidator(Choice("place"))
]
PersonName = Annotated[
    str, Field(max_length=100, json_schema_extra={"choice": "person"}), AfterValidator(Choice("person"))
]
ThingName = Annotated[
    str, Field(max_length=200, json_schema_extra={"choice": "thing"}), AfterValidator(Choice("thing"))
]
OptionName = Annotated[
    str, Field(max_length=200, json_schema_extra={"choice": "option"}), AfterValidator(Choice("option"))
]
Clock = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", description="the time, HH:MM")]
_A_FEW_WORDS = {"maxLength": 120}  # what a server is held to: a small model goes on to the end of its bound
Activity = Annotated[
    str,
    Field(
        min_length=1,
        max_length=400,
        description="what you do, in a few words",
        json_schema_extra={**_A_FEW_WORDS},
    ),
    Meant.ACTIVITY,
]
Doing = Annotated[str, Field(max_length=400, json_schema_extra={**_A_FEW_WORDS}), Meant.ACTIVITY]
ObjectState = Annotated[
    str,
    Field(
        max_length=60,
        description="the state the object is in meanwhile, as listed",
        json_schema_extra={"goes_with": "thing"},
    ),
    Meant.STATE,
]
Sentence = Annotated[str, Field(min_length=1, max_length=400), Meant.TOLD]
Resolve = Annotated[str, Field(min_length=1, max_length=400), Meant.RESOLVED]
Question = Annotated[str, Field(min_length=1, max_length=400), Meant.ASKED]
Remark = Annotated[str, Field(max_length=400), Meant.CLAUSE]
Emoji = Annotated[str, Field(max_length=16, description="one emoji"), Meant.EMOJI]
Importance = Annotated[int, Field(ge=1, le=10, description="how much it matters, 1 to 10")]
MemoryNumber = Annotated[
    int,
    Field(ge=1, le=200, json_schema_extra={"cites": "recalled"}),
    _untagged("recalled"),
    Cites("recalled"),
]
LivedMemory = Annotated[
    int,
    Field(ge=1, le=4_000, json_schema_extra={"cites": "recalled"}),
    _untagged("recalled"),
    Cites("recalled"),
]
ToldMemory = Annotated[
    int,
    Field(ge=0, le=200, json_schema_extra={"cites": "recalled"}),
    _untagged("recalled"),
    Cites("recalled"),
]
EngagementNumber = Annotated[
    int,
    Field(ge=1, le=100, json_schema_extra={"cites": "engagements"}),
    _untagged("engagements"),
    Cites("engagements"),
]
LineNumber = Annotated[
    int,
    Field(ge=1, le=100, json_schema_extra={"cites": "lines"}),
    _untagged("lines"),
    Cites("lines"),
]

WantedNumber = Annotated[
    int,
    Field(ge=1, le=100, json_schema_extra={"cites": "wanted"}),
    _untagged("wanted"),
    Cites("wanted"),
]
TextNumber = Annotated[
    int,
    Field(ge=1, le=9_999, json_schema_extra={"cites": "texts"}),
    _untagged("texts"),
    Cites("texts"),
]


@dataclass(frozen=True, slots=True)
class Cases:
    """The fields that an answer needs, by the value of the field that decides. No others are asked for.

    `must` has the field without which a case makes no sense.
    """

    by: str
    needed: Mapping[str, tuple[str, ...]]
    must: Mapping[str, str]

    @property
    def fields(self) -> frozenset[str]:
        """Return the field that decides, and all that a case may need."""
        return frozenset({self.by}.union(*self.needed.values()))


class Form(BaseModel):
    """What every answer is: closed, unchangeable, nothing in it that was not asked for."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    most_tokens: ClassVar[int] = 400  # that a language model may spend on it
    cases: ClassVar[Cases | None] = None
    aloud: ClassVar[str] = ""  # the field, if any, that somebody may hear while it is being said


class Engagement(Form):
    """Something the agent now means to do: on which day, at what time, where."""

    text: Sentence = Field(description="what they mean to do, in the third person")
    day: int = Field(ge=1, le=9_999, description="the number of the day")
    time: Clock
    place: PlaceName = ""

    def nonsense(self, today: int) -> str:
        """Return what is wanted if it is for a past or distant day; else an empty text."""
        if today <= self.day <= today + MOST_DAYS_AHEAD:
            return ""
        return f"`day` must be {today} or soon after; today is day {today}"
