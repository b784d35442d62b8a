"""Closeness: the one scale by which a number from -1 to 1 becomes a word, in whatever language."""

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
    """Return the step of the scale that a closeness is on."""
    return next((step for least, step in _STEPS if closeness >= least), _LEAST)
