"""How long hostile or very large input takes: floods of entries, long sentences, long SQL."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.api.workspace import Run, open_workspace
from engine.errors import BadInput
from engine.notebook.reading.read import notebook_of
from engine.scenario import generate, read_scenario, to_files
from engine.scenario.allowed_files import MOST_PEOPLE
from engine.scenario.cards.proposal import card_in
from engine.scenario.places import positions
from tests.test_character_cards import V2, chunk, png, text_chunk
from tests.test_intentions_read import LONG_TEXTS, reader_of
from tests.test_notebook_reading import FRONT
from tests.test_scenario_lint import FLOODS, GOOD

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"


@dataclass(frozen=True)
class Limit:
    """One input, the seconds of CPU that it took, and how many it may take."""

    what: str
    seconds: float
    wanted: float


def limits(folder: Path) -> Iterator[Limit]:
    """Read every input once, and measure each."""
    for name, (file, text, _) in FLOODS.items():
        yield _measure(f"a flood of {name}", 2, lambda f=file, t=text: read_scenario({**GOOD, f: t}, "test"))
    for text in LONG_TEXTS:
        yield _measure(f"reading {text[:9]!r}...", 2, lambda text=text: reader_of("en")(text, True))
    picture = png(chunk(b"IDAT", bytes(5_000_000)), text_chunk("chara", V2))
    yield _measure("a card in a picture of 5 MB", 5, lambda: card_in(picture, dict(GOOD)))
    places = {"first": (0.0, 0.0), **dict.fromkeys(map(str, range(2_000)))}
    yield _measure("2,000 places that stand nowhere yet", 2, lambda: positions(places))
    largest = to_files(generate("green-hill", MOST_PEOPLE, 1))
    yield _measure(f"a town of {MOST_PEOPLE:,}", 20, lambda: read_scenario(largest, "x"))
    prose = FRONT + "> " * 20_000 + "\n" + "[" * 20_000 + "*" * 20_000
    yield _measure("a notebook of nested marks", 2, lambda: notebook_of(prose))
    with open_workspace(folder) as workspace:
        run = workspace.runs.new("three-neighbours")
        run.live(60)
        long_sql = "SELECT 'x x x' AS a, " + "'x', " * 3_000 + "x x FORM x"
        yield _measure("an error in long SQL", 3, lambda: _refused(run, long_sql))
        yield _measure("SQL that never ends, given 0.2 s", 5, lambda: _refused(run, ENDLESS, seconds=0.2))


def explained(days: int, folder: Path) -> dict[str, list[float]]:
    """Explain every row of a run of the largest bundled town; return the seconds of each, sorted, by kind."""
    taken: dict[str, list[float]] = {}
    with open_workspace(folder) as workspace:
        run = workspace.runs.new("the-green")
        run.live(days=days, concurrency=8)
        for row in run.whole_log():
            began = time.process_time()
            run.why(row.id)
            taken.setdefault(type(row).__name__, []).append(time.process_time() - began)
    return {kind: sorted(times) for kind, times in sorted(taken.items())}


def _measure(what: str, wanted: float, act: Callable[[], object]) -> Limit:
    began = time.process_time()
    act()
    return Limit(what, time.process_time() - began, wanted)


def _refused(run: Run, sql: str, **how: float) -> None:
    try:
        run.query(sql, **how)
    except BadInput:
        return
    sys.exit(f"it was not refused: {sql[:40]}")
