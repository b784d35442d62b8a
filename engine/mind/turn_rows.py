"""The rows that one turn will commit. They get their ids as they are created."""

from __future__ import annotations

from collections.abc import Callable

from engine.records import LogEntry
from engine.row_ids import MOST_ROWS, NARROW, Width, row_id


class TurnRows:
    """Collects the rows of one turn and applies each at once to the state that the turn itself may read.

    `turn` is the id of the turn's own row, which has the number `first`; `last` is the largest id it may use.
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
        """Return the next row id. Raises ValueError if the turn has used up its ids."""
        row = self._next
        if row > self.last:
            raise ValueError(f"the turn of agent number {self.agent_number} at minute {self.minute} is full")
        self._next += 1
        return row

    def add(self, entry: LogEntry) -> None:
        """Append a row and apply it."""
        self.entries.append(entry)
        self._apply(entry)


def unkept(minute: int, width: Width) -> TurnRows:
    """Return the rows of an observer, with ids after those of all agents at a minute; they are not kept."""
    return TurnRows(minute, width.most_agents, lambda entry: None, width=width)
