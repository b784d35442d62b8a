"""The part of a run to export: everything before a minute, or of that some days, or one person's part."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from engine.clock import day_of
from engine.moments.moment import Moment
from engine.moments.whole_run import WholeRun
from engine.records import AgentId, Scenario

By = Literal["days", "agent", "pins"]
Shape = Literal["chain", "hub"]
"""How a game takes one through it: from talk to talk, or by choices of places and talks in every hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A run up to a minute. If given, it is limited to these `days` (counted from 1), to what the `agent`
    took part in, and to the pinned rows, by id (`pins`). A game has a `shape`.
    """

    run: WholeRun
    minute: int
    days: tuple[int, ...] = ()
    agent: AgentId | None = None
    pins: frozenset[int] | None = None
    shape: Shape = "chain"

    @property
    def moment(self) -> Moment:
        """Return the moment at which the excerpt ends."""
        return self.run.at(self.minute)

    @property
    def scenario(self) -> Scenario:
        """Return the scenario of the run."""
        return self.run.scenario

    @property
    def people(self) -> dict[AgentId, str]:
        """Return the names of all possible speakers by id: the cast, and those who visited."""
        names = self.run.town.cast.names
        return {**names, **{visitor: names[visitor] for visitor in self.moment.visitors}}

    def has_day_of(self, minute: int) -> bool:
        """Return whether the day of a minute is included."""
        return not self.days or day_of(minute) in self.days

    def has_pinned(self, row: int, *within: int) -> bool:
        """Return whether a row is included, by itself or as a part of others."""
        return self.pins is None or not self.pins.isdisjoint((row, *within))

    def has_any(self, agents: Collection[AgentId]) -> bool:
        """Return whether rows of these agents are included."""
        return self.agent is None or self.agent in agents
