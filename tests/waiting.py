"""Waiting for a condition, with a limit that is only reached when something is broken."""

from __future__ import annotations

import time
from collections.abc import Callable

LIMIT = 600  # seconds; a busy machine is slow, not wrong


def wait_until(is_so: Callable[[], object], *, or_ended: Callable[[], object] = lambda: False) -> bool:
    """Wait until something is so, or what it depends on has ended; return whether it is so. AssertionError
    when neither comes.
    """
    until = time.monotonic() + LIMIT
    while time.monotonic() < until:
        if is_so():
            return True
        if or_ended():
            return bool(is_so())
        time.sleep(0.01)
    raise AssertionError(f"it was not so within {LIMIT} seconds")
