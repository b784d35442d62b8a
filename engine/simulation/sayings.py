"""Sayings: what has been said in the whole town of late, word for word, so that whoever speaks next can put
it otherwise.

Everybody's turns run beside each other, and a slow talk at the other end of the town may be behind. So that
the same counts at the same minute on any machine, only what is older than the longest walk does: by the rule
of `turns`, nobody can be that far behind anybody who thinks.
"""

from __future__ import annotations

from engine.records import Line

LATELY = 36 * 60  # minutes, within which a town does not like to hear the same again
_SLOT = 30  # minutes, from one look at what is known to the next


class Sayings:
    """The lines of a town's last day and a half, whoever said them."""

    def __init__(self, longest_walk: int) -> None:
        self._longest_walk = longest_walk
        self._lines: dict[int, Line] = {}
        self._slots: dict[int, tuple[str, ...]] = {}

    def add(self, line: Line) -> None:
        """Take in a line; one that is taken in again after a kill counts once."""
        self._lines[line.id] = line

    def lately(self, now: int) -> tuple[str, ...]:
        """Return what was said until shortly before a minute, oldest first."""
        until = (now - self._longest_walk) // _SLOT * _SLOT
        if until not in self._slots:
            found = (line for line in self._lines.values() if until - LATELY <= line.said_at < until)
            self._forget(until)
            self._slots[until] = tuple(
                line.text for line in sorted(found, key=lambda line: (line.said_at, line.id))
            )
        return self._slots[until]

    def _forget(self, until: int) -> None:
        """Let go of what nobody will look at any more: those who are behind are so by a walk at most."""
        oldest = until - self._longest_walk - 2 * _SLOT
        self._slots = {slot: texts for slot, texts in self._slots.items() if slot >= oldest}
        self._lines = {row: line for row, line in self._lines.items() if line.said_at >= oldest - LATELY}
