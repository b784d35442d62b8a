"""Run async work for callers without an event loop, and for those inside one.

A notebook runs every cell inside a loop, in which no other can run. The work is then done in a thread with
its own loop. The store gives every thread a connection, and a model gives every loop a client.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from threading import Event
from typing import Any, Generic, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")

_GLANCE = 0.2  # seconds after which a waiting thread sees to its signals, where a wait cannot be interrupted


def finish(work: Coroutine[Any, Any, T]) -> T:
    """Run the work and wait for it, whether a loop is running in this thread or not.

    Ctrl+C cancels the work, which ends in good order before KeyboardInterrupt is raised; so does cancelling
    the task that waits here, which is what `asyncio.run` does on Ctrl+C.
    """
    try:
        waiting = asyncio.current_task()
    except RuntimeError:  # no loop is running
        return asyncio.run(work)
    aside = Aside(work)
    try:
        aside.wait(waiting)
    except (KeyboardInterrupt, asyncio.CancelledError):
        aside.drop()
        aside.wait()
        raise
    return aside.ended.result()


async def beside(work: Coroutine[Any, Any, T]) -> T:
    """Run the work in another thread while this loop goes on; cancelling the caller cancels the work."""
    aside = Aside(work)
    ended = asyncio.wrap_future(aside.ended)
    try:
        return await asyncio.shield(ended)
    except asyncio.CancelledError:
        aside.drop()
        await asyncio.wait([ended])
        ended.exception()  # seen: asyncio need not complain of it
        raise


def told_here(tell: Callable[P, None]) -> Callable[P, None]:
    """Return a function that calls `tell` in the loop running now, for use in another thread.

    The caller waits for it and gets its exceptions.
    """
    here = asyncio.get_running_loop()

    async def telling(*args: P.args, **kwargs: P.kwargs) -> None:
        tell(*args, **kwargs)

    def told(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run_coroutine_threadsafe(telling(*args, **kwargs), here).result()

    return told


class Aside(Generic[T]):
    """Work in a thread of its own, which can be cancelled; `ended` is the future of its result."""

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self._work = work
        self._begun = Event()
        self._drop: Callable[[], object]
        threads = ThreadPoolExecutor(1, thread_name_prefix="townwright")
        self.ended: Future[T] = threads.submit(contextvars.copy_context().run, asyncio.run, self._do())
        threads.shutdown(wait=False)

    def wait(self, waiting: asyncio.Task[Any] | None = None) -> None:
        """Wait until it has ended, well or not. Raises CancelledError if the waiting task is cancelled."""
        before = waiting.cancelling() if waiting is not None else 0
        while not self.ended.done():
            wait([self.ended], timeout=_GLANCE)
            if waiting is not None and waiting.cancelling() > before:
                raise asyncio.CancelledError

    def drop(self) -> None:
        """Cancel it, so that it ends the next time it waits for something."""
        self._begun.wait()
        with suppress(RuntimeError):  # its loop is closed: it has ended
            self._drop()

    async def _do(self) -> T:
        task = asyncio.current_task()
        assert task is not None
        self._drop = partial(asyncio.get_running_loop().call_soon_threadsafe, task.cancel)
        self._begun.set()
        return await self._work
