"""What is to be said comes true in words: an answer kept ready, two things of one sentence, a confidence."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.scenario import read_folder, read_scenario, to_files
from tests.bench.stories.story import TOWNS

pytestmark = pytest.mark.slow


@pytest.fixture
def run(tmp_path):
    """A day in Ashcombe that is about to begin."""
    with open_workspace(tmp_path) as workspace:
        town = read_scenario(read_folder(TOWNS / "ashcombe"), "ashcombe").scenario
        workspace.scenarios.save("ashcombe", to_files(town), "as written")
        yield workspace.runs.new("ashcombe", seed=1)


def said(run, who, to):
    asked = "SELECT text FROM line WHERE speaker = :who AND hearers LIKE :to"
    return [text for (text,) in run.query(asked, given={"who": who, "to": f'%"{to}"%'}).rows]


@pytest.mark.nightly
def test_an_answer_is_kept_for_when_it_is_asked(run):
    run.live("day 1 08:00")
    run.whisper("ned", "If Miss Brook asks where the handcart is, say that it is being mended.")
    run.whisper("hetty", "Find out from Ned where the handcart is.")
    run.live(DAY)
    talk = [text for text in said(run, "ned", "hetty") if "mended" in text]
    asked = [text for text in said(run, "hetty", "ned") if "where the handcart is" in text]
    assert len(asked) == 1
    assert len(talk) == 1
    assert not any("mended" in text for other in ("joan", "dora") for text in said(run, "ned", other))


@pytest.mark.nightly
def test_two_things_that_one_sentence_has_one_say_are_both_said(run):
    run.live("day 1 08:00")
    run.whisper("ned", "Apologise to Hetty for breaking the handcart and ask her for a piece of chalk.")
    run.live(DAY)
    told = said(run, "ned", "hetty")
    assert any("breaking the handcart" in text.lower() for text in told)
    assert any("piece of chalk" in text for text in told)


@pytest.mark.nightly
def test_what_one_alone_is_to_know_is_told_to_that_one(run):
    run.live("day 1 08:00")
    run.whisper("piers", "You have heard that the bridge will be pulled down. Tell no one but Joan.")
    run.live(2 * DAY)
    assert any("bridge will be pulled down" in text for text in said(run, "piers", "joan"))
    others = [text for who in ("ned", "hetty", "dora", "wilf") for text in said(run, "piers", who)]
    assert not any("pulled down" in text for text in others)
