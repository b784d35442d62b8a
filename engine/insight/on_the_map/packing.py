"""Packing: a day as it goes to a browser, which is told what has changed and nothing twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from engine.insight.on_the_map.scene import MapAgent, MapFrame, MapLine


def packed(told: Iterable[tuple[MapFrame, Iterable[MapAgent]]], lines: Iterable[MapLine]) -> dict[str, Any]:
    """Return frames with their changes and lines for the browser: what never changes about somebody once, and
    per frame only the rest.
    """
    roster: dict[str, tuple[str, str, int]] = {}
    rows: list[tuple[int, Sequence[str] | None, Sequence[tuple[object, ...]]]] = []
    closed: Sequence[str] | None = None
    for frame, changed in told:
        roster.update((agent.id, (agent.name, agent.emoji, agent.colour)) for agent in changed)
        agents = [
            (a.id, a.room, a.walking, a.from_room, a.act_emoji, a.doing, a.left, a.arrives) for a in changed
        ]
        rows.append((frame.minute, None if frame.closed == closed else frame.closed, agents))
        closed = frame.closed
    said = [(line.minute, line.until, line.speaker, line.talk, line.text) for line in lines]
    return {"roster": roster, "frames": rows, "said": said}


def changes(frames: Iterable[MapFrame]) -> list[tuple[MapFrame, list[MapAgent]]]:
    """Return the frames, each with those about whom anything has changed since the frame before."""
    told: list[tuple[MapFrame, list[MapAgent]]] = []
    before: Sequence[MapAgent | None] = ()
    for frame in frames:
        pairs = zip_longest(frame.agents, before[: len(frame.agents)])
        told.append((frame, [agent for agent, old in pairs if agent is not old and agent != old]))
        before = frame.agents
    return told
