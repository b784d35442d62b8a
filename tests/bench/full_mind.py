"""What a click on the Mind page costs where somebody remembers a hundred thousand things."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import cycle

from tests.bench.habits import look_within
from tests.bench.searching import GREEN
from tests.bench.visitor import Visitor, serving, visiting

_CLICKS = 10
_SEARCHED = ("said", "the", "marzipan", "halina said", "zyzzyva", "mill")
_LEAST = ("Important memories", "Any importance", "Importance 2 and up", "Importance 5 and up")


@dataclass(frozen=True)
class Click:
    """What clicks of one kind took: seconds of the server's CPU each, and kilobytes that were sent."""

    what: str
    cpu: float
    sent: float


def full_mind(place, run, who):
    """What it costs to turn the pages of a mind, to narrow it and to search it."""
    with serving(place) as server:
        return asyncio.run(_clicks(server, run, who))


async def _clicks(server, run, who):
    async with visiting(server) as socket:
        visitor = Visitor(socket)
        await visitor.open("mind", f"run={run}&agent={who}&least=1")
        searched, least = cycle(_SEARCHED), cycle(_LEAST)

        async def turn(n):
            return await look_within(visitor, n * 137)

        async def narrow(n):
            return await visitor.choose(f"stream-least-{who}", string_value=next(least))

        async def search(n):
            return await visitor.choose(f"stream-search-{who}", string_value=next(searched))

        kinds = (("another page", turn), ("another importance", narrow), ("another search", search))
        return [await _click(server, what, act) for what, act in kinds]


async def _click(server, what, act):
    await act(0)
    before = server.cpu()
    drawn = [await act(n) for n in range(1, _CLICKS + 1)]
    await asyncio.sleep(0.2)  # whatever is still done after the last word
    cpu = (server.cpu() - before) / _CLICKS
    return Click(what=what, cpu=cpu, sent=sum(one.sent for one in drawn) / _CLICKS / 1_000)


def run_of(workspace):
    """The run of somebody who remembers so much, and who it is."""
    row = min((run for run in workspace.runs.all() if run.scenario == GREEN), key=lambda run: run.number)
    return row.id, next(iter(workspace.runs.find(row.id).town.cast.agent_numbers))
