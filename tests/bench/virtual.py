"""An event loop whose time is virtual: a wait takes no time, and the clock jumps to the next thing due."""

from __future__ import annotations

import asyncio
import selectors


class _NoWait(selectors.DefaultSelector):
    """A selector that never blocks; what it would have waited is added to the loop's clock."""

    def __init__(self) -> None:
        super().__init__()
        self.passed = 0.0

    def select(self, timeout=None):
        found = super().select(0)
        if not found and timeout:
            self.passed += timeout
        return found


class VirtualLoop(asyncio.SelectorEventLoop):
    """`loop.time()` starts at 0 and counts only what was waited for."""

    def __init__(self) -> None:
        self._virtual = _NoWait()
        super().__init__(self._virtual)

    def time(self) -> float:
        return self._virtual.passed

    def run_in_executor(self, executor, func, *args):
        """Done at once: time would jump over what another thread does."""
        done = self.create_future()
        done.set_result(func(*args))
        return done


def run_virtually(main):
    """The result of a coroutine and the virtual seconds it took."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        result = runner.run(main)
        return result, runner.get_loop().time()


class Slow:
    """A model whose every answer takes a virtual second (or what `seconds` says)."""

    def __init__(self, model, seconds=lambda prompt: 1.0) -> None:
        self.model = model
        self.id = model.id
        self.seconds = seconds
        self.calls = 0

    async def ask(self, prompt, heard=None):
        self.calls += 1
        await asyncio.sleep(self.seconds(prompt))
        return await self.model.ask(prompt, heard)

    def id_for(self, prompt):
        return self.model.id_for(prompt)

    async def close(self):
        await self.model.close()

    def embedder_at(self, minute):
        return self.model.embedder_at(minute)
