"""The Calls page: every prompt and answer, found again, read in full, counted."""

from __future__ import annotations

import re
from functools import partial

import pytest

from engine.api.workspace import open_workspace
from engine.clock import parse_moment
from engine.errors import DayPaused
from engine.models.profiles import Profile
from engine.store.answers.profiles import learn_mode
from engine.store.log.calls import CallRow, CallTotal
from studio.models.call_list import call_rows, cost_words, total_rows
from tests.studios import lived, open_up, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def calls(monkeypatch, town, **link):
    return studio(monkeypatch, town.store.path.parent, "calls", **link)


def test_a_page_of_fifty_with_the_count_of_all(monkeypatch, town):
    total = town.at().log.calls(limit=0).total
    at = calls(monkeypatch, town)
    assert f"{total:,} calls, newest first" in words(at)
    assert len(at.dataframe[0].value) == 50
    at.pagination[0].set_value(2).run()
    assert len(well(at).dataframe[0].value) == 50


def test_calls_are_found_by_agent_and_purpose(monkeypatch, town):
    at = calls(monkeypatch, town)
    at.selectbox(key=f"calls-agent-{town.number}").set_value("isabel")
    at.selectbox(key=f"calls-purpose-{town.number}").set_value("plan_day").run()
    total = town.at().log.calls(agent="isabel", purpose="plan_day", limit=0).total
    rows = well(at).dataframe[0].value
    assert len(rows) == total
    assert set(rows["purpose"]) == {"plan the day"}
    assert set(rows["who"]) == {"Isabel Moreno"}


def test_a_chosen_call_shows_its_prompt_and_its_raw_answer(monkeypatch, town):
    at = calls(monkeypatch, town)
    newest = town.at().log.calls(limit=1).items[0]
    texts = town.call_texts(newest.id)
    at.dataframe[0].select(rows=[0]) if hasattr(at.dataframe[0], "select") else None
    if not hasattr(at.dataframe[0], "select"):
        key = f"calls-{town.number}-None-None-None-1-{town.at().log.calls(limit=0).total}"
        at.session_state[key] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    well(at.run())
    shown = [block.value for block in at.code]
    assert texts.prompt in shown
    assert "Why this was asked" in [button.label for button in at.button]


@pytest.fixture
def served(tmp_path, chaos):
    """A morning thought by a server, whose blocks one takes apart that refuses; it was down at first."""
    with open_workspace(tmp_path) as workspace:
        keep = partial(Profile, base_url=chaos.base_url)
        workspace.models.keep(keep(name="odd", model="refusal"))
        workspace.models.keep(keep(name="big", model="401"))
        learn_mode(workspace.store, chaos.base_url, "refusal", 1)
        run = workspace.runs.new("three-neighbours", model="big, plan_block=odd")
        with pytest.raises(DayPaused):
            run.live(9 * 60)
        workspace.models.keep(keep(name="big", model="salad"))
        run = workspace.runs.find("last")
        run.live(9 * 60)
        yield run


@pytest.mark.nightly
def test_calls_are_found_by_how_they_went(monkeypatch, served):
    at = calls(monkeypatch, served)
    how = at.selectbox(key=f"calls-how-{served.number}")
    assert how.options == ["Answered", "Failed", "Failed: the model refused to answer"]
    for way, label in (("failed", "refused"), ("answered", "answered")):
        how.set_value(way).run()
        assert set(well(at).dataframe[0].value["how"]) == {label}
        assert f"{served.at().log.calls(how=way, limit=0).total:,} call" in words(at)
        how = at.selectbox(key=f"calls-how-{served.number}")
    assert served.at().log.calls(how="refused").items == served.at().log.calls(how="failed").items


@pytest.mark.soak
def test_a_call_that_failed_shows_what_it_took_and_what_was_said(monkeypatch, served):
    at = calls(monkeypatch, served)
    at.selectbox(key=f"calls-how-{served.number}").set_value("failed").run()
    total = served.at().log.calls(how="failed", limit=0).total
    key = f"calls-{served.number}-None-None-failed-1-{total}"
    at.session_state[key] = {"selection": {"rows": [0], "columns": [], "cells": []}}
    said = words(well(at.run()))
    assert "No usable answer: the model refused to answer" in said
    assert "1 request" in said
    assert re.search(r"\d\.\d\d s", said)
    assert "I cannot help with that." in said


@pytest.mark.soak
def test_what_was_not_answered_is_told_with_the_words_of_the_server(monkeypatch, served):
    at = calls(monkeypatch, served)
    (box,) = [one.label for one in at.expander if one.label.startswith("Unanswered")]
    assert box == f"Unanswered ({served.unanswered().total})"
    said = words(open_up(at, "calls-failed"))
    assert "the server rejected the API key (status 401: Incorrect API key provided)" in said
    assert "was asked to understand what a text asks, day 1 " in said
    assert "profile big · 1 request" in said


def test_a_rehearsed_day_has_neither_ways_nor_anything_in_vain(monkeypatch, town):
    at = calls(monkeypatch, town)
    assert [box.label for box in at.selectbox if box.key and box.key.startswith("calls-")] == [
        "Person", "Purpose of the call"
    ]  # fmt: skip
    assert "Unanswered" not in "".join(one.label for one in at.expander)


def test_before_anybody_woke_no_call_to_plan_fits(monkeypatch, town):
    at = calls(monkeypatch, town, at=parse_moment("day 1 00:01"))
    at.selectbox(key=f"calls-purpose-{town.number}").set_value("plan_day").run()
    assert "No calls match" in words(at)


def test_the_totals_add_up(town):
    totals = town.at().log.call_totals()
    assert sum(one.calls for one in totals) == town.at().log.calls(limit=0).total
    assert {one.purpose for one in totals} == set(town.call_filters()[1])
    of_isabel = town.at().log.call_totals(agent="isabel")
    assert sum(one.calls for one in of_isabel) == town.at().log.calls(agent="isabel", limit=0).total


# ---- the logic


def call(**more):
    fields = {
        "id": 4_800_010_002,
        "agent": "ada",
        "purpose": "plan_day",
        "model": "rehearsal-2",
        "prompt_length": 1_200,
        "answer_length": 80,
        "tokens_in": 0,
        "tokens_out": 0,
        "seconds": 0.0,
    }
    return CallRow(**(fields | more))


def total(purpose="rate", **more):
    fields = {
        "calls": 2,
        "prompt_length": 1_000,
        "answer_length": 10,
        "tokens_in": 0,
        "tokens_out": 0,
        "seconds": 0.0,
    }
    return CallTotal(purpose=purpose, **(fields | more))


def test_the_rehearsal_model_is_named_and_what_is_unknown_is_left_out():
    assert cost_words(call()) == (
        "The rehearsal model, day 1 08:00 · 1,200 characters in the prompt, 80 in the answer"
    )
    said = cost_words(call(model="gpt", tokens_in=300, tokens_out=20, seconds=1.5))
    assert said.endswith("300 input tokens, 20 output tokens · 1.50 s")
    assert said.startswith("The model gpt")


def test_columns_that_say_nothing_are_left_out(town):
    assert "input tokens" not in call_rows(town, [call()])[0]
    assert call_rows(town, [call(tokens_in=5, seconds=0.25)])[0]["seconds"] == 0.25


def test_totals_end_with_the_sum():
    rows = total_rows([total(), total("speak", calls=3)])
    assert [row["calls"] for row in rows] == ["2", "3", "5"]
    assert len(total_rows([total()])) == 1
    assert "input tokens" in total_rows([total(tokens_in=1)])[0]


@pytest.mark.soak
def test_what_a_run_took_is_told_by_day_person_purpose_and_model(monkeypatch, served):
    at = calls(monkeypatch, served)
    key = f"calls-costs-{served.number}"
    names = {"day": "day 1", "agent": "Nell Hartley", "purpose": "plan the day", "model": "no answer"}
    for by, name in names.items():
        at.segmented_control(key=key).set_value(by).run()
        rows = next(table.value for table in well(at).table if "requests" in table.value)
        assert name in list(rows["group"])
        assert set(rows["cost"]) == {"price unknown"}
        total = sum(int(count.replace(",", "")) for count in rows["requests"])
        assert total == sum(part.calls for part in served.spent_by(by).values())
