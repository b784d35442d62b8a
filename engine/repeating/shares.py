"""Shares: in how many of many runs a statement holds, how far counts differ by chance alone, and which
difference between two settings exceeds that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

_Z = 1.959963984540054  # of the normal distribution, for an interval of 95%
Verdict = Literal["may be chance", "borderline", "beyond chance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The number of runs in which a statement holds, of how many, with the bounds of Wilson's 95%
    interval.
    """

    held: int
    runs: int
    low: float
    high: float

    @property
    def part(self) -> float:
        """Return the share, from 0 to 1; 0 if there are no runs."""
        return self.held / self.runs if self.runs else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """The spread of a count over the runs: its minimum, quartiles and maximum."""

    least: float
    lower: float
    median: float
    upper: float
    most: float


def share_of(held: Sequence[bool]) -> Share:
    """Return the share of runs in which a statement holds, with Wilson's interval: it stays between 0 and 1,
    and is useful for few runs too.
    """
    runs, count = len(held), sum(held)
    if not runs:
        return Share(held=0, runs=0, low=0.0, high=1.0)
    part, square = count / runs, _Z * _Z
    middle = (part + square / (2 * runs)) / (1 + square / runs)
    half = _Z * sqrt(part * (1 - part) / runs + square / (4 * runs * runs)) / (1 + square / runs)
    low = 0.0 if not count else max(0.0, middle - half)
    high = 1.0 if count == runs else min(1.0, middle + half)
    return Share(held=count, runs=runs, low=low, high=high)


def band_of(values: Sequence[float]) -> Band:
    """Return the spread of some numbers, at least one; quartiles are interpolated."""
    ordered = sorted(values)
    return Band(
        least=ordered[0],
        lower=_at(ordered, 0.25),
        median=_at(ordered, 0.5),
        upper=_at(ordered, 0.75),
        most=ordered[-1],
    )


def verdict(noise: Band, other: Band) -> Verdict:
    """Compare a median with the spread by chance alone: inside its middle half, inside the rest, or
    outside.
    """
    if noise.lower <= other.median <= noise.upper:
        return "may be chance"
    return "borderline" if noise.least <= other.median <= noise.most else "beyond chance"


def are_apart(one: Share, other: Share) -> bool:
    """Return whether the intervals of two shares do not overlap."""
    return one.high < other.low or other.high < one.low


def _at(ordered: Sequence[float], part: float) -> float:
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
