"""Engagements: memories that commit an agent to a time or an action (authored, agreed to or whispered)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.clock import DAY
from engine.records import Memory

_STAYS_OPEN = 2 * DAY


class Engagements:
    """The memories that commit one mind to something.

    A plan that cites an engagement replaces or cancels it.
    """

    def __init__(self) -> None:
        self._binding: dict[int, Memory] = {}

    def __iter__(self) -> Iterator[Memory]:
        return iter(self._binding.values())

    def add(self, memory: Memory, evidence: Iterable[Memory]) -> None:
        """Add a memory if it is binding. A plan first removes the engagements that it cites as `evidence`."""
        cited = tuple(evidence)
        if memory.kind == "plan":
            for other in cited:
                self._binding.pop(other.id, None)
        if _binds(memory) or _is_resolve(memory, cited):
            self._binding[memory.id] = memory

    def drop(self, memory: Memory) -> None:
        """Remove a memory from the engagements, if it is one."""
        self._binding.pop(memory.id, None)

    def between(self, start: int, end: int) -> tuple[Memory, ...]:
        """Return the engagements due from minute `start` until before minute `end`, soonest first."""
        due = [each for each in self._binding.values() if each.when is not None and start <= each.when < end]
        return tuple(sorted(due, key=lambda each: (each.when, each.id)))

    def open(self, now: int) -> tuple[Memory, ...]:
        """Return the engagements without a time that were made in the last two days, oldest first."""
        return tuple(
            each for each in self._binding.values() if each.when is None and now - each.minute < _STAYS_OPEN
        )


def _binds(memory: Memory) -> bool:
    """Return whether a memory has a time and is a seed memory, or a plan that rests on other memories."""
    planned = memory.kind == "plan" and bool(memory.evidence)
    return memory.when is not None and (memory.kind == "seed" or planned)


def _is_resolve(memory: Memory, cited: tuple[Memory, ...]) -> bool:
    return memory.kind == "plan" and any(other.kind == "whisper" for other in cited)
