"""The people and places of a generated town, before they become parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.records import Hours
from engine.scenario.generating.bank import Job
from engine.scenario.places import is_open
from engine.scenario.reading.schema import PlacePart


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """A public place of the town, with the jobs there. `key` is its name in the bank."""

    name: str
    key: str
    place: PlacePart
    shift: Hours | None
    jobs: Sequence[Job]

    def room(self, name: str = "") -> str:
        """Return the path of a room of the venue, by default the first one."""
        return f"{self.name}/{name or next(iter(self.place.rooms))}" if self.place.rooms else self.name

    def open_at(self, minute: int) -> bool:
        """Return whether the venue is open at a minute and half an hour later."""
        return is_open(self.place.open, minute) and is_open(self.place.open, minute + 30)


@dataclass(slots=True, kw_only=True)
class Soul:
    """A person of a generated town before becoming a persona."""

    id: str
    name: str
    age: int
    part: str
    home: str = ""
    bedroom: str = ""
    venue: Venue | None = None
    job: Job | None = None
    bonds: dict[str, tuple[str, float]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    now: str = ""

    @property
    def first(self) -> str:
        """Return the first name."""
        return self.name.partition(" ")[0]
