"""Caps: what is spent and set aside stays below them, whoever asks at once and whoever dies meanwhile."""

from __future__ import annotations

import random
import threading

import pytest

from engine.errors import BadInput
from engine.store.connection import open_store
from engine.store.schema import FILE
from engine.store.spending import (
    CapReached,
    UnderWay,
    caps,
    release_run,
    reserve,
    set_cap,
    settle,
    spent,
    under_way,
)


@pytest.fixture
def store(tmp_path):
    with_file = open_store(tmp_path / FILE)
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
    with pytest.raises(CapReached, match="100 tokens set aside"):
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


def test_what_is_no_cap_is_refused(store):
    with pytest.raises(BadInput, match="there is no cap on 'hope'"):
        set_cap(store, "run", "hope", 1)
    with pytest.raises(BadInput, match="the least is 0"):
        set_cap(store, "run", "calls", -1)
    with pytest.raises(BadInput, match="cannot be kept"):
        set_cap(store, "run", "calls", 10**30)
    assert caps(store) == {}
