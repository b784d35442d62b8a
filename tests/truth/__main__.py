"""Judges what runs state: `python -m tests.truth WORKSPACE [RUN …]`, or `TOWN,SEED,DAYS …` to live them."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.api.workspace import open_workspace
from engine.clock import DAY
from tests.truth.conclusions import judging as conclusions
from tests.truth.log import Log
from tests.truth.papers import judging as papers
from tests.truth.verdict import Verdict


def main(arguments: list[str]) -> int:
    """Print the counts of every run, and each sentence that fails; return 1 if there are any."""
    failed = 0
    for name, run in _runs(arguments):
        log = Log(run.at())
        failed += report(f"{name}: conclusions", conclusions.judged(log))
        for day in range(1, log.now // DAY + 1):
            failed += report(f"{name}: paper of day {day}", papers.judged(log, run.story().paper(day)))
    return int(failed > 0)


def report(title: str, verdicts: Iterable[Verdict]) -> int:
    """Print the counts and the failures; return how many there are."""
    all_of = list(verdicts)
    counts = Counter(each.verdict for each in all_of)
    print(
        f"{title}: {len(all_of)}, "
        + ", ".join(f"{counts[each]} {each}" for each in ("true", "untrue", "unchecked"))
    )
    bad = [each for each in all_of if each.verdict != "true"]
    for each in sorted(bad, key=lambda one: (one.verdict, one.claim, one.id)):
        print(f"  {each.verdict} {each.id} [{each.claim}] {each.text}\n      {each.why}")
    return len(bad)


@contextmanager
def _lived(town: str, seed: str, days: str):
    with tempfile.TemporaryDirectory() as folder, open_workspace(folder) as workspace:
        run = workspace.runs.new(town, seed=int(seed))
        run.live(1440 * int(days))
        yield run


def _runs(arguments: list[str]) -> Iterator[tuple[str, object]]:
    if arguments and Path(arguments[0]).is_dir():
        with open_workspace(arguments[0]) as workspace:
            numbers = arguments[1:] or [str(row.number) for row in workspace.runs.all()]
            for number in numbers:
                run = workspace.runs.find(int(number))
                yield f"{run.row.name or run.row.number}", run
        return
    for argument in arguments:
        with _lived(*argument.split(",")) as run:
            yield argument, run


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
