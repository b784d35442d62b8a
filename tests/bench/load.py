"""Many people at one studio: how long a click takes, what the server comes to, and whether anything fails."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field

from websockets.exceptions import WebSocketException

from tests.bench.clicks import lived, runs
from tests.bench.habits import wander
from tests.bench.visitor import Visitor, serving, visiting

THINK = (2.0, 6.0)  # seconds between a page that is drawn and the next click; four on average
FAULTS = (AssertionError, TimeoutError, WebSocketException, OSError)


@dataclass
class Load:
    """What was seen of a studio under load; times are seconds."""

    opened: list[float] = field(default_factory=list)
    clicks: list[float] = field(default_factory=list)
    faults: Counter = field(default_factory=Counter)
    memory: float = 0.0  # megabytes, at most
    busy: float = 0.0  # CPU seconds of the server in a second
    own: float = 0.0  # CPU seconds of the visitors in a second

    def slowest(self, share):
        """The time that so large a share of all clicks took at most."""
        return statistics.quantiles(self.clicks, n=100, method="inclusive")[round(share * 100) - 1]


def load(sessions, seconds, folder=None):
    """So many people who look around on Stage and Mind for so long, half of them in each town."""
    with lived(folder) as place:
        towns = list(runs(place).values())
        with serving(place) as server:
            return asyncio.run(_crowd(server, [towns[n % len(towns)] for n in range(sessions)], seconds))


async def _crowd(server, whose, seconds):
    seen, cpu, own, began = Load(), server.cpu(), time.process_time(), time.perf_counter()
    await asyncio.gather(*(_visit(server, run, n, began + seconds, seen) for n, run in enumerate(whose)))
    taken = time.perf_counter() - began
    seen.busy, seen.own = (server.cpu() - cpu) / taken, (time.process_time() - own) / taken
    _, seen.memory = server.memory()
    return seen


async def _visit(server, run, n, until, seen):
    draw = random.Random(n)
    await asyncio.sleep(draw.uniform(0, sum(THINK) / 2))  # nobody comes with all the others
    try:
        async with visiting(server) as socket:
            visitor = Visitor(socket)
            seen.opened.append((await visitor.open("stage", f"run={run}")).seconds)
            while time.perf_counter() < until:
                await asyncio.sleep(draw.uniform(*THINK))
                seen.clicks.append((await wander(visitor, draw)).seconds)
    except FAULTS as fault:
        seen.faults[f"{type(fault).__name__}: {fault}"[:200]] += 1
