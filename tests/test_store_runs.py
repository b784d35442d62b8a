"""Runs: made, found by what people call them, forked without copying; and how a town stands at a moment."""

from __future__ import annotations

import random

import pytest
from store_samples import live, new_run, new_store, one_of_each, turn_at

from engine.errors import BadInput, NotFound
from engine.records import Presence, Sighting, Step, ThingState
from engine.row_ids import row_id
from engine.store.living.runs import (
    create_run,
    find_run,
    fork_run,
    hide_run,
    list_runs,
    rename_run,
    set_until,
)
from engine.store.log.moments import plan_rows, presences, relations, sightings, thing_states, town_clock
from engine.store.log.rows import append, read_log


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as store:
        yield store


def test_ids_come_from_the_name_and_last(store):
    first, second = new_run(store), new_run(store)
    assert (first.id, second.id, new_run(store, "柳湾").id) == ("willow-bay-1", "willow-bay-2", "柳湾-1")
    assert new_run(store, "!?").id == "run-1"
    renamed = rename_run(store, first.number, " The   festival ")
    assert (renamed.id, renamed.name) == ("willow-bay-1", "The festival")
    assert first.scenario == "willow-bay"


def test_a_run_is_found_by_id_number_name_or_last(store):
    first = new_run(store)
    second = new_run(store, "Festival")
    assert find_run(store, "willow-bay-1") == find_run(store, 1) == find_run(store, "1") == first
    assert find_run(store, "festival") == find_run(store, "last") == second
    hide_run(store, second.number)
    assert find_run(store, "last") == first
    assert list_runs(store) == (first,)
    assert len(list_runs(store, hidden=True)) == 2


def test_what_was_meant_is_suggested(store):
    with pytest.raises(NotFound, match="there are no runs yet"):
        find_run(store, "last")
    new_run(store)
    with pytest.raises(NotFound, match="did you mean 'willow-bay-1'"):
        find_run(store, "wilow-bay-1")
    with pytest.raises(NotFound, match="townwright runs"):
        find_run(store, "\ud800'; DROP TABLE run")
    new_run(store)
    with pytest.raises(BadInput, match="willow-bay-1, willow-bay-2"):
        find_run(store, "Willow Bay")


def test_settings_seed_and_until_are_kept(store):
    version = new_run(store).scenario_version
    run = create_run(
        store,
        name="x",
        scenario_version=version,
        seed=2**40,
        model="local, temperature 0",
        settings={"reflect_at": 80, "名": [1]},
    )
    assert (run.seed, run.model, run.settings) == (
        2**40,
        "local, temperature 0",
        {"reflect_at": 80, "名": [1]},
    )
    assert set_until(store, run.number, 1440).until == 1440


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\x00b"])
def test_a_name_that_cannot_be_shown_is_refused(store, name):
    with pytest.raises(BadInput, match="80 printable"):
        new_run(store, name)


def test_a_run_needs_a_scenario_version_that_exists(store):
    with pytest.raises(NotFound, match="version number 5"):
        create_run(store, name="x", scenario_version=5, seed=0, model="m")
    with pytest.raises(NotFound, match="no run number 5"):
        rename_run(store, 5, "x")


def test_a_fork_copies_nothing_and_goes_no_further_than_the_towns_clock(store):
    run = new_run(store)
    live(store, run.number, [10, 20], order=1)
    live(store, run.number, [10], order=2)
    assert town_clock(store, run.number) == 20
    rows = store.select("SELECT count(*) FROM stamp")
    fork = fork_run(store, run.number, 20, name="What if")
    assert (fork.parent, fork.fork_minute, fork.name, fork.id) == (run.number, 20, "What if", "what-if-1")
    assert store.select("SELECT count(*) FROM stamp") == rows
    with pytest.raises(BadInput, match="has only run until day 1 00:20"):
        fork_run(store, run.number, 21)
    with pytest.raises(BadInput):
        fork_run(store, run.number, -1)
    assert fork_run(store, fork.number, 5).name == "What if"


def test_a_run_nobody_lives_in_has_clock_zero_and_knows_nothing(store):
    run = new_run(store).number
    assert town_clock(store, run) == 0
    assert (presences(store, run), thing_states(store, run), relations(store, run)) == ({}, {}, {})
    assert plan_rows(store, run, "ada", 1) == []


def test_the_last_word_before_a_minute_counts_over_forks_too(store):
    run = new_run(store).number
    for minute in (10, 20, 30):
        append(store, run, turn_at(minute, 1), one_of_each(minute))
    fork = fork_run(store, run, 25).number
    append(
        store,
        fork,
        turn_at(40, 0),
        [
            ThingState(id=row_id(40, 0, 1), thing="Café/counter/kettle", state="broken"),
            Sighting(id=row_id(40, 0, 2), agent="ada", path="Quay", state=""),
        ],
    )

    def minutes(found):
        return [row.minute for row in found.values()]

    assert minutes(presences(store, run)) == [30]
    assert minutes(presences(store, fork)) == [20]
    assert minutes(presences(store, run, before=20)) == [10]
    assert isinstance(presences(store, run)["ada"], Presence)
    assert thing_states(store, fork)["Café/counter/kettle"].state == "broken"
    assert thing_states(store, fork, before=39)["Café/counter/kettle"].state == "on"
    assert thing_states(store, fork, before=40)["Café/counter/kettle"].state == "broken"  # the author's
    assert minutes(relations(store, fork)) == [20]
    assert relations(store, fork, agent="ben") == {}
    assert sorted(path for _, path in sightings(store, fork, agent="ada")) == ["Café/counter/kettle", "Quay"]


@pytest.mark.parametrize("seed", range(6))
def test_where_everybody_is_and_the_clock_are_those_of_all_presences_read_in_order(store, seed):
    draw = random.Random(seed)
    runs = [new_run(store).number, new_run(store).number]
    for minute in range(10, 300, 5):
        live(store, draw.choice(runs), [minute], order=draw.randint(1, 3))
        if minute % 50 == 0:
            parent = draw.choice(runs)
            runs.append(
                fork_run(store, parent, draw.randint(0, min(minute, town_clock(store, parent)))).number
            )
    for run in runs:
        for before in (None, 0, 10, draw.randint(11, 300), 1_000):
            last = {row.agent: row for row in read_log(store, run, Presence, before=before)}
            assert presences(store, run, before) == last
            assert town_clock(store, run, before) == min((row.next for row in last.values()), default=0)


def test_the_plan_of_a_day_is_what_touches_it(store):
    run = new_run(store).number
    spans = [(0, 60), (1400, 1440), (1400, 1500), (1440, 1500), (2880, 2900)]
    steps = [
        Step(id=row_id(1, 1, n), agent="ada", level="block", start=start, end=end, activity=str(n))
        for n, (start, end) in enumerate(spans, 1)
    ]
    append(store, run, turn_at(1, 1), steps)
    assert plan_rows(store, run, "ada", 1) == steps[:3]
    assert plan_rows(store, run, "ada", 2) == steps[2:4]
    assert plan_rows(store, run, "ada", 2, before=1) == []
