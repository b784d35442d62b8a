"""The command line: its help, how it starts, and how it says in one line what went wrong."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from engine.api.workspace import open_workspace
from engine.cli.grammar import parser
from engine.scenario.allowed_files import MOST_PEOPLE

ROOT = Path(__file__).parents[1]
COMMANDS = ["check", "new", "schema", "run", "resume", "fork", "runs", "ask", "survey", "whisper", "set",
            "memories", "visit", "why", "export", "fingerprint", "doctor"]  # fmt: skip


# ---------------------------------------------------------------- help and start


@pytest.mark.soak
def test_the_help_names_every_command_and_says_what_it_does(call):
    status, out, err = call("--help")
    assert (status, err) == (0, "")
    for name in COMMANDS:
        assert f"\n  {name} " in out


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself_and_can_be_done(name, call):
    status, out, _ = call(name, "--help")
    assert status == 0
    assert out.startswith(f"usage: townwright {name} ")
    place = parser()._subparsers._group_actions[0].choices[name].get_default("do")
    module, function = place.split(":")
    assert callable(getattr(importlib.import_module(f"engine.cli.commands.{module}"), function))


def test_a_town_can_be_asked_for_as_large_as_a_town_can_be(call):
    assert parser().parse_args(["new", "a", "--agents", str(MOST_PEOPLE)]).agents == MOST_PEOPLE
    status, _, err = call("new", "a", "--agents", str(MOST_PEOPLE + 1))
    assert (status, str(MOST_PEOPLE) in err.replace(",", "")) == (2, True)


@pytest.mark.soak
def test_help_waits_for_nothing_heavy():
    """`--help` and a typing error are answered before anything large is imported."""
    assert modules_after("from engine.cli import main; main(['--help'])").isdisjoint(
        {"numpy", "pydantic", "sqlite_utils", "streamlit", "openai", "engine.api.workspace"}
    )


@pytest.mark.soak
def test_the_engine_loads_neither_the_studio_nor_a_model_client():
    loaded = modules_after("import engine, engine.api.workspace")
    assert "engine.api.workspace" in loaded
    assert loaded.isdisjoint({"streamlit", "studio", "openai"})


def modules_after(code):
    code += "; import sys; print('loaded', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.nightly
def test_the_package_runs_as_a_module_and_survives_a_reader_that_leaves(lived):
    export = [sys.executable, "-m", "engine.cli", "export", "last", "--workspace", str(lived)]
    process = subprocess.Popen(export, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert b'"type":"header"' in process.stdout.readline()
    process.stdout.close()
    assert process.wait(60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.soak
def test_without_a_command_the_studio_opens_on_a_town_ready_to_live(monkeypatch, call, tmp_path):
    opened = []
    monkeypatch.setattr("studio.launch.launch", lambda folder, **how: opened.append((folder, how)))
    folder = tmp_path / "my-towns"
    assert call("--workspace", folder, "--port", 9000, "--no-browser")[0] == 0
    assert opened == [
        (folder, {"port": 9000, "open_browser": False, "page": "stage", "public_url": ""}),
    ]
    with open_workspace(folder) as workspace:
        assert [run.name for run in workspace.runs.all()] == ["Willow Bay"]


def test_the_workspace_is_said_before_or_after_the_command_or_by_a_variable(monkeypatch):
    monkeypatch.delenv("TOWNWRIGHT_WORKSPACE", raising=False)
    assert parser().parse_args(["runs"]).workspace == Path("workspace")
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", "mine")
    assert parser().parse_args(["runs"]).workspace == Path("mine")
    assert parser().parse_args(["--workspace", "yours", "runs"]).workspace == Path("yours")
    assert parser().parse_args(["runs", "--workspace", "yours"]).workspace == Path("yours")


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "wilow-bay"], "did you mean 'willow-bay'?"),
        (["run", "willow-bay", "--model", "oracle"], "no model 'oracle'"),
        (["run", "willow-bay", "--until", "tomorrow"], "'tomorrow' is not a valid moment"),
        (["resume", "wilow-bay-1"], "did you mean 'willow-bay-1'?"),
        (["ask", "last", "Isobel", "Well?"], "did you mean"),
        (["ask", "last", "isabel", "  "], "needs a question"),
        (["ask", "last", "isabel", "Well?", "--at", "day 9"], "this run has not reached day 9 00:00 yet"),
        (["survey", "last", "  "], "needs a question"),
        (["survey", "last", "Well?", "--choice", "yes"], "2 to 20 choices"),
        (
            ["survey", "last", "Well?", "--choice", "a", "--choice", "b", "--number", "1..9"],
            "not both",
        ),
        (["survey", "last", "Well?", "--number", "9..1"], "the maximum must be a whole number from 10"),
        (["survey", "last", "Well?", "--agents", "Isobel"], "did you mean"),
        (["survey", "last", "Well?", "--at", "day 9"], "this run has not reached day 9 00:00 yet"),
        (["survey", "last", "Well?", "--csv", "no-such-folder/x.csv"], "cannot be written"),
        (["whisper", "last", "isabel", " "], "cannot be empty"),
        (["set", "last", "espreso machine", "on"], "did you mean 'espresso machine'?"),
        (["memories", "last", "nobody"], "nobody in 'Willow Bay' is called 'nobody'"),
        (["why", "last", "12"], "no item with the id 12"),
        (["fork", "last", "--at", "day 3"], "cannot be forked|this run has not reached"),
        (["check", "nowhere"], "no folder or scenario 'nowhere'"),
        (["new", "x", "--seed", "3"], "--agents"),
        (["new", ".."], "is not a valid name"),
        (["runs", "--workspace", "no-such-place"], "no workspace in 'no-such-place'"),
        (["ask", "last", "isabel", "caf\udce9"], "not UTF-8"),
    ],
)
def test_what_the_user_got_wrong_is_said_in_one_line(arguments, words, call):
    status, out, err = call(*arguments)
    assert (status, out) == (1, "")
    assert err.startswith("townwright: ")
    assert len(err.splitlines()) == 1
    assert any(word in err for word in words.split("|"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["frobnicate"],
        ["memories"],
        ["run", "willow-bay", "--days", "0"],
        ["run", "willow-bay", "--days", "many"],
        ["run", "willow-bay", "--seed", "9" * 400],
        ["why", "last", "x\x1b[31m"],
        ["export", "last", "--as", "opera"],
        ["new", "x", "--agents", "3", "--from", "willow-bay"],
    ],
)
def test_wrong_usage_says_where_the_help_is(arguments, call):
    status, out, err = call(*arguments)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "--help" in err
    assert "\x1b" not in err
