"""A sign that an agent is stuck, with its reason and the rows that show both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.records import AgentId, Path

Sign = Literal["silent", "still", "waiting", "failing"]
"""Has said nothing; has kept to one thing though more was planned; waits; gets no answer from the model."""

Why = Literal[
    "asleep", "alone", "closed", "full", "private", "call_failed", "no_ties", "no_answer", "nobody_spoke",
    "other_asleep", "other_elsewhere", "not_begun",
]  # fmt: skip

LONG_AWAKE = 6 * 60  # minutes awake, from which on it says something that nothing came of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck:
    """An agent that is stuck or silent.

    `ids` are the rows it rests on, the first of which is explained; `minutes` is the duration, `others` are
    the agents concerned, and `what` is the planned activity, or the error of the model.
    """

    agent: AgentId
    sign: Sign
    reason: Why
    minute: int
    ids: tuple[int, ...]
    minutes: int = 0
    place: Path = ""
    others: tuple[AgentId, ...] = ()
    what: str = ""

    @property
    def other(self) -> AgentId:
        """Return the first of the other agents concerned; empty if there is none."""
        return self.others[0] if self.others else ""
