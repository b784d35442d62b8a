"""Attendance: who was at an occasion, by the agent's memories of it."""

from __future__ import annotations

from engine.practices.conduct import COMES_EARLY, GATHERS_FOR
from engine.records import AgentId, Memory
from engine.rehearsal.mind import place_of

EARLY, LASTS = COMES_EARLY, GATHERS_FOR


def was_there(memory: Memory, agent: AgentId, begun: Memory) -> bool:
    """Return whether a memory shows an agent at the place and time of an occasion."""
    when = begun.when or 0
    in_time = when - EARLY <= memory.minute <= when + LASTS
    return memory.kind in ("observation", "talk") and in_time and agent in memory.about and (
        place_of(memory.place) == place_of(begun.place)
    )  # fmt: skip
