"""Engagements: what binds an agent to a time or a deed: written so, agreed to, or whispered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.clock import DAY
from engine.records import Memory

_STAYS_OPEN = 2 * DAY


class Engagements:
    """The binding memories of one mind. A plan that cites an engagement takes its place, or lets it go."""

    def __init__(self) -> None:
        self._binding: dict[int, Memory] = {}

    def __iter__(self) -> Iterator[Memory]:
        return iter(self._binding.values())

    def add(self, memory: Memory, evidence: Iterable[Memory]) -> None:
        """Take in a memory and those it rests on."""
        cited = tuple(evidence)
        if memory.kind == "plan":
            for other in cited:
                self._binding.pop(other.id, None)
        if _binds(memory) or _is_resolve(memory, cited):
            self._binding[memory.id] = memory

    def drop(self, memory: Memory) -> None:
        """Let go of what a memory bound to."""
        self._binding.pop(memory.id, None)

    def between(self, start: int, end: int) -> tuple[Memory, ...]:
        """Return what is due between two minutes, soonest first."""
        due = [each for each in self._binding.values() if each.when is not None and start <= each.when < end]
        return tuple(sorted(due, key=lambda each: (each.when, each.id)))

    def open(self, now: int) -> tuple[Memory, ...]:
        """Return what was resolved lately without a time for it, oldest first."""
        return tuple(
            each for each in self._binding.values() if each.when is None and now - each.minute < _STAYS_OPEN
        )


def _binds(memory: Memory) -> bool:
    """Return whether a memory binds to a time: written by the author, or resolved upon something heard."""
    planned = memory.kind == "plan" and bool(memory.evidence)
    return memory.when is not None and (memory.kind == "seed" or planned)


def _is_resolve(memory: Memory, cited: tuple[Memory, ...]) -> bool:
    return memory.kind == "plan" and any(other.kind == "whisper" for other in cited)
