"""Packing: the frames of a day as they go to a browser, which is told what has changed and nothing twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from engine.insight.on_the_map.scene import MapAgent, MapFrame


def changes(frames: Iterable[MapFrame]) -> list[tuple[MapFrame, list[MapAgent]]]:
    """Return the frames, each with those about whom anything has changed since the frame before."""
    told: list[tuple[MapFrame, list[MapAgent]]] = []
    before: Sequence[MapAgent | None] = ()
    for frame in frames:
        pairs = zip_longest(frame.agents, before[: len(frame.agents)])
        told.append((frame, [agent for agent, old in pairs if agent is not old and agent != old]))
        before = frame.agents
    return told


def replay(told: Iterable[tuple[MapFrame, Iterable[MapAgent]]]) -> dict[str, Any]:
    """Return frames with their changes for the browser: what never changes about somebody once, and per
    frame only the rest.
    """
    roster: dict[str, tuple[str, str, int]] = {}
    rows: list[tuple[int, Sequence[str], Sequence[tuple[object, ...]]]] = []
    for frame, changed in told:
        roster.update((agent.id, (agent.name, agent.emoji, agent.colour)) for agent in changed)
        agents = [(a.id, a.room, a.walking, a.from_room, a.act_emoji, a.doing, a.speech) for a in changed]
        rows.append((frame.minute, frame.closed, agents))
    return {"roster": roster, "frames": rows}
