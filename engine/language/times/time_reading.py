"""A time reading: an expression of time found in a text, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.clock import DAY, minute_at

Kind = Literal[
    "moment", "window", "by", "before", "from", "after", "until", "every", "lasts", "unread"
]  # fmt: skip
Exactness = Literal["clock", "part", "day"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeReading:
    """What the characters from `start` to `end` of a text say of time.

    `days` are the first and last day meant. `clocks` are the first and last minute, counted from the midnight
    at which the first of these days begins, so that a night may reach past 24:00. `says_day` tells whether
    the text names the day or it was inferred, `by_weekday` whether it names it by a weekday alone, which may
    also mean every such day, and `about` whether the time is approximate. A recurring time has `weekdays`, or
    a `step` in minutes; a duration has `lasts`, in minutes. A reading of kind `unread` looks like a time but
    was not understood; it is `impossible` if no calendar or clock has it.
    """

    start: int
    end: int
    kind: Kind
    days: tuple[int, int] | None = None
    says_day: bool = False
    by_weekday: bool = False
    clocks: tuple[int, int] | None = None
    exact: Exactness = "day"
    about: bool = False
    part: str = ""
    weekdays: frozenset[int] = frozenset()
    step: int = 0
    lasts: int = 0
    impossible: bool = False

    @property
    def first(self) -> int | None:
        """Return the first minute meant, or None for a time that recurs, lasts or was not understood."""
        if self.days is None:
            return None
        return minute_at(self.days[0], self.clocks[0] if self.clocks else 0)

    @property
    def last(self) -> int | None:
        """Return the minute at which the time is over, or None; for a deadline, the moment that it names."""
        if self.days is None:
            return None
        if self.kind == "before" or (self.kind == "by" and self.clocks):
            return self.first
        if self.clocks:
            return minute_at(self.days[0], self.clocks[1])
        return minute_at(self.days[1], DAY)
