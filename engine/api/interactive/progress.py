"""Shows the progress of a run lived from Python: a bar in a notebook, a line on a terminal, plain lines in a
log.

By default nothing is shown unless somebody is watching: a script, a test and a server stay silent.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any, Protocol, TextIO

from engine.clock import moment_words
from engine.errors import BadInput, worded
from engine.running.run_session import Progress, Watch

_REDRAW, _LINES = 0.2, 5.0  # seconds between two drawings of a bar, and between two lines of a log
_BAR = 24


class Place(Protocol):
    """A place that shows progress."""

    every: float

    def draw(self, part: float, words: str) -> None:
        """Show the progress `part`, from 0 to 1, and `words` about it."""

    def end(self) -> None:
        """Leave the last state in view."""


class NotebookBar:
    """A progress bar below the cell of a notebook that lives the run."""

    every = _REDRAW

    def __init__(self, display: Any) -> None:  # noqa: ANN401 - IPython's `display`, which has no types
        self._display = display
        self._handle: Any = None

    def draw(self, part: float, words: str) -> None:
        """Draw the bar, or update it."""
        shown = {"text/plain": f"{part:4.0%}  {words}", "text/html": _bar(part, words)}
        if self._handle is None:
            self._handle = self._display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)

    def end(self) -> None:
        """Leave the bar as it is."""


class TerminalLine:
    """A progress line on a terminal, overwritten in place."""

    every = _REDRAW

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def draw(self, part: float, words: str) -> None:
        """Rewrite the line."""
        columns = max(20, _columns(self._out) - 1)
        done = int(part * _BAR)
        line = f"[{'#' * done}{'.' * (_BAR - done)}] {int(part * 100):3}%  {words}"[:columns]
        self._out.write(f"\r{line:<{min(columns, 78)}}")
        self._out.flush()

    def end(self) -> None:
        """Move to the next line."""
        self._out.write("\n")
        self._out.flush()


class LogLines:
    """A plain line now and then, for logs: continuous integration, a file."""

    every = _LINES

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def draw(self, part: float, words: str) -> None:
        """Write a line."""
        self._out.write(f"{int(part * 100):3}%  {words}\n")
        self._out.flush()

    def end(self) -> None:
        """Write nothing more."""


@contextmanager
def shown(watch: Watch | None, since: int, until: int, wanted: bool | None) -> Iterator[Watch | None]:
    """Show the progress of a run from one minute to another while it is lived, and call `watch` too.

    If `wanted` is None, progress is shown when somebody sits at a notebook or prompt and gave no `watch`.
    Raises BadInput if `wanted` is not True, False or None.
    """
    if wanted not in (None, True, False):
        raise BadInput(
            worded(
                "the progress display cannot be set to {wanted!r:.60}; use True to show it, or False "
                "to hide it",
                wanted=wanted,
            )
        )
    place = place_to_show() if wanted or (wanted is None and watch is None and somebody_looks()) else None
    if place is None:
        yield watch
        return
    last, at = Progress(minute=since), 0.0

    def tell(progress: Progress) -> None:
        nonlocal last, at
        last = progress
        if time.monotonic() - at >= place.every:
            at = time.monotonic()
            _draw(place, progress, since, until)
        if watch is not None:
            watch(progress)

    try:
        yield tell
    finally:
        _draw(place, last, since, until)
        place.end()


def place_to_show() -> Place:
    """Return the place to show progress: the notebook, the terminal, or plain lines."""
    display = _notebook_display()
    if display is not None:
        return NotebookBar(display)
    return TerminalLine(sys.stderr) if sys.stderr.isatty() else LogLines(sys.stderr)


def somebody_looks() -> bool:
    """Return whether somebody sits at a notebook, or at a Python prompt."""
    return _notebook_display() is not None or (hasattr(sys, "ps1") and sys.stderr.isatty())


def _notebook_display() -> Any:  # noqa: ANN401 - IPython's `display`, which has no types
    """Return the function with which the notebook displays objects, or None outside a notebook."""
    if "ipykernel" not in sys.modules:  # who has not loaded it runs in no kernel of it
        return None
    from IPython import get_ipython
    from IPython.display import display

    shell = get_ipython()
    return display if getattr(shell, "kernel", None) is not None else None


def _draw(place: Place, progress: Progress, since: int, until: int) -> None:
    way = until - since
    part = max(0, min(progress.minute, until) - since) / way if way > 0 else 1.0
    place.draw(part, f"{progress.words}, until {moment_words(until)}" if part < 1 else progress.words)


def _bar(part: float, words: str) -> str:
    said = escape(words)
    return (
        f'<div role="status"><progress max="100" value="{part * 100:.0f}" aria-label="Progress of the run">'
        f"</progress> {part:.0%} <span>{said}</span></div>"
    )


def _columns(out: TextIO) -> int:
    try:
        return os.get_terminal_size(out.fileno()).columns
    except (OSError, ValueError):
        return 80
