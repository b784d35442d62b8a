"""Stopping: Ctrl+C asks the current work to end cleanly, and a second one exits at once."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from engine.cli.screen.terminal import Terminal


@contextmanager
def stopping(ask: Callable[[], object], terminal: Terminal, words: str) -> Iterator[None]:
    """Call `ask` and print `words` on Ctrl+C or SIGTERM; a second one exits at once."""
    already = False  # the end may have been asked for by somebody else as well

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal already
        if already:
            raise KeyboardInterrupt
        already = True
        ask()
        terminal.note(f"\n{words}; press Ctrl+C again to exit immediately")

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
