"""A survey from a terminal: counted, listed, written into a file; its price before, and Ctrl+C."""

from __future__ import annotations

import csv
import json

import pytest

from engine.api.forecast import survey_forecast
from engine.api.workspace import open_workspace
from engine.models.profiles import Prices, Profile
from engine.store.answers.profiles import learn_mode

LIKES = ("survey", "last", "Do you like Bram Aldous?", "--choice", "yes", "--choice", "no")


@pytest.mark.soak
def test_answers_are_counted_and_listed_and_leave_no_trace(asked, call):
    before = asked("fingerprint", "last")
    found = asked(*LIKES, "--agents", "isabel", "Odile Brandt")
    assert [one["agent"] for one in found["answers"]] == ["isabel", "odile"]
    assert {one["choice"] for one in found["answers"]} <= {"yes", "no", None}
    assert all(one["words"] for one in found["answers"])
    assert not found["stopped"]
    status, out, err = call(*LIKES)
    assert (status, err) == (0, "")
    assert "8 answers" in out
    assert "  yes  " in out
    assert "Odile Brandt" in out
    assert asked("fingerprint", "last") == before


@pytest.mark.soak
def test_several_moments_come_one_after_the_other(call):
    out = call("survey", "last", "How happy are you?", "--number", "1..10", "--at", "8:30", "--at", "7:30")[1]
    assert 0 < out.index("day 1 07:30") + 1 < out.index("day 1 08:30")
    assert "mean " in out


def test_the_answers_are_written_into_a_file(call, tmp_path):
    file = tmp_path / "likes.csv"
    assert call(*LIKES, "--csv", file)[0] == 0
    rows = list(csv.DictReader(file.read_text("utf-8-sig").splitlines()))
    assert len(rows) == 8
    assert {row["question"] for row in rows} == {"Do you like Bram Aldous?"}


def test_bounds_are_written_with_two_dots(call):
    status, _, err = call("survey", "last", "Well?", "--number", "3")
    assert status == 2
    assert "write it as 1..10" in err


def test_ctrl_c_shows_what_was_answered_by_then(call, monkeypatch):
    from engine.cli.commands.talk import survey

    def stopped(progress, answer):
        progress.seen.append(answer)
        raise KeyboardInterrupt

    monkeypatch.setattr(survey._Progress, "show", stopped)
    status, out, err = call(*LIKES)
    assert status == 130
    assert "1 answers" in out
    assert "stopped after 1 of 8 answers" in err


def test_rules_take_nothing(call):
    assert call(*LIKES, "--cost")[1] == "8 answers: no cost.\n"


@pytest.fixture
def served(tmp_path, chaos, monkeypatch):
    """A workspace in which a server answers surveys."""
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(tmp_path))
    said = {"cannot_say": False, "choice": "yes", "number": 0, "reason": "Why not?", "because": []}
    monkeypatch.setattr(chaos, "good", json.dumps(said))
    with open_workspace(tmp_path) as workspace:
        prices = Prices(tokens_in=1.0, tokens_out=2.0)
        workspace.models.keep(Profile(name="odd", base_url=chaos.base_url, model="well", prices=prices))
        learn_mode(workspace.store, chaos.base_url, "well", 1)
        workspace.runs.new("three-neighbours", model="rehearsal, survey=odd").live(7 * 60)
    return chaos


@pytest.mark.soak
def test_what_a_server_may_take_is_said_before_and_not_paid(served, call):
    status, out, _ = call("survey", "last", "Tea?", "--choice", "yes", "--choice", "no", "--cost")
    assert status == 0
    assert "3 answers: 3 to 4 calls" in out
    assert "cost 0." in out
    assert served.asked == []
    status, out, err = call("survey", "last", "Tea?", "--choice", "yes", "--choice", "no")
    assert "3 answers may take 3 to 4 calls" in err
    assert len(served.asked) == 3
    assert "  yes  3" in out


@pytest.mark.soak
def test_who_is_answered_by_rules_costs_nothing(served, tmp_path):
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new("three-neighbours", model="rehearsal, @nell=odd")
        run.live(7 * 60)
        assert survey_forecast(run, run.surveying("Tea?", agents=["otto"])) is None
        assert survey_forecast(run, run.surveying("Tea?")).calls.least == 1
