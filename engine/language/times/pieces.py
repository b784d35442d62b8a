"""Pieces: the smallest parts of a saying that mean something, a day, a part of it, a clock, an amount."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal

Needs = Literal["", "lead", "edge", "partner", "within"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standpoint:
    """From where a text is read: the minute it is, and the date of day 1, if the town has one."""

    now: int
    starts: datetime.date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What a clock shows, in minutes after midnight.

    A `spoken` hour may be twelve hours later as well, and one that is `shown` where a part of the day says so
    (`at 3:30 in the afternoon`); one that is `sure` (`8 am`) is what it says.
    """

    minute: int
    how: Literal["spoken", "shown", "sure"] = "sure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece of a text with all that it names; `wrong` names what no calendar and no clock has."""

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
