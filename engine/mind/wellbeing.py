"""Wellbeing: an agent's energy, mood and other status values at any minute.

They follow from the log's `Status` rows and from what the agent has done since the last of them. Energy
changes with every minute, by the current activity; all other values change with rows alone. An ordinary day
costs less than half of the usual energy, and an ordinary night restores it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.clock import DAY
from engine.language.phrases import Phrases
from engine.language.scales import MOST
from engine.records import Path, Persona, Presence, Status

Effort = Literal["sleep", "rest", "meal", "ease", "talk", "walk", "work"]

USUAL = 60.0  # of whom no author has said how they are
WORN_OUT = 12.0  # energy below which the body has its way: it wants to lie down before anything else
_RESTED = 20.0  # energy up to which the worn out rest
_SHORTEST_REST, _LONGEST_REST = 120, 480  # minutes
_SPENT = 0.5  # of one's usual energy: below it, one is tired as one is not on ordinary days
_LOW_SPIRITS, _LOWER = 20.0, 8.0  # mood below which one keeps to oneself, if it is lower than one's usual
# In thousandths of one's usual energy, an hour. Sixteen hours of work, walks and talk cost less than half.
_AN_HOUR: Mapping[Effort, int] = {
    "sleep": 70, "rest": 60, "meal": 20, "ease": -12, "talk": -20, "walk": -30, "work": -30,
}  # fmt: skip
_A_NIGHT = 500  # thousandths that one's usual night brings back, however short it is
_FINE = 1_000  # parts of a point in which it is counted, in whole numbers: a sum that never drifts


@dataclass(frozen=True, slots=True)
class Told:
    """The energy that one kind of effort has brought or cost an agent since the last status row.

    `spent` is the total, `heaviest` the largest single amount, and `row` the presence row of that amount.
    """

    effort: Effort
    spent: int = 0
    heaviest: int = 0
    row: int = 0


class Wellbeing:
    """The status values of one agent, built from `Status` and `Presence` rows in the order of their ids."""

    def __init__(self, persona: Persona, phrases: Phrases) -> None:
        self._persona = persona
        self._phrases = phrases
        self.energy = self._named("energy")
        self.mood = self._named("mood")
        self.last: dict[str, Status] = {}  # the latest row of each value
        self._told: dict[Effort, Told] = {}  # what has cost or brought energy since its last row
        self._fine = 0
        self._since: int | None = None  # the minute up to which energy is counted; None before its first row
        self._doing: Presence | None = None
        self._seen: tuple[int, Mapping[str, float]] | None = None  # all values at a minute, asked for lately
        self._sleep = _sleeping(persona)

    def become(self, persona: Persona) -> None:
        """Replace the persona, whose hours of sleep may differ."""
        self._persona, self._sleep, self._seen = persona, _sleeping(persona), None

    def apply(self, status: Status) -> None:
        """Apply a status row: its value becomes the current one, unless a later row is known."""
        before = self.last.get(status.name)
        if before is not None and before.id > status.id:
            return
        self.last[status.name], self._seen = status, None
        if status.name == self.energy:
            self._fine, self._since, self._told = round(status.value * _FINE), status.minute, {}

    def stand(self, presence: Presence) -> None:
        """Apply a presence row: count the energy of the activity that ends, then begin the new one."""
        if self._since is not None and presence.minute > self._since:
            spent = self._spent(presence.minute)
            self._fine = _within(self._fine + spent, self._most)
            self._tell(self.effort, spent)
            self._since = presence.minute
        self._doing, self._seen = presence, None

    def usual(self, name: str) -> float:
        """Return the usual value of a status, as the author wrote it, or the default."""
        return self._persona.status.get(name, USUAL)

    def value(self, name: str, now: int) -> float:
        """Return the value of a status at minute `now`, from 0 to 100."""
        row = self.last.get(name)
        if row is None:
            return self.usual(name)
        if name != self.energy:
            return row.value
        return round(_within(self._fine + self._spent(now), self._most) / _FINE, 1)

    def values(self, now: int) -> Mapping[str, float]:
        """Return all status values at minute `now` by name, those of the persona's file first."""
        if self._seen is None or self._seen[0] != now:
            self._seen = now, {name: self.value(name, now) for name in (*self._persona.status, *self.last)}
        return self._seen[1]

    def is_worn_out(self, now: int) -> bool:
        """Return whether the agent is so worn out that it can only rest."""
        return self.values(now).get(self.energy, MOST) < WORN_OUT

    def rest_needed(self, now: int) -> int:
        """Return the number of minutes for which a worn-out agent has to rest."""
        lacks = _RESTED - self.value(self.energy, now)
        an_hour = max(1.0, self.usual(self.energy) * _AN_HOUR["rest"] / 1_000)
        return min(_LONGEST_REST, max(_SHORTEST_REST, round(lacks / an_hour * 60)))

    def is_spent(self, now: int) -> bool:
        """Return whether the agent is more tired than on ordinary days."""
        spent = max(WORN_OUT, _SPENT * self.usual(self.energy))
        return self.values(now).get(self.energy, MOST) < spent

    def is_low(self, now: int) -> bool:
        """Return whether the agent's mood is low, and clearly lower than usual."""
        low = min(_LOW_SPIRITS, self.usual(self.mood) - _LOWER)
        return self.values(now).get(self.mood, MOST) < low

    def told_most(self, *, rises: bool) -> Told:
        """Return the effort that has brought (`rises`) or cost the most energy since the last status row."""
        told = sorted(self._told.values(), key=lambda one: one.spent if rises else -one.spent)
        return told[-1] if told else Told(self.effort, row=self._doing.id if self._doing else 0)

    @property
    def effort(self) -> Effort:
        """Return the kind of effort of the agent's current activity."""
        doing = self._doing
        if doing is None or doing.asleep:
            return "sleep"
        if not doing.inside and doing.origin:
            return "walk"
        if doing.reason == "talked":
            return "talk"
        known = self._phrases.doing(doing.doing)
        if known:
            return known
        work = self._persona.work
        return "work" if work and _place(doing.room) == _place(work) else "ease"

    def _tell(self, effort: Effort, spent: int) -> None:
        before = self._told.get(effort, Told(effort))
        is_heaviest = abs(spent) > before.heaviest
        self._told[effort] = Told(
            effort,
            before.spent + spent,
            abs(spent) if is_heaviest else before.heaviest,
            self._doing.id if is_heaviest and self._doing else before.row,
        )

    def _named(self, kind: str) -> str:
        """Return the persona's own name for a kind of status (energy or mood), or `kind` itself."""
        mine = (name for name in self._persona.status if self._phrases.status_kind(name) == kind)
        return next(mine, kind)

    @property
    def _most(self) -> int:
        """Return the energy to which rest can restore, in fine parts: the usual, or more if a row gave it."""
        row = self.last.get(self.energy)
        return round(max(self.usual(self.energy), row.value if row else 0.0) * _FINE)

    def _spent(self, now: int) -> int:
        """Return the energy gained since it was last counted, in fine parts; negative if energy was lost."""
        if self._since is None or now <= self._since:
            return 0
        effort = self.effort
        an_hour = self._sleep if effort == "sleep" else _AN_HOUR[effort]
        return (now - self._since) * an_hour * round(self.usual(self.energy)) // 60


def _sleeping(persona: Persona) -> int:
    """Return the energy per hour of sleep, in thousandths; a usual night restores at least half of it all."""
    night = (persona.wake - persona.sleep) % DAY or DAY
    return max(_AN_HOUR["sleep"], _A_NIGHT * 60 // night)


def _within(fine: int, most: int) -> int:
    return min(most, max(0, fine))


def _place(path: Path) -> str:
    return path.partition("/")[0]
