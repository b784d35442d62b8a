"""What a click costs a studio that is warm: the CPU of its process, and what it sends."""

from __future__ import annotations

import asyncio
import statistics
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.api.workspace import open_workspace
from tests.bench.habits import (
    DAYS,
    look_back,
    look_elsewhere,
    look_within,
    move_about,
    turn_to,
    turn_to_many_memories,
)
from tests.bench.visitor import Visitor, serving, visiting

TOWNS = ("the-green", "willow-bay")
WARM, CLICKS = 10, 50
WANTED, ELSEWHERE = "<= 50 ms", "<= 100 ms"
MAKING = ("", "world", "personas", "prompts")  # the first is where the scenarios are


@dataclass(frozen=True)
class Cost:
    """What clicks of one kind took: seconds of the server's CPU each, kilobytes each, and the median wait."""

    what: str
    wanted: str
    cpu: float
    sent: float
    wait: float


@contextmanager
def lived(folder=None):
    """A workspace in which the towns have lived some days; in a folder that is named it is there to stay."""
    with TemporaryDirectory() as passing:
        place = Path(folder or passing) / "ws"
        if not place.exists():
            with open_workspace(place) as workspace:
                for town in TOWNS:
                    workspace.runs.new(town).live(days=DAYS, concurrency=8)
        yield place


def runs(place):
    """The ids of the runs, by the towns."""
    with open_workspace(place) as workspace:
        return {run.scenario: run.id for run in workspace.runs.all()}


def clicks(folder=None):
    """What clicks cost in each town, one after the other; and the most memory that the studio came to."""
    with lived(folder) as place:
        by_town = runs(place)
        with serving(place) as server:
            costs = {town: asyncio.run(_town(server, by_town[town])) for town in TOWNS}
            return costs, server.memory()[1]


async def _town(server, run):
    async with visiting(server) as socket:
        visitor = Visitor(socket)
        await visitor.open("stage", f"run={run}")
        costs = [await _cost(server, "Stage, another minute", lambda n: move_about(visitor, n))]
        await visitor.go("mind")
        await turn_to(visitor, 0)
        costs.append(await _cost(server, "Mind, somebody else", lambda n: turn_to(visitor, n)))
        await turn_to_many_memories(visitor)
        costs.append(await _cost(server, "Mind, older memories", lambda n: look_within(visitor, n)))
        costs.append(await _cost(server, "Mind, another section", lambda n: look_elsewhere(visitor, n)))
        for page in ("reflections", "chat"):
            await visitor.go(page)
            what, turn = f"{page.capitalize()}, somebody else", partial(turn_to, visitor, page=page)
            costs.append(await _cost(server, what, turn, ELSEWHERE))
        await visitor.go("relationships")
        what = "Relationships, another day"
        costs.append(await _cost(server, what, lambda n: look_back(visitor, n), ELSEWHERE))
        what = "the pages that make towns, in turn"
        costs.append(await _cost(server, what, lambda n: visitor.go(MAKING[n % len(MAKING)]), ELSEWHERE))
        return costs


async def _cost(server, what, click, wanted=WANTED):
    for n in range(WARM):
        await click(n)
    before = server.cpu()
    drawn = [await click(n) for n in range(WARM, WARM + CLICKS)]
    await asyncio.sleep(0.2)  # whatever is still done after the last word
    return Cost(
        what=what,
        wanted=wanted,
        cpu=(server.cpu() - before) / CLICKS,
        sent=sum(one.sent for one in drawn) / CLICKS / 1_000,
        wait=statistics.median(one.seconds for one in drawn),
    )
