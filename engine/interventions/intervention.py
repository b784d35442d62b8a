"""What every intervention says of itself: its verb, what it asks of an author, and what it does to a town."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.errors import BadInput
from engine.records import Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

Kind = Literal["agent", "thing", "state", "room", "text"]
"""What a field names: somebody, an object, a state of that object, a room; or any text."""

LONGEST = 2_000  # letters; more than anybody says at once, and less than would crowd a prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One thing that an intervention asks of its author: the name of the record's field, what it names, and
    how a form, a usage line and a help text call it.
    """

    name: str
    kind: Kind
    label: str
    metavar: str
    help: str
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervention(ABC):
    """Something an author does to a town that lives. Its fields are the names of what is there, and texts."""

    verb: ClassVar[str]
    """What it is called on the command line and among the commands of a runner."""
    title: ClassVar[str]
    icon: ClassVar[str]
    button: ClassVar[str]
    summary: ClassVar[str]
    asks: ClassVar[tuple[Asked, ...]]

    @abstractmethod
    def take_effect(self, hand: Hand) -> Path:
        """Do it, and return the room in which it is seen.

        Raises BadInput or NotFound, before anything has changed, when it names what does not exist.
        """

    @abstractmethod
    def outcome(self, town: Town) -> str:
        """Return what is so from then on, as the beginning of a sentence that goes on with a moment."""

    def remark(self, town: Town) -> str:
        """Return what its author may want to know before it is done; empty for nothing."""
        return ""

    def values(self) -> dict[str, str]:
        """Return what was said to each field."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def said(text: str, what: str) -> str:
    """Return a text as one line. Raises BadInput when it is empty or longer than anybody would say."""
    words = " ".join(text.split())
    if not words:
        raise BadInput(f"{what} needs some words")
    if len(words) > LONGEST:
        raise BadInput(f"{what} may have {LONGEST} letters; this one has {len(words)}")
    return words
