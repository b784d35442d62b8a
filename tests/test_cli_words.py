"""The command line helps: what was meant, what was done, what a shell can complete, and in colour."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.cli.screen.colour import Painted, Tone, wants_colour
from engine.cli.screen.progress import ProgressLine
from engine.cli.screen.terminal import Terminal
from engine.running.run_session import Progress

ROOT = Path(__file__).parents[1]


# ---- what was meant


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rn", "townwright: there is no command 'rn'; did you mean 'run'? See townwright --help"),
        ("memries last isabel", "did you mean 'memories'? See townwright --help"),
        ("xyzzy", "there is no command 'xyzzy'; use one of: check, new, "),
        ("run willow-bay --see 3x", "townwright run: argument --seed: '3x' is not a whole number"),
        ("run willow-bay --seeds 3", "townwright run: there is no option '--seeds'; did you mean '--seed'?"),
        ("run willow-bay --modell=x", "there is no option '--modell'; did you mean '--model'?"),
        ("run willow bay", "townwright run: unexpected argument 'bay'; put quotes around"),
        (
            "--portt 8502",
            "townwright: there is no option '--portt'; did you mean '--port'? See townwright --",
        ),
        ("--workspace x rn", "there is no command 'rn'; did you mean 'run'?"),
        ("export last --as casette", "did you mean 'cassette'?"),
        ("memories last nell --kind talks", "there is no KIND 'talks'; did you mean 'talk'?"),
        ("cap week", "there is no SCOPE 'week'; use one of: day, run, workspace; see townwright cap --help"),
        ("cap run munny", "did you mean 'money'?"),
    ],
)
def test_a_slip_is_answered_with_what_was_probably_meant(line, words, call):
    status, out, err = call(*line.split())
    assert (status, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_the_version_is_told(call):
    assert call("--version") == (0, f"townwright {engine.__version__}\n", "")


# ---- what was done


@pytest.mark.nightly
def test_asking_for_a_cap_sets_and_takes_away_none(call, asked, own):
    assert "There is no cap on money per run; `townwright cap run money" in call("cap", "run", "money")[1]
    call("cap", "run", "tokens", 5_000)
    call("cap", "day", "calls", 7)
    for asking in (["cap", "run"], ["cap", "run", "tokens"], ["cap"]):
        status, out, _ = call(*asking)
        assert (status, "at most 5,000 tokens per run" in out) == (0, True)
        assert ("at most 7 calls per day" in out) == (asking == ["cap"])
    assert asked("cap", "run")["caps"] == [{"scope": "run", "measure": "tokens", "most": 5_000}]
    assert len(asked("cap")["caps"]) == 2


def test_taking_a_cap_away_is_said(call, asked, own):
    call("cap", "run", "money", 2.5)
    assert "Removed the cap of 2.5 money per run." in call("cap", "run", "money", "none")[1]
    assert "There was no cap on money per run." in call("cap", "run", "money", "none")[1]
    assert asked("cap")["caps"] == []


def test_a_run_with_nothing_left_to_live_says_so_and_is_left_as_it_is(call, asked, own):
    before = asked("runs")
    status, out, err = call("resume", "last")
    assert (status, out) == (0, "")
    assert "willow-bay-1 has already reached day 1 09:00" in err
    assert "to continue: townwright resume willow-bay-1 --days 1" in err
    end = asked("resume", "last")
    assert (end["minute"], end["seconds"]) == (540, 0)
    assert asked("runs") == before


def test_new_says_where_it_has_written(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert f"Created a scenario with 4 files in {tmp_path / 'harbour'}." in call("new", "harbour")[1]


# ---- colour


class Screen(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("environ", "on_a_terminal", "in_a_pipe"),
    [
        ({"TERM": "xterm"}, True, False),
        ({"TERM": "dumb"}, False, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, True, False),
        ({"TERM": "xterm", "NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
        ({"TERM": "xterm", "FORCE_COLOR": "0"}, False, False),
    ],
)
def test_colour_is_for_those_who_can_see_it_and_want_it(environ, on_a_terminal, in_a_pipe):
    assert wants_colour(Screen(), environ) is on_a_terminal
    assert wants_colour(io.StringIO(), environ) is in_a_pipe


def test_colour_changes_no_column_and_lets_no_hostile_letter_through(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    rows = [("港", "state"), (Painted("ok\x1b[31m", Tone.GOOD), 1), ("", "")]
    shown = {}
    for plain in (False, True):
        terminal = Terminal(Screen(), Screen(), plain=plain)
        terminal.table(rows, headed=True)
        shown[plain] = terminal.out.getvalue()
    assert "\x1b[1m港" in shown[False]
    assert "\x1b[32mok\\x1b[31m" in shown[False]
    assert re.sub(r"\x1b\[\d*m", "", shown[False]) == shown[True]
    assert "\x1b" not in shown[True]
    assert not any(line.endswith(" ") for line in shown[True].splitlines())


@pytest.mark.parametrize(
    ("command", "has_colours"),
    [(["runs"], True), (["doctor"], True), (["memories", "last", "isabel"], True), (["cap"], False)],
)
def test_json_is_never_coloured(command, has_colours, call, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "")
    assert ("\x1b" in "".join(call(*command)[1:])) is has_colours, "where people read it"
    _, out, err = call(*command, "--json")
    json.loads(out)
    assert "\x1b" not in out + err


# ---- how far it is


def test_a_bar_is_full_at_the_end_and_not_before(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("engine.cli.screen.progress._REDRAW", 0)
    terminal = Terminal(io.StringIO(), Screen())
    with ProgressLine(terminal, since=0, until=1440) as progress:
        progress.show(Progress(minute=1439, turns=3, calls=2))
        assert terminal.err.getvalue().endswith(" 99%  day 1 23:59, 3 turns, 2 calls".ljust(51))
        progress.reach(1440)
    last = terminal.err.getvalue().split("\r")[-1]
    assert last.startswith("[########################] 100%  day 2 00:00, 3 turns, 2 calls")


def test_a_bar_is_shown_where_nobody_had_a_turn_as_well():
    terminal = Terminal(io.StringIO(), Screen())
    with ProgressLine(terminal, since=540, until=545) as progress:
        progress.reach(545)
    assert "100%" in terminal.err.getvalue()


# ---- completion


@pytest.mark.nightly
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_ask_and_bash_understands_it(shell):
    line = [sys.executable, "-m", "engine.cli", "completion", shell]
    said = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "_ARGCOMPLETE" in said
    assert "townwright" in said
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=said, text=True, check=True)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("line", "among"),
    [
        ("townwright run --conc", {"--concurrency"}),
        ("townwright memories last is", {"isabel"}),
        pytest.param("townwright me", {"memories"}, marks=pytest.mark.nightly),
        pytest.param("townwright resume ", {"last", "willow-bay-1"}, marks=pytest.mark.nightly),
        pytest.param("townwright run will", {"willow-bay"}, marks=pytest.mark.nightly),
        pytest.param("townwright export last --as ", {"jsonl", "cassette"}, marks=pytest.mark.nightly),
        pytest.param("townwright cap workspace ", {"calls", "tokens", "money"}, marks=pytest.mark.nightly),
    ],
)
def test_words_are_completed_down_to_the_names_of_runs_and_people(line, among, lived, tmp_path):
    answer = tmp_path / "answer"
    asking = {
        **os.environ, "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer), "COMP_LINE": line, "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9", "TOWNWRIGHT_WORKSPACE": str(lived),
    }  # fmt: skip
    subprocess.run([sys.executable, "-m", "engine.cli"], cwd=ROOT, env=asking, check=True)
    assert among <= set(answer.read_text("utf-8").split("\n"))
