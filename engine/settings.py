"""The settings of a town's thinking: every constant of cognition that an author may change in `town.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import worded

Faculty = Literal["observation", "reflection", "planning"]
FACULTIES: tuple[Faculty, ...] = get_args(Faculty)


class Weights(BaseModel):
    """Weights of the parts of a memory's score (in the paper, section 4.1, all are 1)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    recency: float = Field(1.0, ge=0, le=10)
    importance: float = Field(1.0, ge=0, le=10)
    relevance: float = Field(1.0, ge=0, le=10)


PAPER = Weights(recency=1.0, importance=1.0, relevance=1.0)
ACTING = Weights(recency=0.05, importance=0.5, relevance=1.0)
REMEMBERING = Weights(recency=0.05, importance=0.2, relevance=1.0)


class Cognition(BaseModel):
    """Settings for how agents think; none of them depends on the machine."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    observation: bool = True
    reflection: bool = True
    planning: bool = True

    reflect_at: int = Field(
        60, ge=10, le=10_000, description=worded("Total importance of new memories that starts a reflection")
    )
    reflect_over: int = Field(
        100, ge=10, le=1_000, description=worded("Number of newest memories that a reflection considers")
    )
    retrieve: int = Field(
        12, ge=1, le=100, description=worded("Number of memories that one retrieval returns")
    )
    newest: int = Field(
        3, ge=0, le=20, description=worded("Number of newest memories added to those retrieved")
    )
    decay: float = Field(
        0.995, gt=0, le=1, description=worded("Base of recency, raised to the power of simulated hours")
    )
    attention: int = Field(
        8, ge=1, le=50, description=worded("Maximum number of events that an agent perceives in one turn")
    )
    retention: int = Field(
        8, ge=0, le=100, description=worded("Number of latest observations that are not observed again")
    )
    chat_cooldown: int = Field(
        300, ge=0, le=1_440, description=worded("Minutes before talking to the same person again")
    )
    chat_pause: int = Field(60, ge=0, le=1_440, description=worded("Minutes before talking to anyone again"))
    most_lines: int = Field(
        16,
        ge=2,
        le=60,
        description=worded("Maximum number of lines in a conversation, which usually ends earlier"),
    )

    acting: Weights = ACTING
    talking: Weights = ACTING
    planning_weights: Weights = ACTING
    reflecting: Weights = REMEMBERING
    interviewing: Weights = REMEMBERING


def cognition(overrides: Mapping[str, object]) -> Cognition:
    """Return the settings of a scenario: the defaults with its overrides, which the reader has checked."""
    return Cognition.model_validate(dict(overrides))
