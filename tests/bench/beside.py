"""What it takes to fork a long run of the largest town, to lay two side by side, and to ask everybody."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from engine.api.interventions import Whisper
from engine.api.workspace import open_workspace
from engine.clock import DAY
from tests.bench.painted import lived

QUESTION, CHOICES = "Are you happy?", ("yes", "no", "maybe")


@dataclass(frozen=True, kw_only=True)
class Beside:
    """Seconds of a fork by the clock, kilobytes that it takes; seconds of CPU of the rest."""

    fork: float
    kilobytes: float
    compared: float
    people: int
    asked: float


def beside(days: int, folder: Path | None = None) -> Beside:
    """Fork a run on its second day, let the fork live as far, and compare the two."""
    with lived(days, folder) as there, TemporaryDirectory() as passing:
        place = Path(copytree(there, Path(passing) / "ws"))
        before = _pages(place)
        with open_workspace(place) as workspace:
            run = workspace.runs.find("last")
            began = time.perf_counter()
            fork = run.fork("day 2 08:00", name="whispered")
            took = time.perf_counter() - began
        grown = _pages(place) - before
        with open_workspace(place) as workspace:
            run, fork = workspace.runs.find(run.number), workspace.runs.find(fork.number)
            fork.intervene(Whisper(agent=next(iter(run.town.cast.personas)), text="The mill is on fire."))
            fork.live(days * DAY, concurrency=8)
            people = list(run.town.cast.personas)
            return Beside(
                fork=took,
                kilobytes=grown / 1024,
                compared=_busy(lambda: _whole(run.compare(fork))),
                people=len(people),
                asked=_busy(lambda: run.survey(QUESTION, choices=CHOICES, moments=["day 2 20:00"])),
            )


def _whole(found) -> tuple[object, ...]:
    """Return all that the page and the command show at first. Of what a whisper changes nothing is certain
    but that the two part: in few days it need not reach anybody's plans.
    """
    assert found.parting, "the fork was whispered to, and lives as its trunk does"
    of_people = found.beginnings, found.reached, found.ties, found.whereabouts, found.knowing()
    return *of_people, found.lines, found.memories("reflection"), found.plans


def _pages(place: Path) -> int:
    """Return how many bytes of the file are in use, once all that was written is in it."""
    with closing(sqlite3.connect(place / "townwright.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,), (pages,), (free,) = (
            db.execute(f"PRAGMA {name}").fetchone() for name in ("page_size", "page_count", "freelist_count")
        )
        return size * (pages - free)


def _busy(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began
