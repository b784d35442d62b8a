"""The purse: pays for requests to servers, below the caps of a workspace."""

from __future__ import annotations

from typing import Protocol

from engine.store.answers import spending
from engine.store.file.connection import Store


class Purse(Protocol):
    """The purse a run pays from: that of its workspace, or one shared by many runs, wherever it is."""

    def reserve(
        self, day: int, *, tokens: int, micros: int | None, source: str, unpriced: str, seconds: float
    ) -> int:
        """Reserve the maximum cost of a request on a day, and return the reservation's number. Raises
        CapReached at a cap.
        """
        ...

    def settle(
        self, reservation: int, day: int, *, tokens_in: int, tokens_out: int, micros: int | None
    ) -> None:
        """Record the actual cost of a request in place of its reservation."""
        ...


class StorePurse:
    """The purse of a workspace, from which one run pays."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self._run = run

    def reserve(
        self, day: int, *, tokens: int, micros: int | None, source: str, unpriced: str, seconds: float
    ) -> int:
        """Reserve the maximum cost of a request. Raises CapReached at a cap."""
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
        """Record the amount spent."""
        spending.settle(
            self._store,
            reservation,
            self._run,
            day,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            micros=micros,
        )
