"""Outcomes: every call is answered, repaired, failed or free; what came to nothing is not forgotten."""

from __future__ import annotations

import pytest
from store_samples import live, new_run, turn_at

from engine.errors import BadInput
from engine.records import Call
from engine.row_ids import row_id
from engine.store.answers.outcomes import outcomes, unanswered
from engine.store.answers.spending import AskedRow, keep_asked
from engine.store.living.runs import fork_run
from engine.store.log.calls import call_page
from engine.store.log.rows import append


def call(store, run, key, minute):
    entry = Call(
        id=row_id(minute, 1, 1), agent="ada", purpose="rate", model="m", key=key, prompt="p", answer="{}"
    )
    append(store, run, turn_at(minute, 1), [entry])


def asked(store, run, key, answer="{}", **more):
    fields = {
        "source": "run", "agent": "ada", "minute": 10, "purpose": "rate", "profile": "local", "model": "m",
        "said": "", "attempts": 1, "repairs": 0, "failure": "", "tokens_in": 5, "tokens_out": 5, "cached": 0,
        "seconds": 0.5, "micros": None,
    }  # fmt: skip
    keep_asked(store, AskedRow(run=run, key=key, **(fields | more)), answer=answer)


@pytest.fixture
def told(store, run):
    """A run with a call of every kind, and two questions that nobody answered."""
    asked(store, run, "well")
    asked(store, run, "mended", repairs=1)
    asked(store, run, "refused", "", failure="refused: the model refused to answer; choose another")
    asked(store, run, "cut", "", failure="truncated: the answer was cut off; choose another")
    asked(store, run + 1, "elsewhere")
    asked(store, run, "later", None, failure="unauthorized: the server does not accept the key (no); check")
    asked(store, run, "later")
    asked(store, run, "never", None, failure="timeout: the server took too long; wait", attempts=4)
    for minute, key in enumerate(["well", "mended", "refused", "cut", "elsewhere", "unasked", "later"], 10):
        call(store, run, key, minute)
    return run


def keys(store, run, how, **more):
    page = call_page(store, run, how=how, **more)
    assert page.total >= len(page.items)
    return [row.key for row in page.items]


def test_calls_are_found_by_how_they_went(store, told):
    assert keys(store, told, "answered") == ["later", "well"]
    assert keys(store, told, "repaired") == ["mended"]
    assert keys(store, told, "failed") == ["cut", "refused"]
    assert keys(store, told, "free") == ["unasked", "elsewhere"]
    assert keys(store, told, "truncated") == ["cut"]
    assert keys(store, told, "timeout") == []
    assert len(keys(store, told, None)) == 7


def test_a_page_of_them_knows_how_many_there_are(store, told):
    page = call_page(store, told, how="failed", offset=1, limit=1)
    assert ([row.key for row in page.items], page.total) == (["refused"], 2)
    assert call_page(store, told, how="failed", agent="ben").total == 0
    assert call_page(store, told, how="failed", purpose="rate", before=13).total == 1


def test_what_is_no_outcome_is_refused(store, told):
    with pytest.raises(BadInput, match="use one of: free, answered, repaired, failed"):
        call_page(store, told, how="' OR 1")


def test_every_call_is_counted_in_one_way(store, told):
    found = outcomes(store, told)
    assert found == {"answered": 2, "free": 2, "refused": 1, "repaired": 1, "truncated": 1}
    assert sum(outcomes(store, told, before=12).values()) == 2


def test_what_a_fork_has_from_its_parent_is_free_to_it(store, told):
    live(store, told, [30])
    fork = fork_run(store, told, 14).number
    assert outcomes(store, fork) == {"free": 4}


def test_what_was_not_answered_is_listed_the_latest_first(store, told):
    asked(store, told, "chat", None, source="chat", failure="cut: the connection broke off; try again")
    page = unanswered(store, told)
    assert [row.key for row in page.items] == ["chat", "never", "later"]
    assert page.items[1].attempts == 4
    assert page.items[2].failure.startswith("unauthorized: ")
    few = unanswered(store, told, limit=1)
    assert ([row.key for row in few.items], few.total) == (["chat"], 3)
    assert unanswered(store, new_run(store).number).total == 0
