"""Footing: on which rung of the ladder a server is asked, and how that is found out beside the calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.models.served.answers.answer_mode import Ask, Rung, obeys, tells_of_the_form
from engine.models.served.client.failures import ServerFailed
from engine.models.served.client.retry import MOST_ATTEMPTS, Attempts

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

        No more than half of them go into finding out. Where they do not suffice, the question is asked on
        the strictest rung that is left, with one request kept for plain text, and the next call finds on.
        """
        async with self._finding:
            while self.rung is None and self._strictest is not Rung.TEXT and attempts.left > SPARED:
                try:
                    await self._try(ask)
                except ServerFailed as failure:
                    if not attempts.goes_on_after(failure):
                        raise
                    break
            return self.rung or self._strictest

    def after(self, failure: ServerFailed, rung: Rung, attempts: Attempts) -> Rung | None:
        """The rung on which to ask once more after a question on a rung has failed; None for not at all."""
        if attempts.left < 1:
            return None
        if failure.rule.repair:
            return self.rung or Rung.TEXT
        if self.rung is rung:
            return None
        if tells_of_the_form(failure) and rung is not Rung.TEXT:
            return self.rung or Rung.TEXT
        return rung if attempts.goes_on_after(failure) else None

    @contextmanager
    def seen(self, rung: Rung) -> Iterator[None]:
        """Learn from what comes of a question that is asked on a rung."""
        try:
            yield
        except ServerFailed as failure:
            if self.rung is None and tells_of_the_form(failure):
                self._doubt(rung)
            raise
        if self.rung is None and rung is self._strictest is Rung.TEXT:
            self._settle(Rung.TEXT)

    def _doubt(self, rung: Rung) -> None:
        if rung is Rung.TEXT:
            self._strictest = Rung.BOUNDED_SCHEMA  # it fails in any form, and has said nothing of any
        else:
            self._strictest = max(self._strictest, Rung(rung + 1))

    async def _try(self, ask: Ask) -> None:
        if await obeys(ask, self._strictest):
            self._settle(self._strictest)
        else:
            self._doubt(self._strictest)

    def _settle(self, rung: Rung) -> None:
        self.rung = rung
        self.learned(rung)
