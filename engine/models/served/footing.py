"""Footing: on which rung of the ladder a server is asked, and how that is found out beside the calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.models.served.failures import ServerFailed
from engine.models.served.ladder import Ask, Rung, obeys, tells_of_the_form
from engine.models.served.retry import MOST_ATTEMPTS, Attempts

SPARED = MOST_ATTEMPTS // 2  # requests of a call that its own question keeps


@dataclass(slots=True)
class Footing:
    """What a server was found to obey, if that is known; `learned` is told when it is found out."""

    rung: Rung | None
    learned: Callable[[Rung], None]
    _strictest: Rung = Rung.BOUNDED_SCHEMA  # that the server may still obey
    _finding: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def find(self, ask: Ask) -> Rung:
        """The rung, found out in one go with as many requests as it takes."""
        async with self._finding:
            while self.rung is None:
                await self._try(ask)
            return self.rung

    async def for_call(self, attempts: Attempts, ask: Ask) -> Rung:
        """The rung to ask a question on, with `ask` counted among the question's attempts.

        No more than half of them go into finding out. Where they do not suffice, the question is asked in
        plain text, which every server takes, and the next call finds on.
        """
        async with self._finding:
            while self.rung is None and self._strictest is not Rung.TEXT and attempts.left > SPARED:
                try:
                    await self._try(ask)
                except ServerFailed as failure:
                    if not attempts.goes_on_after(failure):
                        raise
                    break
            return self.rung or Rung.TEXT

    @contextmanager
    def seen(self) -> Iterator[None]:
        """Learn from what comes of a question while the rung is not known, which is asked in plain text."""
        try:
            yield
        except ServerFailed as failure:
            if self.rung is None and tells_of_the_form(failure):
                self._strictest = Rung.BOUNDED_SCHEMA  # it fails in any form, and has said nothing of any
            raise
        if self.rung is None and self._strictest is Rung.TEXT:
            self._settle(Rung.TEXT)

    async def _try(self, ask: Ask) -> None:
        if await obeys(ask, self._strictest):
            self._settle(self._strictest)
        else:
            self._strictest = Rung(self._strictest + 1)

    def _settle(self, rung: Rung) -> None:
        self.rung = rung
        self.learned(rung)
