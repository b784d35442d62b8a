"""The progress of a day: a bar on a terminal, occasional plain lines elsewhere."""

from __future__ import annotations

import shutil
import time
from types import TracebackType

from engine.api.run import Progress
from engine.cli.screen.colour import Painted, Tone
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words

_REDRAW, _LINES = 0.1, 5.0  # seconds between two drawings of the bar, and between two lines
_BAR = 24


class ProgressLine:
    """Shows progress from one minute to another on the error stream, so that answers stay clean."""

    def __init__(self, terminal: Terminal, *, since: int, until: int, quiet: bool = False) -> None:
        self._terminal = terminal
        self._note = terminal.note
        self._since, self._until = since, until
        self._quiet = quiet
        self._bar = terminal.err.isatty()
        self._last: Progress | None = None
        self._shown_at = time.monotonic()

    def __enter__(self) -> ProgressLine:
        if not self._quiet and not self._bar:
            self._note(f"from {moment_words(self._since)} to {moment_words(self._until)}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the last state in view, and the cursor on a new line."""
        if self._last is not None and not self._quiet:
            self._draw(self._last)
            if self._bar:
                self._note("")

    def show(self, progress: Progress) -> None:
        """Record the progress of a run; it is drawn at intervals."""
        self._last = progress
        now = time.monotonic()
        if not self._quiet and now - self._shown_at >= (_REDRAW if self._bar else _LINES):
            self._shown_at = now
            self._draw(progress)

    def reach(self, minute: int) -> None:
        """Record the minute reached; the bar is full if that was the goal."""
        last = self._last or Progress()
        self._last = Progress(minute=minute, turns=last.turns, calls=last.calls)

    def _draw(self, progress: Progress) -> None:
        minute = max(self._since, min(progress.minute, self._until))
        words = progress.words
        if not self._bar:
            self._note(words)
            return
        way, gone = self._until - self._since, minute - self._since
        percent = 100 * gone // way if way > 0 else 100  # full is full: never rounded up to it
        done = percent * _BAR // 100
        bar = f"[{'#' * done}{'.' * (_BAR - done)}]"
        columns = shutil.get_terminal_size().columns - 1
        line = f"{bar} {percent:3}%  {words}"[:columns]
        rest = max(0, min(columns, 78) - len(bar))
        self._terminal.draw(Painted(line[: len(bar)], Tone.GOOD), f"{line[len(bar) :]:<{rest}}")
