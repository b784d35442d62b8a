"""Pack a day for the browser: only changes, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from engine.insight.on_the_map.scene import MapAgent, MapFrame, MapLine


def packed(told: Iterable[tuple[MapFrame, Iterable[MapAgent]]], lines: Iterable[MapLine]) -> dict[str, Any]:
    """Return frames and lines in the compact form that the browser reads.

    What never changes about an agent is sent once. Each frame holds only changes, with rooms and activities
    as indices into `words`.
    """
    roster: dict[str, tuple[str, str, int]] = {}
    words: dict[str, int] = {}
    rows: list[tuple[int, Sequence[str] | None, Sequence[tuple[object, ...]]]] = []
    closed: Sequence[str] | None = None
    for frame, changed in told:
        agents: list[tuple[object, ...]] = []
        for agent in changed:
            roster[agent.id] = (agent.name, agent.emoji, agent.colour)
            said = (agent.room, agent.from_room, agent.act_emoji, agent.doing)
            places = [words.setdefault(word, len(words)) for word in said]
            agents.append((agent.id, *places, int(agent.walking), agent.left, agent.arrives))
        rows.append((frame.minute, None if frame.closed == closed else frame.closed, agents))
        closed = frame.closed
    spoken = [(line.minute, line.until, line.speaker, line.talk, line.text) for line in lines]
    return {"roster": roster, "words": list(words), "frames": rows, "said": spoken}


def changes(frames: Iterable[MapFrame]) -> list[tuple[MapFrame, list[MapAgent]]]:
    """Return each frame with the agents that have changed since the frame before."""
    told: list[tuple[MapFrame, list[MapAgent]]] = []
    before: Sequence[MapAgent | None] = ()
    for frame in frames:
        pairs = zip_longest(frame.agents, before[: len(frame.agents)])
        told.append((frame, [agent for agent, old in pairs if agent is not old and agent != old]))
        before = frame.agents
    return told
