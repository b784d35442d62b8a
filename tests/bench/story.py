"""Whether the story of a run is whole and quick to tell: every "knows" with its telling, every sentence with
rows that are there, at some random moments nothing later; and how long each took.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.records import Line

TOWN, MOMENTS = "the-green", 100


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What was found of a run of so many days."""

    news: int
    knowing: int
    slowest_news: float
    sentences: int
    unresolved: int
    papers: float
    later: int
    found: int  # by all sifts together
    sifted: float
    sifted_again: float


def story(days: int) -> Figures:
    """Live the largest bundled town, and look through its news and papers."""
    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
        run = workspace.runs.new(TOWN)
        run.live(days * DAY, concurrency=8)
        told = run.story()
        spreads, spent = [], []
        for news in told.news:
            took, spread = _timed(lambda news=news: told.follow(news))
            spreads.append(spread)
            spent.append(took)
        rows = {row.id: row for row in run.whole_log()}
        papers, wrote = [], []
        for day in range(1, days + 1):
            took, paper = _timed(lambda day=day: told.paper(day))
            papers.append(paper)
            wrote.append(took)
        # As somebody who opens the workspace anew: nothing of it is kept from before.
        with open_workspace(Path(folder) / "ws") as opened:
            sifted_run, sifts = opened.runs.find(run.row.id), opened.sifts.all()
            sifted, found = _timed(lambda: sifted_run.story().sift_each(sifts))
            again, _ = _timed(lambda: sifted_run.story().sift_each(sifts))
        findings = [one for each in found.values() for one in each.findings]
        sentences = [one for paper in papers for one in paper.sentences if one.ids]
        return Figures(
            news=len(spreads),
            knowing=sum(len(spread.knowing) for spread in spreads),
            slowest_news=max(spent),
            sentences=len(sentences),
            unresolved=sum(one not in rows for sentence in sentences for one in sentence.ids)
            + sum(one not in rows for finding in findings for one in finding.rows),
            papers=statistics.median(wrote),
            later=sum(_later(run, rows, minute) for minute in _moments(run.clock)),
            found=len(findings),
            sifted=sifted,
            sifted_again=again,
        )


def _moments(clock: int) -> list[int]:
    return sorted(random.Random(7).sample(range(1, clock), MOMENTS))


def _later(run, rows, minute: int) -> int:
    """Return how much of what is told at a minute was made, or said, at it or later."""
    told = run.story(minute)
    shown = [one.minute for one in told.follow(run.scenario.facts[0].id).knowing]
    shown += [telling.minute for telling in told.follow(run.scenario.facts[-1].id).tellings]
    behind = (rows[one] for sentence in told.paper().sentences for one in sentence.ids)
    shown += [row.said_at if isinstance(row, Line) else row.minute for row in behind]
    shown += [stay.start for stay in told.timeline()]
    return sum(one >= minute for one in shown)


def _timed(what: Callable[[], object]) -> tuple[float, object]:
    began = time.perf_counter()
    found = what()
    return time.perf_counter() - began, found
