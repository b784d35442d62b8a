"""Waiting for a condition, with a limit that is only reached when something is broken."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

from engine.api.workspace import Run
from engine.errors import DayPaused

LIMIT = 600  # seconds; a busy machine is slow, not wrong


def wait_until(condition: Callable[[], object], *, ended: Callable[[], object] = lambda: False) -> bool:
    """Wait until a condition holds, or what it depends on has ended; return whether it holds.

    Raises AssertionError when neither happens within the limit.
    """
    until = time.monotonic() + LIMIT
    while time.monotonic() < until:
        if condition():
            return True
        if ended():
            return bool(condition())
        time.sleep(0.01)
    raise AssertionError(f"the condition did not hold within {LIMIT} seconds")


def live_on(run: Run, until: int, *, concurrency: int = 8) -> None:
    """Live to a minute, and go on each time that the town pauses since too many answers are left out."""
    for _ in range(100):
        with contextlib.suppress(DayPaused):
            run.live(until, concurrency=concurrency)
            return
    raise AssertionError("it never got there")
