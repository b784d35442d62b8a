"""The relationships of a town: pairs, figures in words, rows for tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.clock import DAY, day_of
from engine.records import AgentId, Relation
from studio.basics.text import signed
from studio.catalogue.headings import headed
from studio.catalogue.lists import sentences
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n

WARM, COOL = 0.1, -0.05


@dataclass(frozen=True, kw_only=True)
class Tie:
    """A pair and the closeness each feels to the other; None where one does not know the other."""

    one: AgentId
    other: AgentId
    there: float | None
    back: float | None

    @cached_property
    def closeness(self) -> float:
        """Return the closeness of the pair: the mean of both feelings."""
        felt = [value for value in (self.there, self.back) if value is not None]
        return sum(felt) / len(felt) if felt else 0.0

    @property
    def label(self) -> str:
        """Return the label of the line: one number if both feel alike, else one for each."""
        felt = [value for value in (self.there, self.back) if value is not None]
        if len(felt) == 2 and abs(felt[0] - felt[1]) >= 0.15:
            return f"{signed(felt[0])} / {signed(felt[1])}"
        return signed(self.closeness)


def ties_of(relations: Iterable[Relation], people: Sequence[AgentId]) -> tuple[Tie, ...]:
    """Return the pairs of which at least one knows the other, in the order of the people."""
    felt = {(row.agent, row.other): row.closeness for row in relations}
    return tuple(
        Tie(one=one, other=other, there=felt.get((one, other)), back=felt.get((other, one)))
        for n, one in enumerate(people)
        for other in people[n + 1 :]
        if (one, other) in felt or (other, one) in felt
    )


def worth_drawing(ties: Sequence[Tie], least: float) -> list[Tie]:
    """Return the ties of at least some strength, and every strained one: those are few and important."""
    return [tie for tie in ties if tie.closeness >= least or tie.closeness < COOL]


def clear_from(ties: Sequence[Tie], people: int) -> float:
    """Return the strength, in tenths, from which on a picture shows about two ties for each person."""
    for tenth in range(1, 9):
        if len(worth_drawing(ties, tenth / 10)) <= 2 * people:
            return tenth / 10
    return 0.9


def density_words(ties: Sequence[Tie], people: int) -> str:
    """Return the density of the town's relations in words."""
    pairs = people * (people - 1) // 2
    if not pairs:
        return tr("A relationship needs two people.")
    warm = sum(tie.closeness > WARM for tie in ties)
    cool = sum(tie.closeness < COOL for tie in ties)
    known = sum(tie.there is not None and tie.back is not None for tie in ties)
    return tr(
        "{ties} of {pairs} possible pairs have a relationship ({share:.0%}), {both} of them in "
        "both directions; {warm}, {cool}.",
        ties=len(ties),
        pairs=pairs,
        share=len(ties) / pairs,
        both=known,
        warm=tr_n("{n} is warm", "{n} are warm", warm),
        cool=tr_n("{n} is strained", "{n} are strained", cool),
    )


def days_until(moment: int) -> list[int]:
    """Return the moments for a view day by day: the beginning, the end of each day, and now."""
    ends = [day * DAY for day in range(1, day_of(moment) + 1) if 1 < day * DAY < moment]
    return [0, *ends, moment] if moment > 0 else [moment]


def told_ties(ties: Sequence[Tie], names: Mapping[AgentId, str], *, most: int = 3) -> str:
    """Return the closest and the most strained pairs in words, for screen readers."""
    warm, cool = warmest(ties, most), coolest(ties, most)
    return sentences(
        tr("Closest: {pairs}.", pairs=_pairs(warm, names)) if warm else "",
        tr("Most strained: {pairs}.", pairs=_pairs(cool, names)) if cool else "",
    )


def warmest(ties: Sequence[Tie], most: int) -> list[Tie]:
    """Return the closest pairs among those who are close at all."""
    ranked = sorted(ties, key=lambda tie: -tie.closeness)
    return [tie for tie in ranked if tie.closeness > WARM][:most]


def coolest(ties: Sequence[Tie], most: int) -> list[Tie]:
    """Return the most strained pairs among those who are strained at all."""
    ranked = sorted(ties, key=lambda tie: tie.closeness)
    return [tie for tie in ranked if tie.closeness < COOL][:most]


def felt_by(rows: Iterable[Relation], minute: int) -> dict[tuple[AgentId, AgentId], Relation]:
    """Return the latest relation of each pair before a minute, from all relation rows in order."""
    return {(row.agent, row.other): row for row in rows if row.minute < max(1, minute)}


def tie_rows(ties: Sequence[Tie], names: Mapping[AgentId, str]) -> list[dict[str, object]]:
    """Return the pairs as a table, the closest first."""
    return headed(
        {
            marked("person A"): names[tie.one],
            marked("person B"): names[tie.other],
            marked("closeness"): signed(tie.closeness, 2),
            marked("A to B"): "" if tie.there is None else signed(tie.there, 2),
            marked("B to A"): "" if tie.back is None else signed(tie.back, 2),
        }
        for tie in sorted(ties, key=lambda tie: -tie.closeness)
    )


def unlike_labels(names: Sequence[str], most: int = 16) -> list[str]:
    """Return names shortened for column headings, made distinct where the cut makes them equal."""
    seen: dict[str, int] = {}
    labels = []
    for name in names:
        short = name if len(name) <= most else name[: most - 1].rstrip() + "…"
        seen[short] = seen.get(short, 0) + 1
        labels.append(short if seen[short] == 1 else f"{short} ({seen[short]})")
    return labels


def _pairs(ties: Sequence[Tie], names: Mapping[AgentId, str]) -> str:
    return tr("; ").join(
        tr(
            "{one} and {other} ({closeness})",
            one=names[tie.one],
            other=names[tie.other],
            closeness=signed(tie.closeness, 2),
        )
        for tie in ties
    )
