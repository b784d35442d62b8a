"""Carriers: live the trials of a batch and return their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from engine.errors import worded
from engine.repeating.trial import Lived, Trial

MOST_TRIES = 4  # of a trial whose worker is lost each time: it may be the trial that kills it


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of a trial: its results, or an `error` in words; `tries` counts the workers that had it."""

    trial: Trial
    lived: Lived | None = None
    error: str = ""
    tries: int = 1


class Carrier(Protocol):
    """Lives trials, several at once, in any order."""

    def carry(self, trials: Iterable[Trial], is_to_stop: Callable[[], bool]) -> Iterator[Outcome]:
        """Yield the outcome of each trial as soon as it is known, until all are done or it is to stop; trials
        under way are then abandoned. If a worker is lost, its trial is repeated.
        """
        ...


def too_often(tries: int, said: str) -> str:
    """Return the message for a trial that was given up after several lost workers."""
    if not said:
        return worded("its worker was lost {tries} times, so it was abandoned", tries=tries)
    return worded("its worker was lost {tries} times, so it was abandoned; {said}", tries=tries, said=said)
