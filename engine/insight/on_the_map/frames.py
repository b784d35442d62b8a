"""Frames: a day in pictures, from one moment in which anything changes to the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from engine.clock import minute_at
from engine.insight.on_the_map.scene import MapAgent, MapFrame
from engine.insight.on_the_map.scenes import agent_at, closed_at
from engine.moments.whole_run import WholeRun
from engine.records import AgentId, Presence

FRAME = 10  # minutes between two frames of a replay


def frames_of(run: WholeRun, day: int, at: int | None = None) -> tuple[MapFrame, ...]:
    """Return a day in pictures, one for every ten minutes in which anybody moved or turned to something
    else.
    """
    until = run.at(at)
    first = run.at(min(minute_at(day, 1), until.minute)).people
    stands = {agent: agent_at(run, agent, presence) for agent, presence in first.items()}
    return tuple(_frames(run, stands, until.log.moves(day), until.minute))


def frames_before(run: WholeRun, day: int, frames: Sequence[MapFrame], until: int) -> tuple[MapFrame, ...]:
    """Return the same as `frames_of` would up to an earlier moment than that of the frames of a day: those
    that were over by then, and the one that had begun.
    """
    begun = until // FRAME * FRAME
    over = tuple(frame for frame in frames if frame.minute <= begun)
    if not over:
        return frames_of(run, day, until)
    stands = {agent.id: agent for agent in over[-1].agents}
    return (*over, *_frames(run, stands, run.at(until).log.rows(Presence, after=begun - 1), until))


def _frames(
    run: WholeRun, stands: dict[AgentId, MapAgent], moved: Iterable[Presence], until: int
) -> Iterator[MapFrame]:
    for slot, together in groupby(moved, key=lambda presence: presence.minute // FRAME):
        last = {presence.agent: presence for presence in together}
        stands = stands | {agent: agent_at(run, agent, presence) for agent, presence in last.items()}
        minute = min((slot + 1) * FRAME, until)
        yield MapFrame(minute, tuple(stands.values()), closed_at(run.town.world, minute))
