"""Carrying: who lives the trials of a batch, and what comes back from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from engine.errors import worded
from engine.repeating.trial import Lived, Trial

MOST_TRIES = 4  # of a trial whose worker is lost each time: it may be the trial that kills it


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a trial: it was lived, or there is an `error` in words; `tries` counts the workers that
    had it.
    """

    trial: Trial
    lived: Lived | None = None
    error: str = ""
    tries: int = 1


class Carrier(Protocol):
    """Somebody who lives trials, several at once, in any order."""

    def carry(self, trials: Iterable[Trial], is_to_stop: Callable[[], bool]) -> Iterator[Outcome]:
        """Yield what came of the trials, each as soon as it is known, until all are done or it is to stop;
        what is under way then is let go. A lost worker costs the repetition of what it was at.
        """
        ...


def too_often(tries: int, said: str) -> str:
    """Return in words that a trial was given up after so many lost workers."""
    if not said:
        return worded("its worker was lost {tries} times, and it was given up", tries=tries)
    return worded("its worker was lost {tries} times, and it was given up; {said}", tries=tries, said=said)
