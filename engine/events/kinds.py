"""The kinds of events that an author can plan: which fields each has, and what decides its outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.records import TownEvent

Decided = Literal["", "most", "one", "highest", "presence"]
"""What decides an outcome: the option that most choose, the choice of one person, the highest number, who is
there; nothing, where nobody takes part.
"""

MINUTES = 30
"""How long an event lasts whose end is not stated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """One kind of event: its `fields` besides `kind`, `known_by` and `text`, those it `needs`, and what
    decides its outcome.
    """

    about: str
    fields: tuple[str, ...]
    needs: tuple[str, ...]
    decided: Decided = ""

    @property
    def is_public(self) -> bool:
        """Return whether people take part in it."""
        return bool(self.decided)


_TAKING_PART = ("who", "except")

EVENT_KINDS: Mapping[str, EventKind] = MappingProxyType(
    {
        "happening": EventKind(
            about="something that whoever is there sees",
            fields=("what", "where", "at"),
            needs=("what", "where", "at"),
        ),
        "state": EventKind(
            about="an object gets another state",
            fields=("object", "state", "at"),
            needs=("object", "state", "at"),
        ),
        "closing": EventKind(
            about="a place is closed for some hours",
            fields=("what", "where", "at", "because"),
            needs=("where", "at"),
        ),
        "arrival": EventKind(
            about="somebody or something arrives, and people come to see it",
            fields=("what", "where", "at", *_TAKING_PART),
            needs=("what", "where", "at"),
            decided="presence",
        ),
        "vote": EventKind(
            about="whoever is there chooses one of several; the option with most votes wins",
            fields=("what", "question", "options", "where", "at", *_TAKING_PART),
            needs=("what", "options", "where", "at"),
            decided="most",
        ),
        "verdict": EventKind(
            about="one person chooses one of several, before those who have come",
            fields=("what", "question", "options", "decides", "where", "at", *_TAKING_PART),
            needs=("what", "options", "decides", "where", "at"),
            decided="one",
        ),
        "auction": EventKind(
            about="whoever is there may bid; the highest bid wins",
            fields=("what", "question", "up_to", "where", "at", *_TAKING_PART),
            needs=("what", "up_to", "where", "at"),
            decided="highest",
        ),
        "count": EventKind(
            about="those who have come are counted",
            fields=("what", "where", "at", *_TAKING_PART),
            needs=("what", "where", "at"),
            decided="presence",
        ),
    }
)
"""The kinds by their names, in the order in which they are offered."""


def is_public(event: TownEvent) -> bool:
    """Return whether people take part in an event."""
    return EVENT_KINDS[event.kind].is_public


def chooses(event: TownEvent, agent: str) -> bool:
    """Return whether somebody who takes part in an event is asked to choose."""
    decided = EVENT_KINDS[event.kind].decided
    return decided in ("most", "highest") or (decided == "one" and agent == event.decides)


def fields_of_event(kind: str) -> tuple[str, ...]:
    """Return the fields that an event of a kind has, besides `known_by` and `text`."""
    return EVENT_KINDS[kind].fields
