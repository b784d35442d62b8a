"""What one turn will commit: its rows, stamped and numbered as they are thought of."""

from __future__ import annotations

from collections.abc import Callable

from engine.records import LogEntry
from engine.row_ids import stamp


class TurnRows:
    """Collects the rows of one turn and lets each take effect at once on what the turn itself may read."""

    def __init__(self, minute: int, order: int, apply: Callable[[LogEntry], None], *, first: int = 1) -> None:
        self.minute = minute
        self.order = order
        self.entries: list[LogEntry] = []
        self._apply = apply
        self._next = first

    def stamp(self) -> int:
        """Return the next id. Row 0 is the turn itself."""
        row = stamp(self.minute, self.order, self._next)
        self._next += 1
        return row

    def add(self, entry: LogEntry) -> None:
        """Take in a row and let it take effect."""
        self.entries.append(entry)
        self._apply(entry)
