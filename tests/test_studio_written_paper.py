"""The Day page has a model write the paper, says before what it may cost, and shows what the log bears."""

from __future__ import annotations

import json

import pytest

from engine.api.models import Profile
from engine.api.run import LeftOut
from engine.clock import DAY
from studio.catalogue.tr import read_in, tr_worded
from studio.day.day_paper import written_rows
from tests.studios import handed, labels, lived, press, studio, words

pytestmark = pytest.mark.slow
OFFER = "Have a model write the paper…"
INVENTED = {"text": "Isabel Moreno flew to <b>Mars</b>.", "because": ["e1"], "about": ""}


@pytest.fixture
def town(tmp_path, chaos, monkeypatch):
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    monkeypatch.setattr("studio.day.paper_writing._AT_ONCE", 120)  # a test looks once, when it has ended
    monkeypatch.setattr(chaos, "asked", [])
    workspace, run = lived(tmp_path)
    workspace.models.keep(Profile(name="small", base_url=chaos.base_url, model="fine", timeout=60))
    yield run
    workspace.close()


def say(town, chaos, *more):
    """Have the server answer with a sentence of the paper by rule, and what else it says."""
    told = next(one.sentence for one in town.story().paper(1).turns if len(one.sentence.text) < 200)
    entries = town._desk(1).asked.entries
    tag = next(f"e{n}" for n, one in enumerate(entries, 1) if told.text in one)
    rows = [{"text": told.text, "because": [tag], "about": ""}, *more]
    chaos.good = json.dumps({"sentences": rows})
    return told.text


def day(monkeypatch, town, **link):
    return studio(monkeypatch, town.store.path.parent, "day", **link)


def key(town, name):
    return f"paper-{name}-{town.number}-1"


@pytest.mark.soak
def test_it_is_asked_for_by_hand_with_the_cost_said_and_then_shown(monkeypatch, town, chaos):
    told = say(town, chaos, INVENTED)
    at = press(day(monkeypatch, town), key(town, "ask"))
    assert "One question: at most" in words(at)
    assert not chaos.asked
    at = press(at, key(town, "pay"))
    shown = handed(at, "day_paper")
    assert shown["headline"]["text"] == told
    assert shown["dateline"].endswith("written by small")
    assert "1 sentence was left out because nothing in the log supports it." in words(at)
    assert "<b>Mars</b>" not in str(shown)
    at = press(at, key(town, "turn"))
    assert handed(at, "day_paper")["headline"]["text"] == town.story().paper(1).headline.text
    assert "This is the rule-based paper. small also wrote one for this day." in words(at)


@pytest.mark.soak
def test_what_fails_is_said_and_the_paper_by_rule_stays(monkeypatch, town, chaos):
    chaos.good = '{"sentences": 3}'
    at = press(press(day(monkeypatch, town), key(town, "ask")), key(town, "pay"))
    assert "The rule-based paper is shown instead" in words(at)
    assert "the answer does not have the required form" in words(at)
    assert handed(at, "day_paper")["headline"]["text"] == town.story().paper(1).headline.text


def test_it_is_offered_only_of_a_day_that_is_over_where_a_model_could_write_it(monkeypatch, town, chaos):
    assert OFFER in labels(day(monkeypatch, town))
    assert OFFER not in labels(day(monkeypatch, town, at=DAY - 60))
    assert OFFER not in labels(day(monkeypatch, town, view="present"))


def test_a_workspace_without_a_served_model_is_offered_nothing(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path)
    with workspace:
        assert OFFER not in labels(day(monkeypatch, run))


def test_its_table_has_what_was_left_out_and_why(town, chaos):
    say(town, chaos, INVENTED)
    paper = town.write_paper(1, model="small")
    rows = written_rows(town, paper)
    assert len(rows) == len(paper.sentences) + 1
    assert rows[-1]["content"] == INVENTED["text"]
    assert rows[-1]["about"] == "left out: “<” does not belong in a sentence"


@pytest.mark.parametrize("why", ["cites", "person", "words", "denies"])
def test_why_a_sentence_is_left_out_is_said_in_the_readers_language(why):
    one = LeftOut(text="x", why=why, what="Nell")
    with read_in("zh"):
        assert tr_worded(one.words) != str(one.words)
