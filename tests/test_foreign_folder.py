"""Townwright is started in somebody's folder: nothing that lies there is run, by any process of ours."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.strangers import strangers_in

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
COMMAND = Path(sysconfig.get_path("scripts"), "townwright")
# A program of the reader's own, or the studio: whoever it is, the day is lived by a process that it starts.
LIVE = """
import sys, time
from engine.api.workspace import open_workspace
with open_workspace(sys.argv[1]) as workspace:
    run = workspace.runs.new("three-neighbours")
    run.start(8 * 60)
    while run.job.is_live:
        time.sleep(0.05)
    print(run.job.state, run.job.error, run.clock)
"""


@pytest.fixture
def hostile(tmp_path):
    return strangers_in(tmp_path / "somebody's town")


@pytest.fixture
def caught(tmp_path):
    return tmp_path / "caught"


def environment(caught, **more):
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**bare, "CAUGHT": str(caught), "PYTHONUTF8": "1", **more}


@pytest.mark.nightly
@pytest.mark.parametrize("more", [{}, {"PYTHONPATH": str(ROOT)}], ids=["installed", "by-its-path"])
def test_the_runner_runs_nothing_of_the_folder_it_is_started_in(hostile, caught, tmp_path, more):
    command = [sys.executable, "-P", "-c", LIVE, str(tmp_path / "ws")]
    done = subprocess.run(
        command, cwd=hostile, env=environment(caught, **more), capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "done  480\n", done.stderr
    assert not caught.exists(), caught.read_text()


@pytest.mark.soak
@pytest.mark.skipif(not COMMAND.exists(), reason="the command is not installed beside this Python")
def test_the_command_runs_nothing_of_the_folder_it_is_started_in(hostile, caught):
    for words in (["run", "three-neighbours", "--until", "day 1 07:00", "--quiet"], ["doctor"]):
        done = subprocess.run(
            [COMMAND, *words],
            cwd=hostile,
            env=environment(caught),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
    assert not caught.exists(), caught.read_text()
