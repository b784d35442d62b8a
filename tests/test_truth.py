"""What towns conclude and what their papers say is true by the log, as `tests/truth` judges it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.records import Memory
from tests.lived_towns import kept, lived_town
from tests.truth.conclusions import judging as conclusions
from tests.truth.log import Log, Past
from tests.truth.papers import judging as papers

ROOT = Path(__file__).resolve().parents[1]
GENERATORS = ("engine.rehearsal", "engine.insight")
GENERATED = {"six-people": (6, 1), "ten-people": (10, 2), "fourteen-people": (14, 3)}


def log_of(folder: Path) -> tuple[Log, list]:
    """Return the log of the last run of a workspace, and the papers of its days."""
    with open_workspace(folder) as workspace:
        run = workspace.runs.find("last")
        log = Log(run.at())
        return log, [run.story().paper(day) for day in range(1, log.now // DAY + 1)]


def failures(verdicts) -> list[str]:
    return [
        f"{one.verdict} [{one.claim}] {one.text} | {one.why}" for one in verdicts if one.verdict != "true"
    ]


@pytest.fixture(scope="module")
def two_days() -> tuple[Log, list]:
    return log_of(lived_town("three-neighbours", 2 * DAY, seed=1))


def test_the_judge_knows_nothing_of_what_words_the_sentences():
    for path in (ROOT / "tests" / "truth").rglob("*.py"):
        found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
        assert not [node.module for node in found if str(node.module).startswith(GENERATORS)], path.name


def test_what_is_concluded_is_true(two_days):
    log, _ = two_days
    verdicts = list(conclusions.judged(log))
    assert verdicts
    assert failures(verdicts) == []


def test_what_the_paper_of_two_days_says_is_true(two_days):
    log, days = two_days
    verdicts = [one for paper in days for one in papers.judged(log, paper)]
    assert len(verdicts) > 10
    assert failures(verdicts) == []


def changed(log: Log, text: str) -> set[str]:
    """Return a sentence with one person exchanged for another, in each way there is."""
    full = [name.full for name in log.names.values()]
    found = {text.replace(one, "\0").replace(other, one).replace("\0", other)
             for one in full for other in full if one in text and one != other}  # fmt: skip
    return found - {text}


def test_a_conclusion_with_a_person_exchanged_is_found_out(two_days):
    """Not each: two people may both have promised. But of ten, nine at least."""
    log, _ = two_days
    verdicts = [
        conclusions.verdict(Past(log, row.agent, row.id, row.minute), text).verdict
        for row in log.rows[Memory] if row.kind == "reflection" for text in changed(log, row.text)
    ]  # fmt: skip
    assert len(verdicts) > 10
    assert verdicts.count("true") <= len(verdicts) / 10


def test_a_paper_with_a_number_exchanged_is_found_out(two_days):
    log, days = two_days
    for sentence in days[0].sentences:
        said = re.sub(r"\b(two|three|four) hours\b", "nine hours", sentence.text)
        if said != sentence.text:
            agent = sentence.who[0]
            assert papers.verdict(log, 1, said, sentence.ids, agent).verdict == "untrue"


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("town", ["willow-bay", "the-green", "three-neighbours", "liuwan", *GENERATED])
def test_what_towns_conclude_and_their_papers_say_is_true(town, seed):
    log, days = log_of(
        lived_generated(town, seed) if town in GENERATED else lived_town(town, 2 * DAY, seed=seed)
    )
    verdicts = [*conclusions.judged(log), *(one for paper in days for one in papers.judged(log, paper))]
    assert failures(verdicts) == []


def lived_generated(town: str, seed: int) -> Path:
    """Return the folder of a workspace in which a generated town has lived for two days."""

    def live(folder: Path) -> None:
        with open_workspace(folder) as workspace:
            workspace.scenarios.new_generated(town, *GENERATED[town])
            workspace.runs.new(town, seed=seed).live(2 * DAY)

    return kept(f"generated {town} {seed}", live)
