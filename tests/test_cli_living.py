"""From a terminal: begin a run, go on with it, stop it, fork it, and leave alone what others live."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.api.workspace import open_workspace
from engine.api.writing.edits import SetField
from engine.cli.screen.progress import ProgressLine
from engine.cli.screen.stopping import stopping
from engine.cli.screen.terminal import Terminal
from engine.clock import day_of, next_day_end
from engine.moments.meant import goal_meant
from engine.running.run_session import hold
from engine.simulation.day import Pause
from tests.command_line import MORNING

pytestmark = pytest.mark.soak

ROOT = Path(__file__).parents[1]


def test_a_run_ends_with_its_figures(asked, own):
    end = asked("run", "willow-bay", *MORNING, "--name", "Second", "--seed", 7)
    assert list(end) == [
        *("run", "fingerprint", "minute", "until", "agents", "turns", "calls", "tokens", "seconds")
    ]
    assert (end["run"], end["minute"], end["agents"]) == ("second-1", 540, 8)
    assert end["turns"] > 8
    assert end["calls"] > 8


@pytest.mark.nightly
def test_same_seed_same_fingerprint_at_any_concurrency_and_another_seed_another_one(asked, own):
    first = asked("fingerprint", "willow-bay-1")["fingerprint"]
    again = asked("run", "willow-bay", *MORNING, "--concurrency", 1)
    other = asked("run", "willow-bay", *MORNING, "--seed", 8)
    assert again["fingerprint"] == first
    assert other["fingerprint"] != first


def test_resume_goes_where_it_is_told_or_where_the_run_was_going(asked, call, own):
    assert asked("resume", "last", "--until", "day 1 09:30", "--quiet")["minute"] == 570
    assert asked("resume", "last", "--quiet")["minute"] == 570
    status, _, err = call("resume", "last", "--until", "day 1 08:00")
    assert status == 1
    assert "fork it at an earlier one" in err


def test_days_count_to_the_end_of_a_day():
    assert goal_meant("run", 0, None, None, 3) == 3 * 1440
    assert goal_meant("run", 0, None, "day 2 12:00", 3) == 1440 + 720
    assert goal_meant("run", 1440, 1440, None, 1) == goal_meant("run", 1441, 1440, None, 1) == 2 * 1440
    assert goal_meant("run", 540, 540, None, None) == 540
    assert goal_meant("run", 0, None, None, None) == 1440


def test_ctrl_c_stops_at_a_safe_moment_and_the_day_ends_as_if_it_never_happened(
    call, asked, own, monkeypatch
):
    monkeypatch.setattr(ProgressLine, "show", _interrupt_after(8))
    before = signal.getsignal(signal.SIGINT)
    status, out, err = call("run", "willow-bay", *MORNING, "--name", "Broken off")
    assert status == 130
    assert "broken-off-1 has reached" in out
    assert "townwright resume broken-off-1" in err
    assert signal.getsignal(signal.SIGINT) is before
    monkeypatch.undo()
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(own))
    assert asked("runs")[-1]["minute"] < 540
    end = asked("resume", "broken-off-1", "--quiet")
    assert end["minute"] == 540
    assert end["fingerprint"] == asked("fingerprint", "willow-bay-1")["fingerprint"]


def test_regression_23_leaving_at_once_keeps_what_was_lived(call, asked, own, monkeypatch):
    show = _interrupt_after(8, times=2)
    monkeypatch.setattr(ProgressLine, "show", show)
    status, _, err = call("run", "willow-bay", *MORNING, "--name", "Hurry")
    assert status == 130
    assert "townwright resume hurry-1" in err
    monkeypatch.undo()
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(own))
    end = asked("resume", "hurry-1", "--quiet")
    assert end["fingerprint"] == asked("fingerprint", "willow-bay-1")["fingerprint"]


def test_a_first_ctrl_c_stays_polite_when_somebody_else_asked_for_a_pause_already():
    pause, terminal = Pause(), Terminal(io.StringIO(), io.StringIO())
    pause.ask(briefly=True)
    with pytest.raises(KeyboardInterrupt), stopping(pause.ask, terminal, "stopping"):  # noqa: PT012
        signal.raise_signal(signal.SIGINT)
        assert pause.for_good
        signal.raise_signal(signal.SIGINT)
    assert terminal.err.getvalue().count("press Ctrl+C again to exit immediately") == 1


def _interrupt_after(turns, times=1):
    left = [signal.SIGINT] * times

    def show(self, progress):
        while progress.turns >= turns and left:
            signal.raise_signal(left.pop())

    return show


def test_a_run_that_somebody_lives_is_left_alone(call, own):
    with open_workspace(own) as workspace:
        run = workspace.runs.find("last")
        with hold(workspace.store, run.row):
            status, out, err = call("resume", "last", "--days", 1)
    assert (status, out) == (1, "")
    assert "is being simulated by another process" in err.splitlines()[-1]


@pytest.fixture
def elsewhere(own):
    """Willow Bay being lived by a command in another terminal; it would take very long."""
    command = [sys.executable, "-m", "engine.cli", "run", "willow-bay", "--days", "300", "--quiet"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with process, open_workspace(own) as workspace:
        try:
            until(lambda: len(workspace.runs.all()) == 2)
            run = workspace.runs.find("last")
            until(lambda: run.job is not None and run.job.turns)
            yield process, run
        finally:
            process.kill()


def until(done, seconds=60):
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.05)
    assert done()


@pytest.mark.nightly
def test_a_run_lived_in_one_terminal_is_seen_and_spoken_to_from_another(elsewhere, asked, call):
    process, run = elsewhere
    assert [row["state"] for row in asked("runs")] == ["done", "running"]
    assert asked("whisper", "last", "isabel", "Call Tomas.") == {
        "run": run.row.id,
        "turn": None,
        "minute": None,
    }
    until(lambda: run.at().memories("isabel", kinds=["whisper"]).items)
    status, _, err = call("resume", "last")
    assert status == 1
    assert f"is already running in process {process.pid} (since " in err
    run.pause()
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"{run.row.id} has reached day " in out
    assert re.search(r"stopped at day \d+ \d\d:\d\d by a program; to continue: ", err)
    assert f"to continue: townwright resume {run.row.id}" in err
    assert (run.job.state, run.goal) == ("done", 300 * 1440)


@pytest.mark.nightly
def test_a_run_whose_command_was_killed_was_interrupted_and_goes_on(elsewhere, asked, call):
    process, run = elsewhere
    process.kill()
    process.wait()
    assert run.job.state == "interrupted"
    told = call("doctor")[1]
    assert f"{run.row.id} was interrupted: the process left no message: it was ended from outside" in told
    assert f"`townwright resume {run.row.id}` continues it" in told
    end = asked("resume", "last", "--until", f"day {day_of(run.clock) + 1}", "--quiet")
    assert end["until"] == next_day_end(run.clock) - 1440
    assert end["minute"] == run.clock
    assert run.job.state == "done"


def test_a_fork_shares_the_past_and_costs_nothing(asked, own):
    fork = asked("fork", "willow-bay-1", "--at", "day 1 08:00", "--name", "What if")
    assert fork == {"run": "what-if-1", "parent": "willow-bay-1", "minute": 480}
    assert asked("fingerprint", "what-if-1", "--at", "day 1 08:00") == {
        **asked("fingerprint", "willow-bay-1", "--at", "day 1 08:00"),
        "run": "what-if-1",
    }
    again = asked("resume", "what-if-1", *MORNING)
    assert again["fingerprint"] == asked("fingerprint", "willow-bay-1")["fingerprint"]


def test_runs_are_listed_in_the_order_they_were_made(asked, call, own):
    asked("fork", "willow-bay-1", "--at", "day 1 08:00")
    first, second = asked("runs")
    assert (first["run"], first["minute"], first["parent"]) == ("willow-bay-1", 540, None)
    assert (second["run"], second["minute"], second["parent"]) == ("willow-bay-2", 480, "willow-bay-1")
    table = call("runs")[1].splitlines()
    assert table[0].split()[:4] == ["run", "name", "scenario", "seed"]
    assert "forked from willow-bay-1 at day 1 08:00" in table[2]


def test_more_than_two_runs_are_compared_in_a_row_each(asked, call, own):
    for name, what in (("hot", "burning"), ("odd", "humming")):
        asked("fork", "willow-bay-1", "--at", "day 1 08:00", "--name", name)
        asked("set", f"{name}-1", "Harbour Café/kitchen/stove", what)
    there = ("compare", "willow-bay-1", "hot-1", "odd-1", "--at", "day 1 08:00")
    found = asked(*there)
    assert [one["run"] for one in found["runs"]] == ["willow-bay-1", "hot-1", "odd-1"]
    assert found["minute"] == 480
    status, out, _ = call(*there)
    assert status == 0
    assert out.splitlines()[0] == "willow-bay-1 and 2 others, until day 1 08:00"
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["willow-bay-1", "hot-1", "odd-1"]
    status, _, err = call("compare", "willow-bay-1", "hot-1", "willow-bay-1")
    assert status == 1
    assert "cannot be compared with itself" in err


def test_a_list_of_runs_says_what_each_takes_and_a_fork_takes_little(asked, own):
    asked("fork", "willow-bay-1")
    first, second = asked("runs")
    assert first["disk"] > 100_000
    assert second["disk"] < 64_000
    assert (
        first["fingerprint"] == second["fingerprint"] == asked("fingerprint", "willow-bay-1")["fingerprint"]
    )


@pytest.mark.nightly
def test_a_run_is_deleted_brought_back_and_emptied(asked, call, own):
    asked("fork", "willow-bay-1", "--name", "what if")
    status, out, _ = call("runs", "--delete", "what-if-1")
    assert (status, "townwright runs --restore what-if-1" in out) == (0, True)
    assert [one["run"] for one in asked("runs")] == ["willow-bay-1"]
    assert [one["run"] for one in asked("runs", "--deleted")] == ["what-if-1"]
    status, _, err = call("fingerprint", "what-if-1")
    assert (status, "--restore what-if-1" in err) == (1, True)
    assert asked("runs", "--restore", "last") == {"run": "what-if-1", "deleted": ""}
    assert len(asked("runs")) == 2
    asked("runs", "--delete", "willow-bay-1")
    status, _, err = call("runs", "--empty", "willow-bay-1")
    assert (status, "what-if-1 is based on it" in err) == (1, True)
    asked("runs", "--delete", "what-if-1")
    assert asked("runs", "--empty", "what-if-1")["run"] == "what-if-1"
    status, out, _ = call("runs", "--empty", "willow-bay-1")
    assert (status, "Permanently removed willow-bay-1" in out) == (0, True)
    assert "There are no deleted runs" in call("runs", "--deleted")[1]


def test_only_one_thing_is_done_to_a_run_at_once(call, own):
    status, _, err = call("runs", "--delete", "last", "--empty", "last")
    assert status == 2
    assert "not allowed with" in err


@pytest.mark.nightly
def test_what_a_town_says_by_now_is_told_first_and_applied_only_when_asked(call, tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        workspace.runs.new("three-neighbours").live("day 1 08:00")
        edits = workspace.scenarios.edits
        edits.make("three-neighbours", SetField(file="personas/nell.yaml", path=("age",), value=71))
        edits.make("three-neighbours", SetField(file="town.yaml", path=("town",), value="Elsewhere"))
        workspace.scenarios.save_all("three-neighbours")
    there = ("--workspace", tmp_path / "ws")
    status, out, _ = call(*there, "apply", "three-neighbours-1")
    assert status == 0
    assert "→ 71" in out
    assert "not applied: The town’s name: Candle Court → Elsewhere (it is fixed when a run starts" in out
    assert "Nothing is applied yet; to apply it: townwright" in out
    assert "There are no interventions in this run" in call(*there, "interventions", "three-neighbours-1")[1]
    assert "Applied from day 1 08:" in call(*there, "apply", "three-neighbours-1", "--yes")[1]
    assert "Nell Hartley, age: 71" in call(*there, "interventions", "three-neighbours-1")[1]
    told = json.loads(call(*there, "apply", "three-neighbours-1", "--json")[1])
    assert (told["version"], told["wanted"], len(told["refused"])) == (2, [], 1)
    assert call(*there, "amend", "three-neighbours-1", "nell", "traits", "bold")[0] == 0
    status, _, err = call(*there, "amend", "three-neighbours-1", "nell", "home", "Quay")
    assert status == 1
    assert "there is no place 'Quay'" in err
    status, _, err = call(*there, "amend", "three-neighbours-1", "nell", "status", "tired")
    assert status == 1
    assert "'status' cannot be changed in a run; use one of: " in err
