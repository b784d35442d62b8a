"""Thought: how often people conclude something, on what, and how deep."""

from __future__ import annotations

from collections import Counter

from engine.records import Memory
from tests.bench.quality.lived import Lived, median, plain


def reflections(lived: Lived) -> float:
    """How many conclusions somebody comes to, a day."""
    return len(_reflections(lived)) / lived.agent_days


def evidence(lived: Lived) -> float:
    """How many memories a conclusion rests on, the median."""
    return median([len(memory.evidence) for memory in _reflections(lived)])


def least_evidence(lived: Lived) -> float:
    """The fewest memories any conclusion rests on."""
    return min((len(memory.evidence) for memory in _reflections(lived)), default=0)


def same_reflections(lived: Lived) -> float:
    """How many conclusions somebody has come to before."""
    said = Counter((memory.agent, plain(memory.text)) for memory in _reflections(lived))
    return said.total() - len(said)


def _reflections(lived: Lived) -> list[Memory]:
    return [memory for memory in lived.memories if memory.kind == "reflection"]
