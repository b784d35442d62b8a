"""The base class of interventions: its verb, its fields for an author, and its effect on a town."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import nan
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.clock import worded_moment
from engine.errors import BadInput, worded
from engine.records import AgentId, Intervened, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand

Kind = Literal[
    "agent",
    "people",
    "thing",
    "state",
    "room",
    "text",
    "entry",
    "memory",
    "moment",
    "number",
    "persona",
    "intention",
]
"""What a field names: somebody, several (with commas between), an object, a state of that object, a room,
an entry of what authors did, a memory, a moment; a number; the file of a persona; an intention in fields; or
any text.
"""

LONGEST = 2_000  # letters; more than anybody says at once, and less than would crowd a prompt
LONGEST_NAME, LONGEST_REASON = 80, 400
LONGEST_PERSONA = 40_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One field of an intervention: its name and kind, and its labels in forms, usage lines and help texts.

    An `optional` field may stay empty.
    """

    name: str
    kind: Kind
    label: str
    metavar: str
    help: str
    example: str = ""
    optional: bool = False

    @property
    def longest(self) -> int:
        """Return the greatest number of characters of its value."""
        return LONGEST_PERSONA if self.kind == "persona" else LONGEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """The author of an intervention, and the reason given."""

    who: str = "author"
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervention(ABC):
    """An author's intervention in a running town. Its fields are names of what is there, and texts."""

    verb: ClassVar[str]
    """What it is called on the command line and among the commands of a runner."""
    title: ClassVar[str]
    icon: ClassVar[str]
    button: ClassVar[str]
    summary: ClassVar[str]
    one_of: ClassVar[tuple[str, ...]] = ()
    """Fields that are optional one by one, of which one at least must be said."""
    asks: ClassVar[tuple[Asked, ...]]
    at_rest: ClassVar[bool] = False
    """Whether it is refused while the town is being lived: what it is about would be another by then."""

    @classmethod
    def can_be_undone(cls) -> bool:
        """Return whether it can be taken back."""
        return cls.take_back is not Intervention.take_back

    def can_go_back(self, entry: Intervened) -> bool:
        """Return whether an entry can be taken back, given what it recorded of the state before."""
        return self.can_be_undone()

    @property
    def urges(self) -> AgentId:
        """Return the id of the agent that it makes reflect on the next turn; empty for none."""
        return ""

    def before(self, hand: Hand) -> Mapping[str, str]:
        """Return the state before it, by which it can be taken back."""
        return {}

    @abstractmethod
    def take_effect(self, hand: Hand) -> Path:
        """Carry it out, and return the room in which it is seen.

        Raises BadInput or NotFound, before anything has changed, if a name or value is invalid.
        """

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Undo an entry, and return the room in which that is seen.

        Raises BadInput if it cannot be undone.
        """
        raise BadInput(
            worded(
                "the effects of {verb!r} cannot be undone; fork the run at {minute}, and continue the "
                "fork without this intervention",
                verb=self.verb,
                minute=worded_moment(entry.minute),
            )
        )

    @abstractmethod
    def outcome(self, town: Town) -> str:
        """Return its effect as the beginning of a sentence that continues with a moment."""

    def remark(self, town: Town) -> str:
        """Return a hint for the author before it is done; empty for none."""
        return ""

    @property
    def undoes(self) -> int:
        """Return the id of the entry that it takes back; 0 for none."""
        return 0

    def writes_over(self, other: Intervention) -> bool:
        """Return whether it replaces the value that another intervention has set."""
        return not self.gives.isdisjoint(other.gives)

    @property
    def gives(self) -> frozenset[tuple[str, ...]]:
        """Return the keys of the values it sets; empty if it only adds something."""
        return frozenset()

    def values(self) -> dict[str, str]:
        """Return the values of its fields, by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def said(text: str, what: str, longest: int = LONGEST) -> str:
    """Return a text on one line. Raises BadInput if it is empty or too long."""
    words = " ".join(text.split())
    if not words:
        raise BadInput(worded("{what} cannot be empty; enter some text", what=what))
    if len(words) > longest:
        raise BadInput(
            worded(
                "{what} can have at most {longest} characters, but this one has {count}; shorten it",
                what=what,
                longest=longest,
                count=len(words),
            )
        )
    return words


def signature(who: str = "", why: str = "") -> Signature:
    """Return a signature with a reason. Raises BadInput if either is too long."""
    reason = said(why, worded("a reason"), LONGEST_REASON) if why.strip() else ""
    return Signature(
        who=said(who, worded("a name"), LONGEST_NAME) if who.strip() else Signature().who, why=reason
    )


def number(text: str, what: str, least: float, most: float) -> float:
    """Return the number in a text. Raises BadInput if it has none, or one out of bounds."""
    try:
        value = float(text.strip())
    except ValueError:
        value = nan
    if not least <= value <= most:
        raise BadInput(
            worded(
                "{text!r:.60} is not a valid {what}; use a number from {least:g} to {most:g}",
                text=text,
                what=what,
                least=least,
                most=most,
            )
        )
    return value
