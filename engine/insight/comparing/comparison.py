"""The comparison of two runs at a moment: why they differ, from where on, whom it reached, and in what."""

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
    """Return two runs of one workspace side by side, both as they were at one minute. BadInput when it is not
    the same minute, or the same run.
    """
    if one.store is not other.store or one.minute != other.minute:
        raise BadInput(worded("two runs are compared in one workspace and at one minute"))
    if one.row.number == other.row.number:
        raise BadInput(
            worded("run {id!r} cannot be compared with itself; fork it, or name another", id=one.row.id)
        )
    return Comparison(one, other)


@dataclass(frozen=True)
class Comparison(Displayed):
    """Two runs side by side at a moment, as `run.compare(...)` gives it; each part is worked out when it is
    asked for.
    """

    one: Moment
    other: Moment

    @property
    def minute(self) -> int:
        """Return the minute both are looked at, in minutes since 00:00 of day 1."""
        return self.one.minute

    def __repr__(self) -> str:
        """Return which two runs are compared, and when."""
        return f"<Comparison of {self.one.row.id} and {self.other.row.id} at {moment_words(self.minute)}>"

    def _card_(self) -> Card:
        first = self.parting
        since = "nowhere: they are the same" if first is None else moment_words(first.minute)
        names = self.names
        untouched = [names[each.agent] for each in self.reached if each.since is None]
        facts = [
            ("one", f"{self.one.row.id} ({self.one.row.name})"),
            ("other", f"{self.other.row.id} ({self.other.row.name})"),
            ("at", moment_words(self.minute)),
            ("they part", since),
            ("not reached", ", ".join(untouched) or "nobody"),
        ]
        parts = (self.beginnings, self.counts, self.reached, self.ties)
        return Card(title="Comparison", facts=facts, grids=[part._grid_() for part in parts if part])

    @cached_property
    def shared_until(self) -> int:
        """Return the minute before which both are one run, by what they are forks of; 0 for never."""
        return min(self.minute, shared_until(self.one.store, self.one.row.number, self.other.row.number))

    @property
    def names(self) -> Mapping[AgentId, str]:
        """Return what everybody of the two towns is called."""
        return {**self.other.town.cast.names, **self.one.town.cast.names}

    @property
    def is_same(self) -> bool:
        """Return whether nothing differs: both have the same fingerprint."""
        return self.one.fingerprint == self.other.fingerprint

    # ---- why, from where on, and whom it reached

    @cached_property
    def beginnings(self) -> Records[Beginning]:
        """Return what was otherwise from outside: files, seed, settings, model, what an author did."""
        return Records.of(Beginning, beginnings(self.one, self.other))

    @cached_property
    def parting(self) -> Parting | None:
        """Return where they first differ; None while they are the same."""
        return parting(self.one, self.other)

    @cached_property
    def reached(self) -> Records[Reached]:
        """Return since when each person is otherwise; not at all where every row of theirs is the same."""
        return Records.of(Reached, reached(self.one, self.other))

    # ---- in what

    @cached_property
    def counts(self) -> Records[Counted]:
        """Return how many talks, lines and reflections there are in each, from the beginning on."""
        return Records.of(Counted, counts_of_both(self.one, self.other))

    @cached_property
    def lines(self) -> OnlyHere[Line]:
        """Return what is said in one run alone."""
        return lines_apart(self.one, self.other)

    @cached_property
    def aligned(self) -> Records[AlignedLine]:
        """Return all that is said since they part, side by side."""
        return Records.of(AlignedLine, aligned_lines(self.one, self.other))

    def memories(self, kind: MemoryKind) -> OnlyHere[Memory]:
        """Return the memories of a kind that one run has alone."""
        return memories_apart(self.one, self.other, kind)

    @cached_property
    def plans(self) -> OnlyHere[Step]:
        """Return the blocks of plans that one run has alone."""
        return plans_apart(self.one, self.other)

    @cached_property
    def ties(self) -> Records[TieApart]:
        """Return who stands otherwise to whom, what differs most first."""
        return Records.of(TieApart, ties_apart(self.one, self.other))

    @cached_property
    def whereabouts(self) -> Records[WhereApart]:
        """Return when people are in different places, person by person."""
        return Records.of(WhereApart, where_apart(self.one, self.other))

    def knowing(self, news: str = "") -> Records[KnowingApart]:
        """Return who knows each fact in each run, or one piece of news: the id of one, or words."""
        return Records.of(KnowingApart, knowing_apart(self.one, self.other, news))

    def papers(self, day: int) -> tuple[Paper, Paper]:
        """Return the papers of a day (counted from 1), side by side."""
        return paper(self.one, day), paper(self.other, day)
