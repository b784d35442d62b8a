"""Controls how often Python's garbage collector looks for reference cycles."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_YOUNG = 50_000  # objects made since Python last looked which of them can go
_LOCK = threading.Lock()
_AS_BEFORE: list[tuple[int, int, int]] = []  # the thresholds to go back to, once for everybody inside


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Run the garbage collector less often while many lasting objects are made, such as a day or a scenario.
    It would take up to a third of the time and find almost nothing.
    """
    with _LOCK:
        young, *older = before = gc.get_threshold()
        _AS_BEFORE.append(before if not _AS_BEFORE else _AS_BEFORE[0])
        if young:
            gc.set_threshold(max(young, _YOUNG), *older)
    try:
        yield
    finally:
        with _LOCK:
            before = _AS_BEFORE.pop()
            if not _AS_BEFORE:
                gc.set_threshold(*before)
