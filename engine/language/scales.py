"""Scales: the steps by which numbers are put in words, in any language. Closeness runs from -1 to 1."""

from __future__ import annotations

_STEPS = ((0.6, "very_close"), (0.3, "close"), (0.05, "friendly"), (-0.05, "neutral"), (-0.4, "cool"))
_LEAST = "hostile"

DEGREES: tuple[str, ...] = (*(degree for _, degree in _STEPS), _LEAST)
_BOUNDS = tuple(least for least, _ in _STEPS)
BANDS: tuple[tuple[str, float, float], ...] = tuple(
    zip(DEGREES, (*_BOUNDS, -1.0), (1.0, *_BOUNDS), strict=True)
)
"""Every step of the scale, the warmest first, with the least and the most closeness that it has."""


def degree(closeness: float) -> str:
    """Return the step of the scale for a closeness."""
    return next((step for least, step in _STEPS if closeness >= least), _LEAST)


MOST = 100.0  # of a status value; the least is 0
_LEVELS = ((80.0, "very_high"), (55.0, "high"), (30.0, "middling"), (12.0, "low"))
_LOWEST = "very_low"

LEVELS: tuple[str, ...] = (*(name for _, name in _LEVELS), _LOWEST)
_LEASTS = tuple(least for least, _ in _LEVELS)
LEVEL_BANDS: tuple[tuple[str, float, float], ...] = tuple(
    zip(LEVELS, (*_LEASTS, 0.0), (MOST, *_LEASTS), strict=True)
)
"""Every level of a status value, the highest first, with the least and the most that it has."""


def level(value: float) -> str:
    """Return the level of a status value (from 0 to 100)."""
    return next((name for least, name in _LEVELS if value >= least), _LOWEST)
