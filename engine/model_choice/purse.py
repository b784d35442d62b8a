"""The purse: what requests to servers are paid from, below the caps of a workspace."""

from __future__ import annotations

from typing import Protocol

from engine.store.answers import spending
from engine.store.file.connection import Store


class Purse(Protocol):
    """What a run pays from: its workspace's purse, or that of many runs together, wherever it is kept."""

    def reserve(
        self, day: int, *, tokens: int, micros: int | None, source: str, unpriced: str, seconds: float
    ) -> int:
        """Set aside what a request on a day may take, and return its number; CapReached at a cap."""
        ...

    def settle(
        self, reservation: int, day: int, *, tokens_in: int, tokens_out: int, micros: int | None
    ) -> None:
        """Count what a request took in place of what was set aside."""
        ...


class StorePurse:
    """The purse of a workspace, as one run pays from it."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self._run = run

    def reserve(
        self, day: int, *, tokens: int, micros: int | None, source: str, unpriced: str, seconds: float
    ) -> int:
        """Set aside what a request may take; CapReached at a cap."""
        return spending.reserve(
            self._store,
            self._run,
            day,
            tokens=tokens,
            micros=micros,
            source=source,
            unpriced=unpriced,
            seconds=seconds,
        )

    def settle(
        self, reservation: int, day: int, *, tokens_in: int, tokens_out: int, micros: int | None
    ) -> None:
        """Count what was spent."""
        spending.settle(
            self._store,
            reservation,
            self._run,
            day,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            micros=micros,
        )
