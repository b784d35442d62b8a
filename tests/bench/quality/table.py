"""Whether a town is worth watching: the figures of two lived days, one table a town.

The scores of an interview answer: 1 when it says something of its own that is true; 1 more when that is of
the life lived since the town began, not only of what the author wrote; 1 more when it draws on several
memories.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from engine.api.workspace import open_workspace
from tests.bench.quality import days, interviews, sentences, talks, thoughts
from tests.bench.quality.emergency import emergency
from tests.bench.quality.knowing import is_grounded, knowers, shares
from tests.bench.quality.lived import DAYS, Lived, live

TOWNS = ("willow-bay", "three-neighbours", "the-green", "liuwan")
LARGE = 25
_TO_ALL = re.compile("everyone|全镇老小")  # an occasion to which everybody is asked may be known to everybody


@dataclass(frozen=True)
class Figure:
    """One line of the table: what it is, its value for each seed, what is wanted, and what must hold."""

    what: str
    values: tuple[str, ...]
    wanted: str = ""
    holds: bool = True


@dataclass(frozen=True)
class Measure:
    """How one figure is taken from a lived town, how it is printed, and between what it must lie."""

    what: str
    take: Callable[[Lived], float]
    shown: str = "{:.1f}"
    wanted: str = ""
    least: float = float("-inf")
    most: float = float("inf")

    def figure(self, lived: Sequence[Lived]) -> Figure:
        """The figure over all seeds."""
        taken = [self.take(each) for each in lived]
        holds = all(self.least <= value <= self.most for value in taken)
        return Figure(self.what, tuple(self.shown.format(value) for value in taken), self.wanted, holds)


MEASURES = (
    Measure("appointments kept", days.kept_appointments, "{:.0%}", "", 0.5),
    Measure("asked, free, and came", days.came, "{:.0%}", ">= 50 %", 0.4),
    Measure("stayed away and can say why", days.explained_absence, "{:.0%}", "100 %", 0.99),
    Measure("rooms per agent-day", days.places, "{:.1f}", "", 2.0),
    Measure("activities per agent-day", days.activities, "{:.1f}", "", 6.0),
    Measure("hours asleep per agent-day", days.sleep, "{:.1f}", "", 5.0, 11.0),
    Measure("conversations per agent-day", talks.talks, "{:.1f}", "", 1.0, 14.0),
    Measure("lines per conversation, median", talks.lines_a_talk, "{:.0f}", "4 to 10", 4, 10),
    Measure("ended by somebody", talks.ended, "{:.0%}", ">= 95 %", 0.95),
    Measure("lines repeated in their conversation", talks.repeated_within, "{:.0f}", "0", most=0),
    Measure("lines of a day said before", talks.repeated_in_a_day, "{:.1%}", "<= 3 %", most=0.04),
    Measure("sentences said three times or more", sentences.said_often, "{:.1%}", "<= 10 %", most=0.12),
    Measure("sentences that are one person's own", sentences.said_by_one, "{:.0%}", "", 0.5),
    Measure("sentences without a fact", sentences.fact_free, "{:.0%}"),
    Measure("of them one person's own", sentences.fact_free_by_one, "{:.0%}", ">= 50 %", 0.5),
    Measure("distinct-2", talks.distinct_pairs, "{:.2f}", "", 0.02),
    Measure("density at the start", talks.density_at_start, "{:.2f}", ""),
    Measure("density at the end", talks.density, "{:.2f}", ""),
    Measure("reflections per agent-day", thoughts.reflections, "{:.1f}", "", 0.2, 5.0),
    Measure("evidence of a reflection, median", thoughts.evidence, "{:.0f}", "", 2),
    Measure("evidence of a reflection, least", thoughts.least_evidence, "{:.0f}", ">= 2", 2),
    Measure("reflections come to twice", thoughts.same_reflections, "{:.0f}", "0", most=0),
    Measure("texts with Latin letters", interviews.latin_words, "{:.0f}", "0", most=0),
    Measure("answers with something made up", interviews.inventions, "{:.0f}", "0", most=0),
    Measure("answers with something specific", interviews.specific, "{:.0%}", ">= 90 %", 0.85),
)


def quality(towns: Sequence[str], seeds: Sequence[int]) -> bool:
    """Print one table a town; whether all that must hold does."""
    return all([_table(town, seeds) for town in towns])


def figures_of(lived: Sequence[Lived]) -> list[Figure]:
    """Every figure of a town lived with several seeds."""
    rows = [*_facts(lived), *(measure.figure(lived) for measure in MEASURES), *_large_town(lived)]
    return [*rows, _ablations(lived), *_emergencies(lived)]


def _facts(lived: Sequence[Lived]) -> Iterator[Figure]:
    for fact in lived[0].scenario.facts:
        rows = [shares(each, fact) for each in lived]
        spreads = len(fact.known_by) == 1
        most, bound = (1.0, ">= 40 %") if _TO_ALL.search(fact.text) else (0.97, "40 to 90 %")
        holds = not spreads or all(0.25 <= row[-1] <= most for row in rows)
        known = tuple(" ".join(f"{share * 100:.0f}" for share in row) for row in rows)
        yield Figure(f"know {fact.id!r}, % at start, day 1, 2", known, bound if spreads else "", holds)
    grounded = [
        sum(
            is_grounded(each, fact, agent)
            for fact in each.scenario.facts
            for agent in knowers(each, fact, DAYS)
        )
        / max(1, sum(len(knowers(each, fact, DAYS)) for fact in each.scenario.facts))
        for each in lived
    ]
    yield Figure(
        "of them by a line or an event", tuple(f"{share:.0%}" for share in grounded), "100 %",
        all(share == 1 for share in grounded),
    )  # fmt: skip


def _large_town(lived: Sequence[Lived]) -> Iterator[Figure]:
    if len(lived[0].agents) < LARGE:
        return
    begins, ends = [talks.density_at_start(each) for each in lived], [talks.density(each) for each in lived]
    grows = tuple(f"{one:.2f} to {other:.2f}" for one, other in zip(begins, ends, strict=True))
    holds = all(one < 0.3 for one in begins) and all(other > 0.5 for other in ends)
    yield Figure("density of a town of 25", grows, "< 0.3 to > 0.5", holds)


def _ablations(lived: Sequence[Lived]) -> Figure:
    rows = [[interviews.score(each, without) for without in interviews.ABLATIONS] for each in lived]
    falls = all(one > other for row in rows for one, other in pairwise(row))
    shown = tuple(" ".join(f"{value:.2f}" for value in row) for row in rows)
    return Figure("answers: all, no reflection, no plan, nothing", shown, "falls", falls)


def _emergencies(lived: Sequence[Lived]) -> Iterator[Figure]:
    found = [emergency(each.run) for each in lived]
    if any(found):
        minutes = tuple(str(each.minutes) if each else "-" for each in found)
        told = tuple(f"{each.remembered} {each.spoken_of}" if each else "-" for each in found)
        handled = all(each is None or each.minutes <= 10 for each in found)
        yield Figure("minutes until what is urgent is handled", minutes, "<= 10", handled)
        spoken = all(each is None or (each.remembered and each.spoken_of) for each in found)
        yield Figure("who remember it, memories of talk about it", told, "some", spoken)


def _table(town: str, seeds: Sequence[int]) -> bool:
    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
        began = time.perf_counter()
        lived = [live(workspace.runs.new(town, seed=seed)) for seed in seeds]
        took = time.perf_counter() - began
        rows = figures_of(lived)
    interviews.forget_answers()
    width = max(len(value) for row in rows for value in row.values)
    print(f"\n{town}: {len(lived[0].agents)} people, {DAYS} days, seeds {', '.join(map(str, seeds))} "
          f"({took / len(seeds):.1f} s each)")  # fmt: skip
    for row in rows:
        values = "  ".join(f"{value:>{width}}" for value in row.values)
        print(
            f"  {'' if row.holds else '! '}{row.what:<{46 if row.holds else 44}} {values}   {row.wanted}",
            flush=True,
        )
    return all(row.holds for row in rows)
