"""Negotiation: find the answer mode of a server, beside the calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.models.served.answers.answer_mode import AnswerMode, Ask, obeys, tells_of_the_form
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.retry import MOST_ATTEMPTS, Attempts

SPARED = MOST_ATTEMPTS // 2  # requests of a call that its own question keeps
MOST_REFUSALS = 3  # one may be a passing trouble of the server


@dataclass(slots=True)
class Negotiation:
    """The answer mode of a server, if known; `learned` is called when it is found."""

    mode: AnswerMode | None
    learned: Callable[[AnswerMode], None]
    _refusals: int = 0  # of the known mode, one after the other
    _strictest: AnswerMode = AnswerMode.BOUNDED_SCHEMA  # that the server may still obey
    _finding: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def find(self, ask: Ask) -> AnswerMode:
        """Return the mode, trying as many requests as it takes."""
        async with self._finding:
            while self.mode is None:
                await self._try(ask)
            return self.mode

    async def for_call(self, attempts: Attempts, ask: Ask) -> AnswerMode:
        """Return the mode for a question; requests made with `ask` count among the question's attempts.

        No more than half of them are used to find the mode. If they do not suffice, the question is asked in
        the strictest mode that is left, with one request kept for plain text, and the next call continues.
        """
        async with self._finding:
            while self.mode is None and self._strictest is not AnswerMode.TEXT and attempts.left > SPARED:
                try:
                    await self._try(ask)
                except ServerFailed as failure:
                    if not attempts.goes_on_after(failure):
                        raise
                    break
            return self.mode or self._strictest

    def after(self, failure: ServerFailed, mode: AnswerMode, attempts: Attempts) -> AnswerMode | None:
        """Return the mode in which to ask again after a failure; None to give up."""
        if attempts.left < 1:
            return None
        if failure.kind is Kind.SENSELESS:  # it did follow the form
            return mode
        if failure.rule.repair:
            return self.mode or AnswerMode.TEXT
        if self.mode is mode:
            return AnswerMode.TEXT if self._is_taken_no_longer(failure, mode) else None
        if tells_of_the_form(failure) and mode is not AnswerMode.TEXT:
            return self.mode or AnswerMode.TEXT
        return mode if attempts.goes_on_after(failure) else None

    @contextmanager
    def seen(self, mode: AnswerMode) -> Iterator[None]:
        """Learn from the result of a question that is asked in a mode."""
        try:
            yield
        except ServerFailed as failure:
            if self.mode is None and tells_of_the_form(failure):
                self._doubt(mode)
            raise
        if mode is self.mode:
            self._refusals = 0
        if self.mode is None and mode is self._strictest is AnswerMode.TEXT:
            self._settle(AnswerMode.TEXT)

    def _doubt(self, mode: AnswerMode) -> None:
        if mode is AnswerMode.TEXT:
            self._strictest = AnswerMode.BOUNDED_SCHEMA  # it fails in any form, and has said nothing of any
        else:
            self._strictest = max(self._strictest, AnswerMode(mode + 1))

    def _is_taken_no_longer(self, failure: ServerFailed, mode: AnswerMode) -> bool:
        """Return whether a server refuses the known mode, which is forgotten after some refusals."""
        if failure.kind is not Kind.UNSUPPORTED or mode is AnswerMode.TEXT:
            return False
        self._refusals += 1
        if self._refusals >= MOST_REFUSALS:
            self.mode, self._strictest = None, mode
            self._doubt(mode)
        return True

    async def _try(self, ask: Ask) -> None:
        mode = self._strictest  # which a question may find out about meanwhile
        if await obeys(ask, mode):
            self._settle(mode)
        else:
            self._doubt(mode)

    def _settle(self, mode: AnswerMode) -> None:
        self.mode = mode
        self.learned(mode)
