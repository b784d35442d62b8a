"""Row ids: the id of every row of the log is made of minute, agent number and counter.

An id is a plain whole number below 2**53 whose decimal digits can be read: `490 003 0012` is the thirteenth
row (0012) of agent number 3's turn at minute 490. Towns with more people than three digits can count have
wide ids, which begin with a 1 of sixteen digits: `1 00490 001234 0012` is the same row of agent number 1234.
All ids of a run are of one width; sorting them sorts its log. Number 0 is the author.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Ids = TypeVar("Ids", int, "NDArray[np.int64]")

AUTHOR = 0
MOST_ROWS = 9_999
MOST_ID = 2**53 - 1  # the largest number that every reader of JSON keeps whole

_A_TURN = 10_000


@dataclass(frozen=True, slots=True)
class Width:
    """The width of a run's ids: the first id, the number of ids per minute, and the limits."""

    begin: int
    minute: int
    most_agents: int
    last_minute: int

    def starts(self, minute: int) -> int:
        """Return the first id of a minute; 0, below every id, for a minute before the first."""
        return self.begin + minute * self.minute if minute > 0 else 0


NARROW = Width(begin=0, minute=10**7, most_agents=999, last_minute=10**8 - 1)
WIDE = Width(begin=10**15, minute=10**10, most_agents=100_000, last_minute=(MOST_ID - 10**15) // 10**10 - 1)
_WIDE, _MINUTE, _WIDE_MINUTE = WIDE.begin, NARROW.minute, WIDE.minute  # asked for at every memory


def width_for(agents: int) -> Width:
    """Return the width of the ids of a town with so many people."""
    return NARROW if agents <= NARROW.most_agents else WIDE


def width_of(row_id: int) -> Width:
    """Return the width of an id."""
    return WIDE if row_id >= _WIDE else NARROW


def row_id(minute: int, agent_number: int, n: int = 0, width: Width = NARROW) -> int:
    """Return the id of row `n` of an agent's turn at `minute`. Raises ValueError if there is no such id."""
    somebody = 0 <= agent_number <= width.most_agents
    if not (somebody and 0 <= minute <= width.last_minute and 0 <= n <= MOST_ROWS):
        raise ValueError(f"no such row: minute {minute}, agent number {agent_number}, row {n}")
    return width.begin + minute * width.minute + agent_number * _A_TURN + n


def minute_of(row_id: int) -> int:
    """Return the minute at which a row was made."""
    return row_id // _MINUTE if row_id < _WIDE else (row_id - _WIDE) // _WIDE_MINUTE


def is_by_author(row_id: int) -> bool:
    """Return whether a row belongs to an author's turn."""
    in_minute = row_id % _MINUTE if row_id < _WIDE else (row_id - _WIDE) % _WIDE_MINUTE
    return in_minute < _A_TURN


def turn_of(row_id: Ids) -> Ids:
    """Return the id of the turn that made a row, or an array of them for an array of ids."""
    return row_id // _A_TURN * _A_TURN


def agent_number_of(row_id: int) -> int:
    """Return the number of the agent in whose turn a row was made; `AUTHOR` for an author's."""
    width = width_of(row_id)
    return (row_id - width.begin) % width.minute // _A_TURN


def unseen_from(minute: int, width: Width) -> int:
    """Return the first id that is not seen yet at a minute.

    What the author does at a minute comes before all turns in it, and is seen.
    """
    return row_id(minute, AUTHOR + 1, 0, width) if minute > 0 else 0
