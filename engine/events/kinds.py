"""The kinds of events that an author can plan, with the fields of each and how its outcome is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from engine.records import TownEvent

Decided = Literal["", "most", "one", "highest", "presence"]
"""How an outcome is decided: by the most votes, by one person, by the highest bid, or by who is present.

Empty for kinds that nobody takes part in.
"""

MINUTES = 30
"""How many minutes an event lasts if no end is stated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """One kind of event.

    `fields` are its fields besides `kind`, `known_by`, `facts` and `text`; `needs` are those that must be
    given.
    """

    fields: tuple[str, ...]
    needs: tuple[str, ...]
    decided: Decided = ""

    @property
    def is_public(self) -> bool:
        """Return whether people take part in events of this kind."""
        return bool(self.decided)


_TAKING_PART = ("who", "except")

EVENT_KINDS: Mapping[str, EventKind] = MappingProxyType(
    {
        "happening": EventKind(
            fields=("what", "where", "at"),
            needs=("what", "where", "at"),
        ),
        "state": EventKind(
            fields=("object", "state", "at"),
            needs=("object", "state", "at"),
        ),
        "closing": EventKind(
            fields=("what", "where", "at", "because"),
            needs=("where", "at"),
        ),
        "arrival": EventKind(
            fields=("what", "where", "at", *_TAKING_PART),
            needs=("what", "where", "at"),
            decided="presence",
        ),
        "vote": EventKind(
            fields=("what", "question", "options", "where", "at", *_TAKING_PART),
            needs=("what", "options", "where", "at"),
            decided="most",
        ),
        "verdict": EventKind(
            fields=("what", "question", "options", "decides", "where", "at", *_TAKING_PART),
            needs=("what", "options", "decides", "where", "at"),
            decided="one",
        ),
        "auction": EventKind(
            fields=("what", "question", "up_to", "where", "at", *_TAKING_PART),
            needs=("what", "up_to", "where", "at"),
            decided="highest",
        ),
        "count": EventKind(
            fields=("what", "where", "at", *_TAKING_PART),
            needs=("what", "where", "at"),
            decided="presence",
        ),
    }
)
"""The kinds by name, in the order in which they are offered to authors."""


def is_public(event: TownEvent) -> bool:
    """Return whether people take part in an event."""
    return EVENT_KINDS[event.kind].is_public


def chooses(event: TownEvent, agent: str) -> bool:
    """Return whether an agent who takes part in an event is asked to choose."""
    decided = EVENT_KINDS[event.kind].decided
    return decided in ("most", "highest") or (decided == "one" and agent == event.decides)


def fields_of_event(kind: str) -> tuple[str, ...]:
    """Return the fields of a kind of event, besides `kind`, `known_by`, `facts` and `text`."""
    return EVENT_KINDS[kind].fields
