"""Pausing: a town waits when a model gives no answer."""

from __future__ import annotations

from engine.clock import moment_words
from engine.errors import DayPaused, ModelFailed, worded


def no_thought(name: str, minute: int, error: ModelFailed) -> DayPaused:
    """Return the error that an agent could not think at a minute, with the reason."""
    moment = moment_words(minute)
    return DayPaused(
        worded(
            "the model could not answer for {name} at {moment}: {error}",
            name=name,
            moment=moment,
            error=error,
        ),
        details=error.details,
    )
