"""A day is the same day however it is lived: twice, in parallel, slowly, in pieces, killed and resumed.

The tests of the gate live one day of three neighbours each way, those marked `nightly` three of Willow Bay.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import DayPaused, ModelFailed, RunBusy
from engine.export.jsonl import export
from engine.interventions import Whisper
from engine.prompts.questions import PlanDay
from engine.records import Event, Memory, Presence
from engine.rehearsal import Rehearsal
from engine.row_ids import row_id
from engine.running.run_session import RunSession, hold
from engine.running.runner import spawn_runner
from engine.simulation.day import Pause
from engine.store.log.rows import append, append_all, read_log
from engine.store.verifying.verifying import verify
from tests.bench.virtual import Slow, VirtualLoop
from tests.towns import founded
from tests.waiting import LIMIT, wait_until
from tests.warm_processes import warm_runner

pytestmark = pytest.mark.soak

TOWN = "willow-bay"

LIVE = """
import json, sys
from engine.api.workspace import open_workspace
with open_workspace(sys.argv[1]) as workspace:
    for town, days in json.loads(sys.argv[2]).items():
        workspace.runs.new(town).live(days=days)
"""

each_way = pytest.mark.parametrize(
    ("town", "days"), [("three-neighbours", 1), pytest.param(TOWN, 3, marks=pytest.mark.nightly)]
)


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path / "ws") as opened:
        yield opened


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """The first days of a town, one turn at a time: what every other way is compared with."""

    @cache
    def lived(town, days):
        with open_workspace(tmp_path_factory.mktemp("first")) as opened:
            run = opened.runs.new(town)
            run.live(days * DAY, concurrency=1)
            return text(run, days)

    return lived


@pytest.fixture(scope="module")
def afternoon(tmp_path_factory):
    """A workspace in which Willow Bay has lived until two in the afternoon; to be copied."""
    folder = tmp_path_factory.mktemp("afternoon")
    with open_workspace(folder) as opened:
        opened.runs.new(TOWN).live(14 * 60)
    return folder


@pytest.fixture
def run_at_two(afternoon, tmp_path):
    shutil.copytree(afternoon, tmp_path / "afternoon")
    with open_workspace(tmp_path / "afternoon") as opened:
        yield opened.runs.find("last")


def text(run, days):
    return "\n".join(export(run, days * DAY))


@each_way
def test_a_second_time_is_the_same_to_the_byte(workspace, first, town, days):
    run = workspace.runs.new(town)
    run.live(days * DAY, concurrency=1)
    assert text(run, days) == first(town, days)


@each_way
def test_thirty_two_at_once_is_the_same_to_the_byte(workspace, first, town, days):
    run = workspace.runs.new(town)
    run.live(days * DAY, concurrency=32)
    assert text(run, days) == first(town, days)


@each_way
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_random_latencies_are_the_same_to_the_byte(workspace, first, town, seed, days):
    draw = random.Random(seed)
    run = workspace.runs.new(town)
    slow = Slow(Rehearsal(), seconds=lambda prompt: draw.expovariate(1.0))
    living = RunSession(workspace.store, run.row, replace(run.town, model=slow))
    with asyncio.Runner(loop_factory=VirtualLoop) as loop:
        for day in range(1, days + 1):
            loop.run(living.live_on(day * DAY, concurrency=32))
    assert text(run, days) == first(town, days)


@pytest.mark.nightly
@each_way
def test_a_new_process_for_each_half_day_is_the_same_to_the_byte(workspace, first, town, days):
    run = workspace.runs.new(town)
    for half in range(1, 2 * days + 1):
        finish(workspace, run, half * DAY // 2)
    assert text(run, days) == first(town, days)


@pytest.mark.parametrize(
    "days",
    [
        {TOWN: 1},
        pytest.param({TOWN: 2, "liuwan": 2, "the-green": 1}, marks=pytest.mark.nightly),
    ],
    ids=["a day", "more days"],
)
def test_in_whatever_order_a_process_has_its_sets_it_is_the_same_to_the_byte(
    tmp_path, monkeypatch, first, days
):
    found = {town: set() for town in days}
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        live = [sys.executable, "-c", LIVE, str(tmp_path / seed), json.dumps(days)]
        subprocess.run(live, check=True, timeout=LIMIT)
        with open_workspace(tmp_path / seed) as workspace:
            for town, count in days.items():
                found[town].add(text(workspace.runs.find(f"{town}-1"), count))
    assert {town: len(texts) for town, texts in found.items()} == dict.fromkeys(days, 1)
    assert found[TOWN] == {first(TOWN, days[TOWN])}, "this process has an order of its own"


@each_way
def test_stopping_again_and_again_is_the_same_to_the_byte(workspace, first, town, days):
    run = workspace.runs.new(town)
    reached, draw = 0, random.Random(5)
    while reached < days * DAY:
        pause, left = Pause(), draw.randrange(20, 400)

        def watch(progress, pause=pause, left=left):
            if progress.turns >= left:
                pause.ask()

        reached = run.live(days * DAY, concurrency=8, pause=pause, watch=watch)
        clock = run.clock
        assert all(row.next >= min(reached, clock) for row in run.at().people.values())
    assert text(run, days) == first(town, days)


def finish(workspace, run, until):
    """Have a runner process live to a minute, and wait for its end."""
    process = runner(run, until)
    assert process.wait(timeout=LIMIT) == 0, run.job


def runner(run, until):
    return spawn_runner(run.store, run.row, until)


def lived_with_kills(workspace, town, *, begin, kills, seed, until, longest):
    """Kill runners at random moments until so many have been killed; return the runs that came to the end.

    One is killed when it has taken so many turns of at most `longest`, and not after so much time, of which a
    slow machine would need it all to begin and a quick one none. What then is left is lived in peace.
    """
    draw = random.Random(seed)
    ended, run, killed = [], workspace.runs.new(town), 0
    while killed < kills:
        process = begin(run, until)
        turns = turns_of(run) + draw.randint(1, longest)
        if wait_until(
            lambda run=run, turns=turns: turns_of(run) >= turns,
            ended=lambda process=process: process.poll() is not None,
        ):
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=draw.uniform(0, 0.05))  # in the middle of another turn
        process.kill()
        if process.wait(timeout=LIMIT) == -signal.SIGKILL:
            killed += 1
        else:
            assert process.poll() == 0, run.job
            ended.append(run)
            run = workspace.runs.new(town)
    finish(workspace, run, until)
    return [*ended, run]


def turns_of(run):
    ((count,),) = run.store.select("SELECT count(*) FROM turn WHERE run = ?", (run.number,))
    return count


@pytest.mark.nightly
@each_way
def test_a_killed_day_ends_as_if_never_killed(workspace, first, town, days):
    for run in lived_with_kills(workspace, town, begin=runner, kills=3, seed=1, until=days * DAY, longest=40):
        assert text(run, days) == first(town, days)
        assert verify(workspace.store, run.number) is None


@pytest.mark.nightly
def test_a_town_whose_founding_was_cut_off_is_founded_anew(workspace, monkeypatch):
    def cut_off(store, run, turn, entries, **how):
        if turn.id > 3 * 10_000:
            raise KeyboardInterrupt
        return append(store, run, turn, entries, **how)

    whole, run = workspace.runs.new(TOWN), workspace.runs.new(TOWN)
    whole.live(8 * 60)
    with monkeypatch.context() as patch:
        patch.setattr("engine.running.run_session.append", cut_off)
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(RunSession(workspace.store, run.row, run.town).begin())
    assert not run.is_founded
    run.live(8 * 60)
    assert run.at().fingerprint == whole.at().fingerprint


def test_law_no_turn_is_kept_before_one_that_its_agent_was_brought_into(workspace, monkeypatch):
    """Whoever was brought into a turn may have taken a later one by the time it ends."""
    kept = []

    def keep(store, run, made, **how):
        for turn, rows in made:
            kept.append((turn, {row.agent for row in rows if isinstance(row, Presence)}))
        return append_all(store, run, made, **how)

    monkeypatch.setattr("engine.running.run_session.append_all", keep)
    workspace.runs.new(TOWN).live(15 * 60, concurrency=32)
    last, brought = {}, 0
    for turn, agents in kept:
        assert all(turn.id >= last.get(agent, 0) for agent in agents), turn
        brought += len(agents - {turn.agent})
        last[turn.agent] = turn.id
    assert brought > 5


def test_who_is_further_than_a_talk_that_is_taken_again_goes_on_from_there():
    """A workspace of before may hold somebody's later turn, and not the talk that they came from."""
    state = founded()
    ada, ben = (state.minds[agent].presence for agent in ("ada", "ben"))
    state.apply(replace(ben, id=row_id(120, 2, 3), next=150))
    state.apply(
        Event(
            id=row_id(100, 1, 1),
            room=ada.room,
            kind="talk",
            actor="ada",
            about=("ada", "ben"),
            text="They talk",
        )
    )
    for before, number in ((ada, 3), (ben, 4)):
        state.apply(replace(before, id=row_id(100, 1, number), next=110, reason="talked"))
    assert (state.turns.minute(1), state.turns.minute(2)) == (110, 150)
    for other in (1, 3):
        state.turns.set(other, 400, 0)
    assert state.turns.ready(200) == [2]


@pytest.mark.nightly
def test_a_day_dropped_at_random_moments_ends_as_if_never_dropped(workspace, first):
    """Slow answers let turns overtake each other; whatever was not committed is lost, whoever was further."""
    draw = random.Random(3)
    run = workspace.runs.new(TOWN)
    slow = Slow(Rehearsal(), seconds=lambda prompt: draw.expovariate(1.0))
    town = replace(run.town, model=slow)
    drops, reached = 0, 0
    while reached < DAY:
        living = RunSession(workspace.store, run.row, town)
        with asyncio.Runner(loop_factory=VirtualLoop) as loop:
            try:
                whole = living.live_on(DAY, concurrency=32)
                reached = loop.run(asyncio.wait_for(whole, draw.uniform(3, 30)))
            except TimeoutError:
                drops += 1
    assert drops > 10
    assert text(run, 1) == first(TOWN, 1)


@pytest.mark.parametrize(
    ("begin", "town", "days", "longest"),
    [
        (warm_runner, TOWN, 1, 14),
        pytest.param(runner, TOWN, 3, 60, marks=pytest.mark.nightly),
    ],
)
def test_fifty_kills_change_nothing(workspace, first, begin, town, days, longest):
    ended = lived_with_kills(
        workspace, town, begin=begin, kills=50, seed=2, until=days * DAY, longest=longest
    )
    for run in ended:
        assert text(run, days) == first(town, days)
        assert verify(workspace.store, run.number) is None


def test_a_second_runner_is_told_who_has_the_run(workspace):
    run = workspace.runs.new(TOWN)
    with hold(workspace.store, run.row), pytest.raises(RunBusy, match=run.row.id):
        run.live(DAY)


@pytest.mark.nightly
def test_what_holds_a_run_dies_with_its_process(workspace):
    run = workspace.runs.new(TOWN)
    process = runner(run, 100 * DAY)
    wait_until(lambda: turns_of(run) >= 10, ended=lambda: process.poll() is not None)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    goal = run.clock + 60
    assert run.live(goal) == goal


def test_regression_18_a_model_that_fails_pauses_the_day_and_leaves_nothing_of_the_turn(workspace):
    class Breaks(Rehearsal):
        asked = 0

        async def ask(self, prompt):
            Breaks.asked += 1
            if Breaks.asked == 120:
                raise ModelFailed("the server said TOKEN LIMIT EXCEEDED")
            return await super().ask(prompt)

    run = workspace.runs.new(TOWN)
    living = RunSession(workspace.store, run.row, replace(run.town, model=Breaks()))
    with pytest.raises(DayPaused, match=r"could not answer for .* at day 1"):
        living.live(DAY, concurrency=8)
    memories = list(read_log(workspace.store, run.number, Memory))
    assert memories
    assert not any("TOKEN LIMIT" in memory.text for memory in memories)
    assert verify(workspace.store, run.number) is None


@pytest.mark.nightly
def test_regression_13_a_plan_asked_for_again_begins_at_the_same_hour(workspace):
    broken = set()

    class Breaks(Rehearsal):
        async def ask(self, prompt):
            if isinstance(prompt, PlanDay) and prompt.persona.id not in broken:
                broken.add(prompt.persona.id)
                raise ModelFailed("no answer")
            return await super().ask(prompt)

    whole, run = workspace.runs.new(TOWN), workspace.runs.new(TOWN)
    whole.live(9 * 60)
    model, pauses = Breaks(), 0
    while run.clock < 9 * 60:
        try:
            RunSession(workspace.store, run.row, replace(run.town, model=model)).live(9 * 60)
        except DayPaused:
            pauses += 1
    assert pauses == len(run.scenario.personas)
    assert run.at().fingerprint == whole.at().fingerprint


@each_way
def test_a_paused_day_goes_on_from_where_the_failure_left_it(workspace, first, town, days):
    class Breaks(Rehearsal):
        asked = 0

        async def ask(self, prompt):
            Breaks.asked += 1
            if Breaks.asked % 150 == 0:
                raise ModelFailed("no answer")
            return await super().ask(prompt)

    run = workspace.runs.new(town)
    model = Breaks()
    for _ in range(40):
        living = RunSession(workspace.store, run.row, replace(run.town, model=model))
        try:
            living.live(days * DAY, concurrency=8)
        except DayPaused:
            continue
        break
    assert text(run, days) == first(town, days)


def test_regression_3_the_last_access_of_a_memory_survives_leaving_and_coming_back(workspace):
    run = workspace.runs.new(TOWN)
    living = RunSession(workspace.store, run.row, run.town)
    living.live(12 * 60)
    again = RunSession(workspace.store, run.row, run.town)
    for agent, mind in living.state.minds.items():
        assert bytes(again.state.minds[agent].stream._touched) == bytes(mind.stream._touched)


@pytest.mark.nightly
def test_regression_26_a_fork_copies_nothing_and_is_the_same_until_it_differs(run_at_two):
    run = run_at_two
    fork = run.fork(12 * 60)
    assert fork.at(12 * 60).fingerprint == run.at(12 * 60).fingerprint
    before = run.store.select("SELECT count(*) FROM turn WHERE run = ?", (fork.number,))
    assert before == [(0,)]
    fork.live(14 * 60)
    assert fork.at(14 * 60).fingerprint == run.at(14 * 60).fingerprint


@pytest.mark.nightly
def test_a_fork_that_nobody_has_lived_yet_can_be_whispered_to(run_at_two):
    run = run_at_two
    fork = run.fork(12 * 60)
    turn = fork.intervene(Whisper(agent="isabel", text="Invite everybody."))
    assert turn.minute >= 12 * 60
    fork.live(13 * 60)
    assert fork.at().memories("isabel", kinds=["whisper"]).total == 1
    assert run.at().memories("isabel", kinds=["whisper"]).total == 0


@pytest.mark.nightly
def test_what_is_done_at_the_minute_in_which_somebody_is_due_is_seen_at_once(run_at_two):
    run = run_at_two
    due = run.clock
    run.live(due)  # nobody is due earlier, and somebody is now
    run.intervene(Whisper(agent="isabel", text="Invite everybody."))
    assert [memory.minute for memory in run.at().memories("isabel", kinds=["whisper"]).items] == [due]
    before, fork = run.fork(due - 1), run.fork()
    assert before.at().memories("isabel", kinds=["whisper"]).total == 0
    assert fork.at().fingerprint == run.at().fingerprint
    run.intervene(Whisper(agent="isabel", text="Invite nobody."))
    assert fork.at().memories("isabel", kinds=["whisper"]).total == 1, (
        "what is done to one is not done to the other"
    )
    for each in (run, fork):
        each.live(due + 120)
    assert fork.at().fingerprint != run.at().fingerprint


def test_regression_25_a_moment_shows_what_was_then(run_at_two):
    run = run_at_two
    then = run.at(9 * 60).people
    run.live(15 * 60)
    assert run.at(9 * 60).people == then


def test_nobody_is_in_two_places(run_at_two):
    run = run_at_two
    run.live(DAY)
    walks = run.town.world.walks
    index = run.town.world.index
    last = {}
    for row in read_log(run.store, run.number, Presence):
        before = last.get(row.agent)
        if before is not None and before.room != row.room:
            assert row.next - row.minute >= walks[index[row.origin], index[row.room]]
        last[row.agent] = row
