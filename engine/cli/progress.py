"""How far a day has come: a bar on a terminal, a plain line now and then anywhere else."""

from __future__ import annotations

import shutil
import time
from types import TracebackType

from engine.cli.terminal import Terminal
from engine.clock import moment_words
from engine.simulation.living import Progress

_REDRAW, _LINES = 0.1, 5.0  # seconds between two drawings of the bar, and between two lines
_BAR = 24


class ProgressLine:
    """Shows progress from one minute to another on the error stream, so that answers stay clean."""

    def __init__(self, terminal: Terminal, *, since: int, until: int, quiet: bool = False) -> None:
        self._err = terminal.err
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
        """Leave the last state standing, and the cursor on a line of its own."""
        if self._last is not None and not self._quiet:
            self._draw(self._last)
            if self._bar:
                self._note("")

    def show(self, progress: Progress) -> None:
        """Note where a run is; drawn when it is time again."""
        self._last = progress
        now = time.monotonic()
        if not self._quiet and now - self._shown_at >= (_REDRAW if self._bar else _LINES):
            self._shown_at = now
            self._draw(progress)

    def _draw(self, progress: Progress) -> None:
        minute = max(self._since, min(progress.minute, self._until))
        words = f"{moment_words(progress.minute)}  {progress.turns} turns  {progress.calls} calls"
        if not self._bar:
            self._note(words)
            return
        share = (minute - self._since) / max(1, self._until - self._since)
        done = round(share * _BAR)
        line = f"[{'#' * done}{'.' * (_BAR - done)}] {share:4.0%}  {words}"
        columns = shutil.get_terminal_size().columns - 1
        self._err.write(f"\r{line[:columns]:<{min(columns, 78)}}")
        self._err.flush()
