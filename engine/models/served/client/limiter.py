"""The limiter: how many calls a server gets at once, and when it may be asked again; one for a whole town."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

WIDENS_AFTER = 20  # calls in a row that went well


class Limiter:
    """Limits the number of calls at once. It narrows when the server asks for fewer, and widens again."""

    def __init__(self, width: int) -> None:
        self.most = max(1, width)
        self.width = self.most
        self.in_flight = 0
        self._rests_until = 0.0
        self._went_well = 0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a place among the calls in flight, and for the end of a pause, and hold it."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.in_flight < self.width)
            self.in_flight += 1
        try:
            await self._rested()
            yield
        finally:
            async with self._changed:
                self.in_flight -= 1
                self._changed.notify_all()

    def rest(self, seconds: float, *, narrow: bool) -> None:
        """Pause all calls for some seconds; with `narrow`, halve the number of calls at once afterwards."""
        until = asyncio.get_running_loop().time() + seconds
        self._rests_until = max(self._rests_until, until)
        self._went_well = 0
        if narrow:
            self.width = max(1, self.width // 2)

    def one_at_a_time(self) -> None:
        """Let one call through at once from now on: a server that takes no more keeps the others waiting."""
        self._went_well = 0
        self.width = 1

    async def went_well(self) -> None:
        """Note a successful call: after some of them the limiter widens by one."""
        self._went_well += 1
        if self._went_well >= WIDENS_AFTER and self.width < self.most:
            self._went_well = 0
            async with self._changed:
                self.width += 1
                self._changed.notify_all()

    async def set_width(self, width: int) -> None:
        """Let so many calls through at once from now on."""
        if width != self.width:
            async with self._changed:
                self.width = width
                self._changed.notify_all()

    async def _rested(self) -> None:
        left = self._rests_until - asyncio.get_running_loop().time()
        if left > 0:
            await asyncio.sleep(left)
            await self._rested()  # somebody may have asked for a longer rest meanwhile
