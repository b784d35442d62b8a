"""The comparison of two runs at a moment: why they differ, since when, and for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.clock import moment_words
from engine.display.html import Card
from engine.display.listed import Displayed, Records
from engine.errors import BadInput, worded
from engine.insight.comparing.beginnings import Beginning, beginnings
from engine.insight.comparing.counted import Counted, counts_of_both
from engine.insight.comparing.only_here import (
    AlignedLine,
    OnlyHere,
    aligned_lines,
    lines_apart,
    memories_apart,
    plans_apart,
)
from engine.insight.comparing.parting import Parting, Reached, parting, reached
from engine.insight.comparing.standing_apart import (
    KnowingApart,
    TieApart,
    WhereApart,
    knowing_apart,
    ties_apart,
    where_apart,
)
from engine.insight.story.paper import Paper, paper
from engine.moments.moment import Moment
from engine.records import AgentId, Line, Memory, MemoryKind, Step
from engine.store.log.apart import shared_until


def compare(one: Moment, other: Moment) -> Comparison:
    """Return the comparison of two runs of one workspace at the same minute.

    Raises BadInput if the workspaces or the minutes differ, or if it is the same run.
    """
    if one.store is not other.store or one.minute != other.minute:
        raise BadInput(
            worded(
                "these two runs cannot be compared; choose runs of the same workspace, both at the same "
                "moment"
            )
        )
    if one.row.number == other.row.number:
        raise BadInput(
            worded("run {id!r} cannot be compared with itself; fork it, or choose another run", id=one.row.id)
        )
    return Comparison(one, other)


@dataclass(frozen=True)
class Comparison(Displayed):
    """A comparison of two runs at the same moment, as `run.compare(...)` returns it.

    `one` is the run on which `compare` was called, and `other` is the other run. Each part is computed on
    first use.
    """

    one: Moment
    other: Moment

    @property
    def minute(self) -> int:
        """Return the moment of the comparison, in minutes since 00:00 of day 1."""
        return self.one.minute

    def __repr__(self) -> str:
        """Return the ids of the two runs, and the moment."""
        return f"<Comparison of {self.one.row.id} and {self.other.row.id} at {moment_words(self.minute)}>"

    def _card_(self) -> Card:
        first = self.parting
        since = "none: the runs are the same" if first is None else moment_words(first.minute)
        names = self.names
        untouched = [names[each.agent] for each in self.reached if each.since is None]
        facts = [
            ("one", f"{self.one.row.id} ({self.one.row.name})"),
            ("other", f"{self.other.row.id} ({self.other.row.name})"),
            ("at", moment_words(self.minute)),
            ("first difference", since),
            ("not affected", ", ".join(untouched) or "nobody"),
        ]
        parts = (self.beginnings, self.counts, self.reached, self.ties)
        return Card(title="Comparison", facts=facts, grids=[part._grid_() for part in parts if part])

    @cached_property
    def shared_until(self) -> int:
        """Return the minute up to which the two runs share the same past because of a fork, or 0 if they
        share none.
        """
        return min(self.minute, shared_until(self.one.store, self.one.row.number, self.other.row.number))

    @property
    def names(self) -> Mapping[AgentId, str]:
        """Return the full names of the agents of both towns, by id."""
        return {**self.other.town.cast.names, **self.one.town.cast.names}

    @property
    def is_same(self) -> bool:
        """Return whether the two runs have the same fingerprint at this moment."""
        return self.one.fingerprint == self.other.fingerprint

    # ---- why, from where on, and whom it reached

    @cached_property
    def beginnings(self) -> Records[Beginning]:
        """Return the differences in the setup of the two runs: files, seed, settings, model and
        interventions.
        """
        return Records.of(Beginning, beginnings(self.one, self.other))

    @cached_property
    def parting(self) -> Parting | None:
        """Return the first difference between the logs of the two runs, or None if there is none."""
        return parting(self.one, self.other)

    @cached_property
    def reached(self) -> Records[Reached]:
        """Return for each agent the minute of its first difference (`since`), or None if all rows of the
        agent are the same in both runs.
        """
        return Records.of(Reached, reached(self.one, self.other))

    # ---- in what

    @cached_property
    def counts(self) -> Records[Counted]:
        """Return the total numbers of conversations, lines and conclusions in each run."""
        return Records.of(Counted, counts_of_both(self.one, self.other))

    @cached_property
    def lines(self) -> OnlyHere[Line]:
        """Return the lines that are said in only one of the runs."""
        return lines_apart(self.one, self.other)

    @cached_property
    def aligned(self) -> Records[AlignedLine]:
        """Return all lines since the first difference, with equal lines of both runs side by side."""
        return Records.of(AlignedLine, aligned_lines(self.one, self.other))

    def memories(self, kind: MemoryKind) -> OnlyHere[Memory]:
        """Return the memories of one kind, such as "reflection", that exist in only one of the runs."""
        return memories_apart(self.one, self.other, kind)

    @cached_property
    def plans(self) -> OnlyHere[Step]:
        """Return the blocks of plans that exist in only one of the runs."""
        return plans_apart(self.one, self.other)

    @cached_property
    def ties(self) -> Records[TieApart]:
        """Return the relationships that differ, the greatest difference in closeness first."""
        return Records.of(TieApart, ties_apart(self.one, self.other))

    @cached_property
    def whereabouts(self) -> Records[WhereApart]:
        """Return the periods in which an agent is in different places in the two runs, agent by agent."""
        return Records.of(WhereApart, where_apart(self.one, self.other))

    def knowing(self, news: str = "") -> Records[KnowingApart]:
        """Return the agents that know each fact in each run. If `news` is given (an id or words), return only
        this piece of news.
        """
        return Records.of(KnowingApart, knowing_apart(self.one, self.other, news))

    def papers(self, day: int) -> tuple[Paper, Paper]:
        """Return the rule-based town papers of both runs for a day, counted from 1."""
        return paper(self.one, day), paper(self.other, day)
