"""A turning point: something in a day that changed the situation, with the rows that show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from engine.records import AgentId

TurnKind = Literal[
    "promise_broken", "secret_reached", "secret_told", "secret_shared", "news_reached", "to_the_face",
    "news_spread", "closer", "cooler", "given_up", "not_done", "changed_mind", "urgent", "urgent_left",
    "first_meeting", "occasion", "occasion_empty", "occasion_not_held", "met", "not_met", "brought",
    "not_brought", "favour_not_done", "kept_waiting", "by_the_author", "of_the_town", "whisper",
]  # fmt: skip
"""What kind of turning point it is; each has its words in the language packs (`story.yaml`)."""

Value = str | tuple[AgentId, ...]
"""What a gap of a sentence is filled with: words of the log as they stand, or people, who are named there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningPoint:
    """A turning point.

    `ids` are the rows that it rests on, the first of which is explained. `who` are the people concerned, the
    main one first. `weight` from 0 to 100 says how important it is.
    """

    turn: TurnKind
    minute: int
    weight: int
    ids: tuple[int, ...]
    who: tuple[AgentId, ...]
    values: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
