"""The settings of a town's thinking: every constant of cognition that an author may change in `town.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import worded

Faculty = Literal["observation", "reflection", "planning"]
FACULTIES: tuple[Faculty, ...] = get_args(Faculty)


class Weights(BaseModel):
    """Weights of the parts of a memory's score. A missing weight is 1, as in the paper (section 4.1)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    recency: float = Field(1.0, ge=0, le=10, description=worded("Weight of how recent a memory is."))
    importance: float = Field(1.0, ge=0, le=10, description=worded("Weight of how important a memory is."))
    relevance: float = Field(
        1.0, ge=0, le=10, description=worded("Weight of how well a memory matches the search.")
    )


PAPER = Weights(recency=1.0, importance=1.0, relevance=1.0)
ACTING = Weights(recency=0.05, importance=0.5, relevance=1.0)
REMEMBERING = Weights(recency=0.05, importance=0.2, relevance=1.0)


class Cognition(BaseModel):
    """How people think: the faculties they use, and the limits and weights that apply to them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    observation: bool = Field(True, description=worded("Whether people notice events around them."))
    reflection: bool = Field(True, description=worded("Whether people draw conclusions from memories."))
    planning: bool = Field(True, description=worded("Whether people plan their days."))

    reflect_at: int = Field(
        60, ge=10, le=10_000, description=worded("Total importance of new memories that starts a reflection.")
    )
    reflect_over: int = Field(
        100, ge=10, le=1_000, description=worded("Number of newest memories that a reflection considers.")
    )
    retrieve: int = Field(12, ge=1, le=100, description=worded("Number of memories that one search returns."))
    newest: int = Field(
        3, ge=0, le=20, description=worded("Number of newest memories added to the result of a search.")
    )
    decay: float = Field(
        0.995,
        gt=0,
        le=1,
        description=worded(
            "Recency is this number to the power of the hours since the memory was created or last recalled."
        ),
    )
    attention: int = Field(
        8, ge=1, le=50, description=worded("Maximum number of events that a person notices in one turn.")
    )
    retention: int = Field(
        8,
        ge=0,
        le=100,
        description=worded("Number of latest observations that a person does not notice again."),
    )
    chat_cooldown: int = Field(
        300,
        ge=0,
        le=1_440,
        description=worded("Minutes before a person talks to the same person again."),
    )
    chat_pause: int = Field(
        60, ge=0, le=1_440, description=worded("Minutes before a person talks to anyone again.")
    )
    most_lines: int = Field(
        16,
        ge=2,
        le=60,
        description=worded("Maximum number of lines in a conversation. Most conversations end earlier."),
    )

    acting: Weights = Field(
        ACTING,
        description=worded("Weights for actions; by default recency 0.05, importance 0.5 and relevance 1."),
    )
    talking: Weights = Field(
        ACTING,
        description=worded(
            "Weights for conversations; by default recency 0.05, importance 0.5 and relevance 1."
        ),
    )
    planning_weights: Weights = Field(
        ACTING,
        description=worded("Weights for plans; by default recency 0.05, importance 0.5 and relevance 1."),
    )
    reflecting: Weights = Field(
        REMEMBERING,
        description=worded(
            "Weights for reflections; by default recency 0.05, importance 0.2 and relevance 1."
        ),
    )
    interviewing: Weights = Field(
        REMEMBERING,
        description=worded(
            "Weights for interviews; by default recency 0.05, importance 0.2 and relevance 1."
        ),
    )


def cognition(overrides: Mapping[str, object]) -> Cognition:
    """Return the settings of a scenario: the defaults with its overrides, which the reader has checked."""
    return Cognition.model_validate(dict(overrides))
