"""What every expected outcome is: a form that is read from YAML, and a look at the log."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from engine.clock import DAY, minute_at, parse_clock, parse_moment
from tests.bench.stories.days import Days


def _several(value: object) -> object:
    return [value] if isinstance(value, str | int) else value


def _pattern(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise ValueError(f"{value!r} is no regular expression: {error}") from error
    return value


def _clock(value: object) -> object:
    """YAML takes 19:00 for a number to the base of 60, which is the minute of the day."""
    return parse_clock(value) if isinstance(value, str) else value


def _moment(value: object) -> object:
    return parse_moment(value) if isinstance(value, str) else value


People = Annotated[tuple[str, ...], BeforeValidator(_several)]
Words = Annotated[tuple[Annotated[str, AfterValidator(_pattern)], ...], BeforeValidator(_several)]
Clock = Annotated[int, BeforeValidator(_clock)]
Moment = Annotated[int, BeforeValidator(_moment)]

PEOPLE_FIELDS, PLACE_FIELDS, THING_FIELDS = ("who", "to", "with_", "host", "guests"), ("where",), ("thing",)


class Form(BaseModel):
    """A part of a story as it is written: nothing that is not known, nothing changed later."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, arbitrary_types_allowed=True
    )


class Outcome(Form, ABC):
    """Something that must be so in the log when a story has been lived."""

    @abstractmethod
    def unmet(self, days: Days) -> str:
        """Return what was instead, in a few words; nothing when it is as expected."""


class Window(Form):
    """A part of one day or of several, each of which must hold."""

    day: Annotated[tuple[int, ...], BeforeValidator(_several)] = (1,)
    from_: Clock = Field(0, alias="from")
    to_: Clock = Field(DAY, alias="until")

    def stretches(self, days: Days) -> Iterator[range]:
        """Return the minutes of each day."""
        for day in self.day:
            yield range(minute_at(day, self.from_), min(minute_at(day, self.to_), days.until))


class Span(Form):
    """After a moment and before another; without them from the beginning to the end."""

    after: Moment = 0
    by: Moment = 1000 * DAY

    def holds(self, minute: int) -> bool:
        """Tell whether a minute lies in it."""
        return self.after <= minute <= self.by


Vocabulary = Mapping[str, type[Outcome]]


def short(text: str, most: int = 90) -> str:
    """Return the beginning of a text, as it fits into a table."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
