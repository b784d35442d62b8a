"""Ids that say when and by whom: every row of the log is stamped (minute, agent order, counter).

An id is a plain whole number below 2**53 whose decimal digits can be read: `490 003 0012` is the
thirteenth row (0012) of agent number 3's turn at minute 490. Sorting ids sorts the log. Order 0 is the
author.
"""

from __future__ import annotations

AUTHOR = 0
MOST_AGENTS = 999
MOST_ROWS = 9_999
MOST_ID = 2**53 - 1  # the largest number that every reader of JSON keeps whole

_MINUTE = 10_000_000
_ORDER = 10_000


def stamp(minute: int, order: int, n: int = 0) -> int:
    """Return the id of row `n` of the turn of agent number `order` at `minute`."""
    if not (minute >= 0 and 0 <= order <= MOST_AGENTS and 0 <= n <= MOST_ROWS):
        raise ValueError(f"no such stamp: minute {minute}, agent number {order}, row {n}")
    return minute * _MINUTE + order * _ORDER + n


def minute_of(row_id: int) -> int:
    """Return the minute a row was made at."""
    return row_id // _MINUTE


def turn_of(row_id: int) -> int:
    """Return the id of the turn that made a row."""
    return row_id // _ORDER * _ORDER
