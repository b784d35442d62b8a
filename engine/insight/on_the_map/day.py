"""A day of a run on the map: the agents' ways from minute to minute, and what was said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from engine.clock import DAY, minute_at
from engine.insight.on_the_map.labels import shorten
from engine.insight.on_the_map.scene import MapAgent, MapDay, MapFrame, MapLine
from engine.insight.on_the_map.scenes import SPOKEN, agent_at, closed_at
from engine.moments.whole_run import WholeRun
from engine.records import AgentId, Conversation, Presence


def map_day(run: WholeRun, day: int, at: int | None = None) -> MapDay:
    """Return the frames and lines of a day for the map's replay, up to a moment."""
    now, begins = run.at(at), minute_at(day, 0)
    talks = (talk for talk in now.log.conversations(after=begins - 1) if talk.minute < begins + DAY)
    lines = (line for talk in talks for line in lines_of(run, talk, now.before))
    return MapDay(frames_of(run, day, at), tuple(sorted(lines, key=lambda line: line.minute)))


def frames_of(run: WholeRun, day: int, at: int | None = None) -> tuple[MapFrame, ...]:
    """Return a frame for every minute of a day in which an agent moved or changed its activity."""
    now = run.at(at)
    first = run.at(min(minute_at(day, 1), now.minute)).people
    stands = {agent: agent_at(run, agent, presence) for agent, presence in first.items()}
    return tuple(_frames(run, stands, now.log.moves(day)))


def lines_of(run: WholeRun, talk: Conversation, before: int) -> Iterator[MapLine]:
    """Yield the lines of a talk said before a minute, each until its speaker's next line or the end."""
    said = [line for line in run.lines(talk.id) if line.said_at < before]
    for number, line in enumerate(said):
        later = (other.said_at for other in said[number + 1 :] if other.speaker == line.speaker)
        until = min(next(later, talk.until), before)
        yield MapLine(line.id, line.said_at, until, line.speaker, talk.id, shorten(line.text, SPOKEN))


def _frames(run: WholeRun, stands: dict[AgentId, MapAgent], moved: Iterable[Presence]) -> Iterator[MapFrame]:
    for minute, together in groupby(moved, key=lambda presence: presence.minute):
        last = {presence.agent: presence for presence in together}
        stands = stands | {agent: agent_at(run, agent, presence) for agent, presence in last.items()}
        yield MapFrame(minute, tuple(stands.values()), closed_at(run.town.world, minute))
