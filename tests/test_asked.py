"""Interviews, judged by the rows of the log: who met whom and when, what was done, held and planned."""

from __future__ import annotations

import pytest
from asked.asking import put
from lived_towns import lived_town

from engine.api.workspace import open_workspace

UNTIL = "day 2 21:00"
AT_LEAST = 0.95


def verdicts(town, moment, seed, most=None):
    """Return what is wrong with each answer (empty: nothing) to drawn questions, with the question."""
    with open_workspace(lived_town(town, UNTIL, seed=5)) as workspace:
        found = list(put(workspace.runs.find(1), moment, seed))
    share = found if most is None else found[:: max(1, len(found) // most)]
    return [
        (verdict, f"{question.agent}: {question.text} -> {answer}") for question, answer, verdict in share
    ]


def judged(found):
    """Check that nothing is claimed that was not, and that nearly all answers are right."""
    assert [each for each in found if each[0].startswith("claims")] == []
    wrong = [each for each in found if each[0]]
    assert len(wrong) <= (1 - AT_LEAST) * len(found), wrong


@pytest.mark.parametrize("town", ["three-neighbours"])
def test_answers_are_what_the_log_bears_out(town):
    judged(verdicts(town, "day 2 20:45", 1))


@pytest.mark.nightly
@pytest.mark.parametrize("town", ["willow-bay", "liuwan"])
@pytest.mark.parametrize("moment", ["day 2 10:30", "day 2 20:45"])
def test_two_hundred_answers_are_what_the_log_bears_out(town, moment):
    judged(verdicts(town, moment, 2))
