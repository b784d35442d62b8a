"""What one turn will commit: its rows, given their ids as they are thought of."""

from __future__ import annotations

from collections.abc import Callable

from engine.records import LogEntry
from engine.row_ids import MOST_ROWS, NARROW, Width, row_id


class TurnRows:
    """Collects the rows of one turn and lets each take effect at once on what the turn itself may read.

    `turn` is the id of the turn itself, which is row number `first`, and `last` the largest that it may use.
    """

    def __init__(
        self,
        minute: int,
        agent_number: int,
        apply: Callable[[LogEntry], None],
        *,
        first: int = 0,
        width: Width = NARROW,
    ) -> None:
        self.minute = minute
        self.agent_number = agent_number
        self.entries: list[LogEntry] = []
        self._apply = apply
        self.turn = row_id(minute, agent_number, first, width)
        self.last = row_id(minute, agent_number, MOST_ROWS, width)
        self._next = self.turn + 1

    def next_id(self) -> int:
        """Return the next id."""
        row = self._next
        if row > self.last:
            raise ValueError(f"the turn of agent number {self.agent_number} at minute {self.minute} is full")
        self._next += 1
        return row

    def add(self, entry: LogEntry) -> None:
        """Take in a row and let it take effect."""
        self.entries.append(entry)
        self._apply(entry)


def unkept(minute: int, width: Width) -> TurnRows:
    """Return the rows of who only looks on at a minute, after everybody: nothing of them is kept."""
    return TurnRows(minute, width.most_agents, lambda entry: None, width=width)
