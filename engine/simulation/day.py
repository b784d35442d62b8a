"""A day: turns are taken as soon as they are safe, many at once, and committed as they end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from engine.errors import ModelFailed
from engine.mind.turn_rows import TurnRows
from engine.records import AgentId, Turn
from engine.simulation.halting import Asker
from engine.simulation.pausing import no_thought
from engine.simulation.state import State
from engine.simulation.turn import take_turn

Taken = tuple[Turn, TurnRows]
Commit = Callable[[Sequence[Taken]], None]


@dataclass(slots=True)
class Pause:
    """A request to pause at the next moment that all agents have reached.

    No agent passes the frontier, and the others catch up to it. `asker` is who asks.
    """

    asker: Asker = "program"
    asked: bool = False
    for_good: bool = False
    wake: Callable[[], object] | None = field(default=None, repr=False)

    def ask(self, *, briefly: bool = False) -> None:
        """Ask for the pause, from any thread; the day notices at once, even while it waits for a model.

        After a `briefly` asked pause the day goes on with `lift`.
        """
        self.for_good = self.for_good or not briefly
        self.asked = True
        if self.wake is not None:
            with suppress(RuntimeError):  # its loop is closed: the day is over
                self.wake()

    def lift(self) -> None:
        """Let the day go on, unless someone asked it to stop for good."""
        self.asked = self.for_good


async def live(
    state: State, until: int, commit: Commit, *, concurrency: int = 1, pause: Pause | None = None
) -> int:
    """Take every turn before `until`, and return the minute that all agents have reached.

    That is earlier after a pause. `commit` stores the turns that ended together. It gets each turn once, in
    an order that depends on the model's latency, with rows that do not. Raises DayPaused when a model gives
    no answer: the state must then be thrown away, what was committed remains, and the turns in flight have
    left nothing.
    """
    pause = pause or Pause()
    asked = asyncio.Event()
    pause.wake = partial(asyncio.get_running_loop().call_soon_threadsafe, asked.set)
    flights = _Flights(state)
    try:
        while True:
            limit = min(until, flights.frontier + 1) if pause.asked else until
            flights.start(limit, concurrency)
            if not flights.tasks:
                if state.clock < limit:
                    raise RuntimeError(
                        f"nobody may think at minute {state.clock}, and {limit} is not reached"
                    )
                return limit
            if landed := await flights.land(None if pause.asked else asked):
                commit(landed)
    finally:
        await flights.abandon()


class _Flights:
    """The turns in flight."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.tasks: dict[asyncio.Task[Taken], int] = {}
        self.frontier = 0
        self._agents: dict[int, AgentId] = {mind.agent_number: agent for agent, mind in state.minds.items()}

    def start(self, limit: int, concurrency: int) -> None:
        """Begin every turn that is safe, up to `concurrency` turns in all."""
        if len(self.tasks) >= concurrency:
            return
        for agent_number in self.state.turns.ready(limit, self.tasks.values(), concurrency - len(self.tasks)):
            self.frontier = max(self.frontier, self.state.turns.minute(agent_number))
            task = asyncio.create_task(take_turn(self.state, self._agents[agent_number]))
            self.tasks[task] = agent_number

    async def land(self, interrupt: asyncio.Event | None) -> list[Taken]:
        """Wait until a turn has ended (or the event is set), and return the ended turns, earliest first.

        An agent brought into a turn may have taken a later one since, which must not be stored without it.
        """
        bell = asyncio.ensure_future(interrupt.wait()) if interrupt is not None else None
        waited_for = [*self.tasks, *([bell] if bell is not None else [])]
        try:
            ended, _ = await asyncio.wait(waited_for, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if bell is not None:
                bell.cancel()
        landed = sorted((self.tasks[task], task) for task in self.tasks if task in ended)
        return sorted(
            (self._result(agent_number, task) for agent_number, task in landed), key=lambda kept: kept[0].id
        )

    def _result(self, agent_number: int, task: asyncio.Task[Taken]) -> Taken:
        del self.tasks[task]
        try:
            return task.result()
        except ModelFailed as error:
            name = self.state.minds[self._agents[agent_number]].persona.name
            raise no_thought(name, self.state.turns.minute(agent_number), error) from error

    async def abandon(self) -> None:
        """Cancel the turns in flight; nothing of them was committed."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks.clear()
