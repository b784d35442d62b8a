"""The forms a model fills in: small, bounded, and able to name only what exists.

A field typed `PlaceName`, `PersonName` or `ThingName` accepts nothing but the choices of the prompt it
answers, so an answer with an invented room is refused before it can become an action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo


class Choice:
    """Marks a field that may only hold one of the prompt's choices of a kind (or nothing, if empty is
    allowed).
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __call__(self, value: str, info: ValidationInfo) -> str:
        """Refuse a value that is not among the choices handed in as validation context."""
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
Clock = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Sentence = Annotated[str, Field(min_length=1, max_length=400)]
Remark = Annotated[str, Field(max_length=400)]
Emoji = Annotated[str, Field(max_length=16)]


class Form(BaseModel):
    """What every answer is: closed, unchangeable, nothing in it that was not asked for."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    most_tokens: ClassVar[int] = 400  # that a language model may spend on it
    aloud: ClassVar[str] = ""  # the field, if any, that somebody may hear while it is being said


class Engagement(Form):
    """Something the agent now means to do: on which day, at what time, where."""

    text: Sentence
    day: int = Field(ge=1, le=9_999)
    time: Clock
    place: PlaceName = ""
