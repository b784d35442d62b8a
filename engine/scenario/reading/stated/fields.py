"""Fields shared by intentions and events: moments, people and texts.

Ids, paths and times are the same in every language, so nothing is parsed but `day 2 19:00`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from engine.intentions.stated import read_moment
from engine.records import StatedMoment

ALL = "everybody"  # in place of an id


def _people(said: object) -> object:
    return [said] if isinstance(said, str) else said


def one_line(text: str) -> str:
    """Return a text on one line, with single spaces."""
    return " ".join(text.split())


Words = Annotated[str, AfterValidator(one_line), Field(max_length=500)]
PersonId = Annotated[str, AfterValidator(one_line), Field(min_length=1, max_length=80)]
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
