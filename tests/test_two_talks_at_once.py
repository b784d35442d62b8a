"""Two talks in one room at once: who takes part in one learns nothing of what is said in the other."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.records import Memory
from tests.planted import Planted

WHEN, LATER = "day 1 09:00", "day 1 12:00"
DEBT = "Ned Cobb has secretly lost the takings of the Pub at cards."


@pytest.fixture
def hamlet(tmp_path):
    """Ned tells Ruth in the Pub of what he has lost, while Cora and Otto talk of the weather there."""
    with open_workspace(tmp_path) as workspace:
        hamlet = Planted.in_workspace(workspace)
        hamlet.remember(
            "day 1 07:30", "ned", "Ned Cobb is sweeping", "observation", about=("ned",), place="Pub"
        )
        secret = hamlet.remember("day 1 08:00", "ned", DEBT, "seed")
        hamlet.talk(WHEN, ("ned", "ruth"), [("ned", "I've lost the takings of the Pub at cards.", secret)])
        hamlet.talk(WHEN, ("cora", "otto"), [("cora", "It will rain, Otto.")])
        hamlet.until(LATER)
        yield hamlet


def texts(hamlet, agent):
    return " ".join(row.text for row in hamlet.run.at().log.rows(Memory, where={"agent": agent}))


def asked(hamlet, agent, question, by=""):
    return hamlet.run.at().ask(agent, question, asked_by=by).text


def test_they_remember_no_line_of_the_other_talk(hamlet):
    assert "takings" in texts(hamlet, "ruth")
    for agent in ("cora", "otto"):
        assert "rain" in texts(hamlet, agent)
        assert "takings" not in texts(hamlet, agent)
    assert "rain" not in texts(hamlet, "ruth")


@pytest.mark.parametrize("by", ["cora", "otto"])
def test_a_secret_told_in_one_talk_is_kept_from_those_in_the_other(hamlet, by):
    question = "What do you know about the takings?"
    assert "cards" in asked(hamlet, "ned", question, "ruth")
    assert "cards" not in asked(hamlet, "ned", question, by)


def test_whom_one_told_are_those_in_the_same_talk(hamlet):
    told = asked(hamlet, "ned", "Whom did you tell about the takings?")
    assert "Ruth" in told
    assert "Cora" not in told
    assert "No" in asked(hamlet, "ned", "Have you told Cora about the takings?")
