"""Retry: the one place where a request is sent again, within limits of number and time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from engine.errors import worded
from engine.models.profiles import DEADLINE, MOST_DEADLINE
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.limiter import Limiter

MOST_ATTEMPTS = 4  # requests for one call, repairs included
_FIRST_WAIT, _MOST_WAIT = 0.5, 8.0
WHILE_LOADING, _MOST_LOADING = 5.0, 900.0  # seconds between requests, and in all
_NARROWS = frozenset({Kind.RATE_LIMITED, Kind.OVERLOADED})

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Deadline:
    """The most seconds that a call may take, and the profile that sets them."""

    seconds: float = DEADLINE
    profile: str = ""

    def passed(self) -> ServerFailed:
        """Return the failure of a call that took longer, with a remedy."""
        late = worded("no answer within {seconds:g} s", seconds=self.seconds)
        if not self.profile or self.seconds >= MOST_DEADLINE:
            return ServerFailed(Kind.TIMEOUT, late)
        longer = worded(
            "{late}; to allow more time, run `townwright profile {profile} --timeout {seconds:g}` "
            "or change the time limit in Settings",
            late=late,
            profile=self.profile,
            seconds=min(2 * self.seconds, MOST_DEADLINE),
        )
        return ServerFailed(Kind.TIMEOUT, longer)


@dataclass(slots=True)
class Attempts:
    """The requests sent for one call, and the time it has left."""

    limiter: Limiter
    deadline: Deadline = field(default_factory=Deadline)
    most: int = MOST_ATTEMPTS
    waits_to_load: bool = True  # for a server that loads its model, which takes minutes
    made: int = 0
    failures: list[ServerFailed] = field(default_factory=list)
    _ends: float | None = None
    _loading: float = 0.0
    _is_behind: bool = False  # others were in flight beside it when its time was over
    _was_behind: bool = False

    @property
    def left(self) -> int:
        """Return the number of requests that may still be sent."""
        return self.most - self.made

    async def of(self, send: Callable[[], Awaitable[T]], *, leaving: int = 0) -> T:
        """Return the answer to a request, sent again while that helps; `leaving` requests are kept back.

        Raises the last ServerFailed. The time runs from the first request on, without waiting in the queue,
        and also limits a server that sends a byte now and then.
        """
        while True:
            try:
                async with self.limiter.turn():
                    answer = await self._once(send)
            except ServerFailed as failure:
                self.failures.append(failure)
                pause = self._while_loading(failure) or self._behind_others() or self._pause(failure)
                if pause is None:
                    raise
                self.limiter.rest(pause, narrow=failure.kind in _NARROWS)
                if self.left <= leaving:
                    raise
            else:
                await self.limiter.went_well()
                return answer

    async def _once(self, send: Callable[[], Awaitable[T]]) -> T:
        loop = asyncio.get_running_loop()
        self._ends = self._ends or loop.time() + self.deadline.seconds
        self.made += 1
        others = self.limiter.in_flight > 1
        try:
            async with asyncio.timeout_at(self._ends) as left:
                return await send()
        except TimeoutError:
            if not left.expired():
                raise  # of whoever listens, and no matter of the server's
            self._is_behind = others or self.limiter.in_flight > 1
            raise self.deadline.passed() from None

    def _while_loading(self, failure: ServerFailed) -> float:
        """Return the seconds to wait for a server that loads its model; 0 if it does not, or not any more.

        Nothing has been asked of the model so far: neither the request nor its time counts.
        """
        most = _MOST_LOADING if self.waits_to_load else self.deadline.seconds
        if failure.kind is not Kind.LOADING or self._loading >= most:
            return 0.0
        wait = min(failure.wait or WHILE_LOADING, most - self._loading)
        self._loading += wait
        self.made -= 1
        self._ends = None
        return wait

    def _behind_others(self) -> float:
        """Return the seconds to wait after a call's time was over with others in flight beside it; else 0.

        A server that answers one after another, as most small ones do, may not have begun with it: it is
        sent once more, alone, and its time begins anew.
        """
        if not self._is_behind or self._was_behind or self.left < 1:
            return 0.0
        self._was_behind, self._ends = True, None
        self.limiter.one_at_a_time()
        return _FIRST_WAIT

    def goes_on_after(self, failure: ServerFailed) -> bool:
        """Return whether there may be another request after a failure."""
        return self._pause(failure) is not None

    def _pause(self, failure: ServerFailed) -> float | None:
        """Return the seconds to wait before the next request; None if there will be none."""
        if not failure.rule.again or self.left < 1:
            return None
        wait = min(_MOST_WAIT, _FIRST_WAIT * 2 ** (self.made - 1)) if failure.wait is None else failure.wait
        ends = self._ends or 0.0
        return wait if asyncio.get_running_loop().time() + wait < ends else None
