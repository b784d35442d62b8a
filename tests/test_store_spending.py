"""Caps: what is spent and set aside stays below them, whoever asks at once and whoever dies meanwhile."""

from __future__ import annotations

import dataclasses
import random
import re
import threading

import pytest

from engine.errors import BadInput, WorkspaceDamaged
from engine.store.answers.spending import (
    ASKED,
    AskedRow,
    CapReached,
    Health,
    Spent,
    UnderWay,
    asked_of,
    asked_rows,
    caps,
    health,
    keep_asked,
    release_run,
    reserve,
    set_cap,
    settle,
    spent,
    spent_by,
    under_way,
)
from engine.store.file.connection import open_store
from engine.store.file.schema import FILE
from engine.store.texts import seal_of, text_hash


@pytest.fixture
def store(tmp_path):
    with_file = open_store(tmp_path / FILE, now=lambda: 1_000.0)
    yield with_file
    with_file.close()


def spend(store, run=1, day=1, tokens=100, micros=10):
    number = reserve(store, run, day, tokens=tokens, micros=micros)
    settle(store, number, run, day, tokens_in=tokens // 2, tokens_out=tokens // 2, micros=micros)


@pytest.mark.parametrize(("measure", "most"), [("calls", 40), ("tokens", 9_000), ("money", 700)])
def test_thirty_at_once_never_pass_a_cap(store, measure, most):
    set_cap(store, "workspace", measure, most)
    draw = random.Random(7)
    sizes = [draw.randint(50, 400) for _ in range(30)]
    refused = []

    def caller(size):
        for _ in range(5):
            try:
                number = reserve(store, 1, 1, tokens=size, micros=size // 4)
            except CapReached:
                refused.append(size)
                continue
            used = size // 2
            settle(store, number, 1, 1, tokens_in=used, tokens_out=0, micros=used // 4)

    threads = [threading.Thread(target=caller, args=(size,)) for size in sizes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    whole = spent(store)
    assert {"calls": whole.calls, "tokens": whole.tokens, "money": whole.micros}[measure] <= most
    assert refused


def test_what_is_set_aside_counts_until_it_is_settled(store):
    set_cap(store, "run", "tokens", 150)
    held = reserve(store, 1, 1, tokens=100, micros=0)
    with pytest.raises(CapReached, match="100 tokens reserved"):
        reserve(store, 1, 1, tokens=100, micros=0)
    settle(store, held, 1, 1, tokens_in=20, tokens_out=5, micros=0)
    reserve(store, 1, 1, tokens=100, micros=0)


def test_a_day_and_a_run_have_caps_of_their_own(store):
    set_cap(store, "day", "calls", 1)
    spend(store, run=1, day=1)
    with pytest.raises(CapReached, match="for this day"):
        reserve(store, 1, 1, tokens=1, micros=0)
    spend(store, run=1, day=2)
    spend(store, run=2, day=1)
    assert spent(store).calls == 3
    assert spent(store, 1).calls == 2
    assert spent(store, 1, 2).calls == 1


def test_what_a_killed_process_had_set_aside_is_free_again(tmp_path):
    now = [1_000.0]
    store = open_store(tmp_path / FILE, now=lambda: now[0])
    set_cap(store, "workspace", "calls", 1)
    reserve(store, 1, 1, tokens=1, micros=0)
    with pytest.raises(CapReached):
        reserve(store, 2, 1, tokens=1, micros=0)
    release_run(store, 1)
    reserve(store, 2, 1, tokens=1, micros=0)
    now[0] += 3_600
    late = reserve(store, 3, 1, tokens=1, micros=0)
    release_run(store, 3)
    settle(store, late, 3, 1, tokens_in=70, tokens_out=0, micros=0)
    assert spent(store).tokens == 70, "what was spent counts, whatever became of its reservation"
    store.close()


def test_what_is_asked_just_now_is_what_is_set_aside_and_has_not_lapsed(tmp_path):
    now = [1_000.0]
    with open_store(tmp_path / FILE, now=lambda: now[0]) as store:
        first = reserve(store, 1, 1, tokens=100, micros=7)
        reserve(store, 1, 2, tokens=50, micros=None, source="chat")
        reserve(store, 2, 1, tokens=9, micros=1)
        assert under_way(store, 1) == UnderWay(calls=2, tokens=150, micros=7)
        settle(store, first, 1, 1, tokens_in=20, tokens_out=5, micros=3)
        assert under_way(store, 1) == UnderWay(calls=1, tokens=50, micros=0)
        now[0] += 3_600
        assert under_way(store, 1).calls == 0


@pytest.mark.parametrize(("seconds", "kept"), [(0, 600), (300, 600), (900, 960)])
def test_what_is_set_aside_is_kept_a_little_longer_than_its_request_may_last(tmp_path, seconds, kept):
    now = [1_000.0]
    with open_store(tmp_path / FILE, now=lambda: now[0]) as store:
        set_cap(store, "run", "calls", 1)
        reserve(store, 1, 1, tokens=1, micros=0, seconds=seconds)
        now[0] += kept
        assert under_way(store, 1).calls == 1
        with pytest.raises(CapReached):
            reserve(store, 1, 1, tokens=1, micros=0)
        now[0] += 1
        assert under_way(store, 1).calls == 0
        reserve(store, 1, 1, tokens=1, micros=0)


def test_a_run_that_is_taken_up_frees_nothing_of_a_chat(store):
    set_cap(store, "run", "calls", 1)
    reserve(store, 1, 1, tokens=1, micros=0, source="chat")
    release_run(store, 1)
    with pytest.raises(CapReached):
        reserve(store, 1, 1, tokens=1, micros=0)


def test_a_cap_can_be_nothing_at_all(store):
    set_cap(store, "run", "calls", 0)
    with pytest.raises(CapReached, match="the cap of 0 calls"):
        reserve(store, 1, 1, tokens=1, micros=0)


def test_a_cap_is_kept_until_it_is_changed_or_taken_away(store):
    set_cap(store, "run", "money", 5)
    set_cap(store, "day", "calls", 2**53)
    set_cap(store, "run", "money", 7)
    assert caps(store) == {("day", "calls"): 2**53, ("run", "money"): 7}
    set_cap(store, "run", "money", None)
    assert caps(store) == {("day", "calls"): 2**53}


def test_under_a_cap_on_money_nothing_is_asked_of_which_no_price_is_known(store):
    set_cap(store, "run", "tokens", 100)
    reserve(store, 1, 1, tokens=1, micros=None)
    set_cap(store, "run", "money", 1_000_000)
    reserve(store, 1, 1, tokens=1, micros=0)
    with pytest.raises(CapReached, match=r"has no prices; add the prices to the profile"):
        reserve(store, 1, 1, tokens=1, micros=None)
    with pytest.raises(
        CapReached, match="has no price for embeddings; add the price for embeddings to the profile"
    ):
        reserve(store, 1, 1, tokens=1, micros=None, unpriced="price for embeddings")


def test_a_missing_price_is_what_is_said_even_where_no_money_is_left(store):
    set_cap(store, "run", "money", 0)
    with pytest.raises(CapReached, match="has no prices"):
        reserve(store, 1, 1, tokens=1, micros=None)


def test_a_cap_outlives_a_power_cut(store):
    said = []
    store.db.set_trace_callback(said.append)
    set_cap(store, "run", "calls", 7)
    assert "PRAGMA synchronous = FULL" in said


def test_large_sums_are_told_to_the_last_hundredth_of_a_cent(store):
    set_cap(store, "workspace", "money", 1_234_567_000_100)
    set_cap(store, "workspace", "tokens", 9_999_999)
    with pytest.raises(CapReached, match=r"cap of 1,234,567\.0001 currency units for this workspace"):
        reserve(store, 1, 1, tokens=1, micros=1_234_567_000_101)
    with pytest.raises(CapReached, match="cap of 9,999,999 tokens for this workspace"):
        reserve(store, 1, 1, tokens=10_000_000, micros=1)


def test_a_cap_that_is_reached_says_which_how_far_it_is_and_what_to_do(store):
    set_cap(store, "run", "money", 2_000_000)
    spend(store, micros=1_250_000)
    reserve(store, 1, 1, tokens=1, micros=500_000)
    with pytest.raises(CapReached) as refused:
        reserve(store, 1, 1, tokens=1, micros=250_001)
    assert str(refused.value) == (
        "the cap of 2.0000 currency units for this run is reached: 1.2500 currency units used, 0.5000 "
        "currency units reserved, and the next call may take 0.2500 currency units; raise the cap in "
        "Settings or with `townwright cap`"
    )
    reserve(store, 1, 1, tokens=1, micros=250_000)


def test_tokens_without_a_price_are_counted_apart(store):
    settle(store, reserve(store, 1, 1, tokens=9, micros=None), 1, 1, tokens_in=5, tokens_out=2, micros=None)
    settle(store, reserve(store, 1, 1, tokens=9, micros=4), 1, 1, tokens_in=3, tokens_out=1, micros=4)
    settle(store, reserve(store, 1, 1, tokens=9, micros=None), 1, 1, tokens_in=1, tokens_out=1, micros=None)
    assert spent(store, 1) == Spent(calls=3, tokens_in=9, tokens_out=4, micros=4, unpriced=9)
    assert spent(store, 2) == Spent()


ANSWERED = AskedRow(
    run=1, source="run", agent="ada", minute=700, purpose="act", key="k1", profile="local", model="tiny",
    said="so said the server", attempts=2, repairs=1, failure="", tokens_in=30, tokens_out=12, cached=8,
    seconds=1.5, micros=9,
)  # fmt: skip


def asked(**changes):
    return dataclasses.replace(ANSWERED, **changes)


def test_a_call_is_written_down_as_it_went_and_the_latest_of_a_key_counts(tmp_path):
    with open_store(tmp_path / FILE, now=lambda: 1_000.0) as store:
        keep_asked(store, asked(), answer="{}")
        keep_asked(store, asked(key="k2", failure="timeout: it took too long; wait"), answer=None)
        keep_asked(store, asked(key="k2", attempts=1), answer="{}")
        rows = asked_rows(store, ["k1", *(f"other {n}" for n in range(1_000)), "k2"])
        when = "1970-01-01T00:16:40+00:00"
        assert rows == {
            "k1": asked(number=1, created=when),
            "k2": asked(number=3, key="k2", attempts=1, created=when),
        }
        assert asked_rows(store, []) == {}


def test_what_a_server_said_that_is_damaged_is_named_with_its_file(store):
    keep_asked(store, asked(), answer=None)
    with store.write() as db:
        db.execute("UPDATE text SET body = x'00'")
    name = text_hash("so said the server")[:12]
    damage = re.escape(f"{str(store.path)!r} is damaged: the stored text {name} has changed")
    with pytest.raises(WorkspaceDamaged, match=damage):
        asked_rows(store, ["k1"])


def test_a_row_of_another_query_is_no_call(store):
    keep_asked(store, asked(), answer=None)
    (row,) = store.select(f"SELECT {ASKED}")
    assert asked_of(store, row).key == "k1"
    with pytest.raises(ValueError, match="argument 2 is longer"):
        asked_of(store, (*row[:-2], "one more", *row[-2:]))


def test_a_failure_is_a_kind_and_a_sentence():
    row = asked(failure="timeout: it took too long: wait")
    assert (row.kind, row.fault) == ("timeout", "it took too long: wait")
    assert (asked().kind, asked().fault) == ("", "")


def test_an_answer_is_kept_for_whoever_asks_the_same_and_the_first_one_stays(store):
    keep_asked(store, asked(key="none"), answer=None)
    keep_asked(store, asked(), answer="first")
    keep_asked(store, asked(tokens_in=99), answer="second")
    kept = store.select(
        "SELECT key, model, purpose, answer, tokens_in, tokens_out, seconds, created, seal FROM journal"
    )
    answer = text_hash("first")
    when = store.stamp_now()
    assert kept == [("k1", "tiny", "act", answer, 30, 12, 1.5, when, seal_of("k1", answer))]
    assert store.select("SELECT count(*) FROM text WHERE hash = ?", [text_hash("first")]) == [(1,)]


def test_what_a_run_took_adds_up_by_day_agent_purpose_and_model(store):
    keep_asked(store, asked(), answer="{}")
    keep_asked(store, asked(key="k2", agent="ben", minute=1_440, micros=None), answer="{}")
    keep_asked(store, asked(key="k3", purpose="speak", model="big", attempts=1), answer="{}")
    keep_asked(store, asked(key="k4", run=2), answer="{}")
    one = Spent(calls=2, tokens_in=30, tokens_out=12, micros=9)
    unpriced = Spent(calls=2, tokens_in=30, tokens_out=12, unpriced=42)
    both = Spent(calls=3, tokens_in=60, tokens_out=24, micros=18)
    assert spent_by(store, 1, "day") == {"1": both, "2": unpriced}
    assert spent_by(store, 1, "agent") == {"ada": both, "ben": unpriced}
    mixed = Spent(calls=4, tokens_in=60, tokens_out=24, micros=9, unpriced=42)
    assert spent_by(store, 1, "purpose") == {"act": mixed, "speak": dataclasses.replace(one, calls=1)}
    assert spent_by(store, 1, "model") == {"big": dataclasses.replace(one, calls=1), "tiny": mixed}
    assert both.tokens == 84


def test_the_health_of_a_day_counts_what_was_repaired_and_what_came_to_nothing(store):
    keep_asked(store, asked(repairs=0), answer="{}")
    keep_asked(store, asked(key="k2"), answer="{}")
    keep_asked(store, asked(key="k3", repairs=0, failure="timeout: x"), answer=None)
    keep_asked(store, asked(key="k4", purpose="embed", failure="timeout: x"), answer=None)
    keep_asked(store, asked(key="k5", minute=1_440, repairs=0), answer="{}")
    keep_asked(store, asked(key="k6", run=2), answer="{}")
    assert health(store, 1) == (
        Health(day=1, calls=3, repaired=1, failed=1),
        Health(day=2, calls=1, repaired=0, failed=0),
    )


def test_what_is_no_cap_is_refused(store):
    known = "use one of these measures: calls, tokens, money, and one of these scopes: day, run, workspace"
    with pytest.raises(BadInput, match=f"there is no cap on 'hope' per 'run'; {known}$"):
        set_cap(store, "run", "hope", 1)
    with pytest.raises(BadInput, match="no cap on 'calls' per 'year'"):
        set_cap(store, "year", "calls", 1)
    with pytest.raises(BadInput, match="use 0 to block all calls, or a positive number"):
        set_cap(store, "run", "calls", -1)
    with pytest.raises(BadInput, match="is not a valid cap"):
        set_cap(store, "run", "calls", 10**30)
    assert caps(store) == {}
