"""The settings of a town's thinking: every constant of cognition that an author may change in `town.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import worded

Faculty = Literal["observation", "reflection", "planning"]
FACULTIES: tuple[Faculty, ...] = get_args(Faculty)


class Weights(BaseModel):
    """The weights of the parts of a memory's score (paper, section 4.1: all 1)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    recency: float = Field(1.0, ge=0, le=10)
    importance: float = Field(1.0, ge=0, le=10)
    relevance: float = Field(1.0, ge=0, le=10)


PAPER = Weights(recency=1.0, importance=1.0, relevance=1.0)
ACTING = Weights(recency=0.05, importance=0.5, relevance=1.0)
REMEMBERING = Weights(recency=0.05, importance=0.2, relevance=1.0)


class Cognition(BaseModel):
    """The settings of a run. Nothing in here may depend on the machine that lives it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    observation: bool = True
    reflection: bool = True
    planning: bool = True

    reflect_at: int = Field(
        60, ge=10, le=10_000, description=worded("importance sum that starts a reflection")
    )
    reflect_over: int = Field(
        100, ge=10, le=1_000, description=worded("newest memories a reflection looks at")
    )
    retrieve: int = Field(12, ge=1, le=100, description=worded("memories brought up by one recall"))
    newest: int = Field(3, ge=0, le=20, description=worded("newest memories added on top of those retrieved"))
    decay: float = Field(0.995, gt=0, le=1, description=worded("recency is this to the power of game hours"))
    attention: int = Field(8, ge=1, le=50, description=worded("events perceived in one turn"))
    retention: int = Field(
        8, ge=0, le=100, description=worded("latest observations that make a new one stale")
    )
    chat_cooldown: int = Field(
        300, ge=0, le=1_440, description=worded("minutes before talking to somebody again")
    )
    chat_pause: int = Field(60, ge=0, le=1_440, description=worded("minutes before talking again to anybody"))
    most_lines: int = Field(16, ge=2, le=60, description=worded("a guard; conversations end by themselves"))

    acting: Weights = ACTING
    talking: Weights = ACTING
    planning_weights: Weights = ACTING
    reflecting: Weights = REMEMBERING
    interviewing: Weights = REMEMBERING


def cognition(overrides: Mapping[str, object]) -> Cognition:
    """Return the settings of a scenario: the defaults with its overrides, which the reader has checked."""
    return Cognition.model_validate(dict(overrides))
