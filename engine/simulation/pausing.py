"""Pausing: a town waits when a model gives no answer."""

from __future__ import annotations

from engine.clock import worded_moment
from engine.errors import DayPaused, ModelFailed, worded


def no_thought(name: str, minute: int, error: ModelFailed) -> DayPaused:
    """Return the error that an agent could not think at a minute, with the reason."""
    return DayPaused(
        worded(
            "the model could not answer for {name} at {moment}: {error}",
            name=name,
            moment=worded_moment(minute),
            error=error,
        ),
        details=error.details,
    )
