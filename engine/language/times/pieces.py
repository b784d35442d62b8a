"""Pieces: the smallest meaningful parts of an expression of time: a day, a part of it, a clock, an amount."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal

Needs = Literal["", "lead", "edge", "partner", "within"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standpoint:
    """The point from which a text is read: the current minute, and the date of day 1 or None."""

    now: int
    starts: datetime.date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """A clock time, in minutes after midnight.

    A `spoken` hour may also be twelve hours later; one that is `shown` only if a part of the day says so (`at
    3:30 in the afternoon`); one that is `sure` (`8 am`) is exact.
    """

    minute: int
    how: Literal["spoken", "shown", "sure"] = "sure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of a text and all that it names. `wrong` marks a time that no calendar or clock has."""

    start: int
    end: int
    needs: Needs = ""
    days: tuple[int, int] | None = None
    weekday: int | None = None
    part: str = ""
    face: Face | None = None
    amount: int | None = None
    lasts: int = 0
    weekdays: frozenset[int] = frozenset()
    step: int = 0
    means: frozenset[str] = frozenset()
    yields: bool = False
    wrong: bool = False
