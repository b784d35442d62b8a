"""The bench of a town that lives with a real model, tried with a fake server."""

from __future__ import annotations

import pytest

from tests.bench.served import Wanted, live_served
from tests.chaos import FAULTS, completion, obeys, purpose_of

pytestmark = pytest.mark.slow


def refuses_to_rate(exchange):
    if purpose_of(exchange.body) == "rate":
        exchange.json(200, completion(None, refusal="I would rather not."))
    else:
        obeys(exchange)


def test_it_says_what_was_left_out_how_often_it_paused_and_what_was_said(tmp_path, chaos, capsys):
    FAULTS["unrated"] = refuses_to_rate
    wanted = Wanted(
        folder=tmp_path,
        town="three-neighbours",
        until="day 1 24:00",
        seed=3,
        model="unrated",
        server=chaos.base_url,
    )
    live_served(wanted)
    told = capsys.readouterr().out
    assert "the test of the profile: " in told
    assert "paused at day 1 " in told
    calls, left_out, *_ = (line.split() for line in told.partition("\ncalls")[2].splitlines())
    assert 0 < int(left_out[2]) < int(calls[0])
    assert "\n    refused" in told
    assert "the model refused to answer (I would rather not.)" in told
    for heading in ("first answers", "tokens in, out a head and day", "LINES", "PLANS", "DIARIES"):
        assert f"\n{heading}" in told
    chaos.hits["unrated"] = 0
    live_served(wanted)  # what is kept in the folder is lived on with, and tested no more
    assert "the test of the profile: " not in capsys.readouterr().out
    assert chaos.hits["unrated"] == 0
