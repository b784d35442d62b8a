"""Whoever lives a run does it as a job: everybody sees how far it is, and can ask something of it."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY, moment_words
from engine.errors import DayPaused, ModelFailed, NotFound, NotWritten, RunBusy
from engine.interventions import SetState, Whisper, as_command
from engine.rehearsal import Rehearsal
from engine.running import job as jobs, runner
from engine.running.run_session import hold
from engine.running.runner import spawn_runner
from engine.simulation.day import Pause
from engine.simulation.halting import last_halt
from engine.store.living.commands import commands_of, give_command
from engine.store.living.jobs import claim_job, start_job
from engine.store.verifying.verifying import verify

pytestmark = pytest.mark.slow

TOWN = "willow-bay"
FAR = 100 * DAY
STOVE = "Harbour Café/kitchen/stove"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "HEARTBEAT", 0.02)
    with open_workspace(tmp_path / "ws") as opened:
        yield opened.runs.new(TOWN)


@contextmanager
def being_lived(run):
    """Let a run be lived elsewhere, far into the future; whoever looks on has it stopped in the end."""
    ended = []

    def elsewhere():
        with open_workspace(run.store.path.parent) as own:
            ended.append(own.runs.find(run.number).live(FAR, concurrency=8))

    thread = threading.Thread(target=elsewhere, daemon=True)
    thread.start()
    try:
        until(lambda: run.job is not None and run.job.turns)
        yield ended
    finally:
        run.pause()
        thread.join(60)


def until(done, seconds=60):
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.01)
    assert done()


def answered(run):
    """The commands of a run, newest first, once all are answered."""
    until(lambda: all(command.applied is not None for command in commands_of(run.store, run.number)))
    return commands_of(run.store, run.number)


# ---- in sight of everybody


@pytest.mark.nightly
def test_a_run_that_a_program_lives_is_seen_with_how_far_it_is(run):
    with being_lived(run):
        job = run.job
        assert (job.state, job.is_live, job.pid, job.until) == ("running", True, os.getpid(), FAR)
        assert job.calls > 0
        until(lambda: run.job.turns > job.turns)
        assert run.job.minute >= job.minute


@pytest.mark.nightly
def test_the_job_ends_with_the_figures_of_its_end(run):
    assert run.live(600) == 600
    job = run.job
    assert (job.state, job.until, job.note, job.error) == ("done", 600, moment_words(run.clock), "")
    assert (job.minute, job.turns) == (run.clock, run.at().log.counts["turn"] - len(run.scenario.personas))
    assert run.goal is None
    assert run.row.until == 600


@pytest.mark.nightly
def test_garbage_is_looked_for_seldom_while_a_day_is_lived_and_as_before_afterwards(run):
    before, seen = gc.get_threshold(), []
    run.live(480, watch=lambda progress: seen.append(gc.get_threshold()))
    assert min(seen) > before
    assert gc.get_threshold() == before


@pytest.mark.soak
def test_a_second_one_is_told_who_lives_it_and_changes_nothing(run):
    with being_lived(run):
        for ask in (lambda: run.live(DAY), lambda: run.start(DAY)):
            with pytest.raises(RunBusy, match=rf"process {os.getpid()} \(since "):
                ask()
        assert (run.job.is_live, run.job.until) == (True, FAR)


def test_who_only_holds_a_run_has_no_job_of_it_and_nobody_begins_one(run):
    with hold(run.store, run.row):
        for ask in (lambda: run.live(DAY), lambda: spawn_runner(run.store, run.row, DAY)):
            with pytest.raises(RunBusy, match="another process"):
                ask()
    assert run.job is None


@pytest.mark.soak
def test_a_job_that_died_is_taken_up_by_the_next(run):
    start_job(run.store, run.number, until=DAY)
    claim_job(run.store, run.number, pid=2**30)
    assert run.job.state == "interrupted"
    assert run.goal == DAY
    assert run.live(420) == 420
    assert (run.job.state, run.job.pid) == ("done", os.getpid())


# ---- what is asked of it meanwhile


@pytest.mark.nightly
def test_a_whisper_lands_at_a_common_moment_and_the_day_goes_on(run):
    with being_lived(run) as ended:
        assert run.intervene(Whisper(agent="isabel", text="Close early today.")) is None
        (command,) = answered(run)
        assert not ended
        turns = run.job.turns
        until(lambda: run.job.turns > turns)
    (memory,) = run.at(run.clock).memories("isabel", kinds=["whisper"]).items
    assert "Close early today." in memory.text
    assert memory.minute == command.applied
    assert verify(run.store, run.number) is None


@pytest.mark.soak
def test_several_things_are_done_in_the_order_they_were_asked(run):
    with being_lived(run):
        for state in ("burning", "off", "on"):
            run.intervene(SetState(thing=STOVE, state=state))
        applied = [command.applied for command in reversed(answered(run))]
    assert applied == sorted(applied)
    assert min(applied) > 0


@pytest.mark.soak
def test_what_cannot_be_done_is_answered_with_the_reason_and_the_day_goes_on(run):
    with being_lived(run) as ended:
        with pytest.raises(NotFound, match="is called 'nobody'"):
            run.intervene(Whisper(agent="nobody", text="Well?"))
        give_command(run.store, run.number, *as_command(Whisper(agent="nobody", text="Well?")))
        give_command(run.store, run.number, "fly")
        asked = answered(run)
        assert not ended
    reasons = [command.answer for command in asked]
    assert [command.applied for command in asked] == [-1, -1]
    assert "there is no command 'fly' for a run" in reasons[0]
    assert "nobody has the id 'nobody'" in reasons[1]


@pytest.mark.soak
@pytest.mark.parametrize(("verb", "goal"), [("pause", FAR), ("stop", None)])
def test_a_pause_keeps_the_goal_and_a_stop_forgets_it(run, verb, goal):
    with being_lived(run) as ended:
        getattr(run, verb)()
        until(lambda: ended)
        assert run.goal == goal
    assert (run.job.state, run.job.error, run.job.until) == ("done", "", FAR)
    assert ended[0] < FAR
    assert all(row.next >= min(ended[0], run.clock) for row in run.at().people.values())
    assert commands_of(run.store, run.number)[-1].applied is not None
    assert run.live(ended[0]) == ended[0], "the run is free again"


@pytest.mark.nightly
def test_a_pause_asked_for_here_stops_it_like_one_from_elsewhere(run):
    pause = Pause()
    reached = run.live(DAY, pause=pause, watch=lambda progress: progress.turns == 30 and pause.ask())
    assert 0 < reached < DAY
    assert run.job.state == "done"
    assert run.goal == DAY


@pytest.mark.nightly
def test_who_asked_for_a_stop_is_kept_with_where_the_town_then_stood(run):
    with being_lived(run) as ended:
        run.stop("window", "w1")
        until(lambda: ended)
    assert run.halt.window == "w1", "a pause that came too late stopped nothing"
    halt = run.halt
    assert (halt.verb, halt.asker, halt.window, halt.minute) == ("stop", "window", "w1", ended[0])
    assert halt.by == "from a studio window"
    assert last_halt(run.store, run.number, "9999-12-31T00:00:00+00:00") is None, "of a later job, nobody"


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("asker", "words"),
    [
        ("command line", "on the command line"),
        ("system", "by the system, which told the runner to stop"),
        ("program", "by a program"),
    ],
)
def test_whoever_lives_the_run_and_stops_it_directly_is_kept_as_well(run, asker, words):
    pause = Pause(asker=asker)
    reached = run.live(DAY, pause=pause, watch=lambda progress: progress.turns == 30 and pause.ask())
    assert (run.halt.by, run.halt.verb, run.halt.minute) == (words, "pause", reached)
    assert run.goal == DAY, "a pause keeps where it was going"


@pytest.mark.nightly
def test_a_run_that_came_to_its_goal_was_not_stopped(run):
    pause = Pause()
    reached = run.live(600, pause=pause)
    pause.ask()
    assert reached == 600
    assert run.halt is None


def test_a_brief_pause_is_lifted_and_one_for_good_is_not():
    pause = Pause()
    pause.ask(briefly=True)
    assert pause.asked
    pause.lift()
    assert not pause.asked
    pause.ask()
    pause.ask(briefly=True)
    pause.lift()
    assert pause.asked


# ---- how it may end


@pytest.mark.soak
def test_a_model_that_fails_leaves_a_job_that_says_so(run):
    class Breaks(Rehearsal):
        asked = 0

        async def ask(self, prompt):
            self.asked += 1
            if self.asked == 120:
                raise ModelFailed("the server gave no answer")
            return await super().ask(prompt)

    run.town = replace(run.town, model=Breaks())
    with pytest.raises(DayPaused) as error:
        run.live(DAY, concurrency=8)
    assert (run.job.state, run.job.error) == ("failed", str(error.value))
    assert "the server gave no answer" in run.job.error
    assert run.goal == DAY


@pytest.mark.soak
def test_a_fault_of_our_own_leaves_a_job_that_says_where_the_details_are(run):
    with pytest.raises(ZeroDivisionError):
        run.live(DAY, watch=lambda progress: 1 / 0)
    assert (run.job.state, run.job.is_live) == ("failed", False)
    assert "an internal error occurred" in run.job.error
    assert "division" not in run.job.error


@pytest.mark.soak
def test_leaving_at_once_is_no_failure(run):
    def leave(progress):
        if progress.turns == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.live(DAY, watch=leave)
    assert (run.job.state, run.job.error) == ("done", "")
    assert run.goal == DAY


@pytest.mark.soak
def test_a_run_that_can_no_longer_say_that_it_lives_stops(run, monkeypatch):
    beats = []

    def beat(*_, **figures):
        beats.append(figures)
        if len(beats) > 3:
            raise NotWritten("the disk is full")

    monkeypatch.setattr(jobs, "beat", beat)
    with pytest.raises(NotWritten, match="disk is full"):
        run.live(FAR)
    assert (run.job.state, run.job.error) == ("failed", "the disk is full")
    assert len(beats) == 4


@pytest.mark.nightly
def test_a_run_whose_scenario_cannot_be_read_any_more_leaves_a_job_that_says_so(run):
    with run.store.write() as db:
        db.execute("UPDATE run SET model = 'oracle'")
    process = spawn_runner(run.store, run.row, DAY)
    assert process.wait(60) == 1
    assert run.job.state == "failed"
    assert "no model 'oracle'" in run.job.error


# ---- a runner that dies says why


PRINTED = "; its last output was: "


def gone(run):
    """The job of a run whose runner is gone, once whoever started it has seen how it ended."""
    until(lambda: run.job.state == "interrupted" and " ended " in run.job.error)
    return run.job


@pytest.mark.soak
def test_a_runner_that_is_killed_is_said_to_have_been(run):
    run.start(FAR)
    until(lambda: run.job.turns)
    os.kill(run.job.pid, signal.SIGKILL)
    assert gone(run).error.startswith(
        "the process was ended by signal 9 (SIGKILL), probably because a person ended it or the system"
    )
    goal = run.clock + 30
    assert run.live(goal) == goal <= run.clock


@pytest.mark.parametrize(
    ("boot", "reason"),
    [
        (
            "raise ModuleNotFoundError('No module named \\x1b[1mengine')",
            f"the process ended with exit status 1{PRINTED}ModuleNotFoundError: No module named  [1mengine",
        ),
        ("import os; os._exit(3)", "the process ended with exit status 3"),
        ("print('x' * 5000); raise SystemExit(4)",
         f"the process ended with exit status 4{PRINTED}{'x' * 299}…"),
        ("print('not utf-8:', flush=True); import os; os.write(1, b'\\xff\\n'); os.abort()",
         f"the process was ended by signal 6 (SIGABRT){PRINTED}�"),
    ],
)  # fmt: skip
def test_a_runner_that_dies_before_it_begins_says_why(run, monkeypatch, boot, reason):
    monkeypatch.setattr(runner, "_BOOT", boot)
    run.start(DAY)
    assert gone(run).error == reason


def test_what_one_runner_printed_is_not_said_of_the_next(run, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(runner, "_BOOT", "raise SystemExit('a fault of long ago')")
        run.start(DAY)
        assert "a fault of long ago" in gone(run).error
    start_job(run.store, run.number, until=DAY)
    claim_job(run.store, run.number, pid=2**30)
    with run.store.write() as db:
        db.execute("UPDATE job SET started = '2031-01-01T00:00:00+00:00'")  # another second
    assert (
        run.job.error
        == "the process left no message: it was ended from outside, or the computer was switched off"
    )


def test_a_job_that_nobody_is_heard_of_says_for_how_long(run):
    start_job(run.store, run.number, until=DAY)
    claim_job(run.store, run.number, pid=os.getpid())
    with run.store.write() as db:
        db.execute("UPDATE job SET heartbeat = heartbeat - 100")
    assert run.job.error.startswith(f"process {os.getpid()} has not responded for 100 s")
