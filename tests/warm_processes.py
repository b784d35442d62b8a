"""Processes that start at once: each is forked from one that has loaded engine and studio.

A runner process or a studio takes seconds to load. Tests that kill fifty of them, and tests in a browser,
which need twenty studios, would spend most of their time on that. How a runner and a studio start, and what a
runner does besides simulating (its job, log and pause), is tested with real ones.
"""

from __future__ import annotations

import contextlib
import functools
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import TextIO

import pytest

ROOT = Path(__file__).resolve().parents[1]


class WarmProcess:
    """A forked process with the methods of `subprocess.Popen` that tests use; `stdout` has its lines.

    It ends with the process that started it, even if the test fails.
    """

    def __init__(self, target, *arguments, stdout: TextIO | None = None) -> None:
        self._process = _loaded().Process(target=target, args=arguments, daemon=True)
        self._process.start()
        self.pid, self.stdout = self._process.pid, stdout

    def poll(self) -> int | None:
        """Return its exit code, or None while it lives."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; return its exit code. subprocess.TimeoutExpired after so many seconds."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("a forked process", timeout)
        return self._process.exitcode

    def terminate(self) -> None:
        """Ask it to end."""
        self._process.terminate()

    def kill(self) -> None:
        """Send it SIGKILL."""
        self._process.kill()


def warm_runner(run, until: int, keys: Mapping[str, str] | None = None) -> WarmProcess:
    """Start a process that simulates a run up to a minute; `keys` are those of served models, by profile."""
    return WarmProcess(_live, dict(os.environ), run.store.path.parent, run.row.id, until, dict(keys or {}))


def warm_studio(
    workspace: Path,
    port: int,
    *,
    script: Path | None,
    home: Path,
    path: list[str],
    environment: Mapping[str, str],
) -> WarmProcess:
    """Start a studio in the folder `home`; `path` has the folders of modules that a script needs."""
    reading, writing = _loaded().Pipe(duplex=False)
    with writing:
        stdout = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        reading.close()
        return WarmProcess(
            _launch, dict(environment), writing, workspace, port, script, home, path, stdout=stdout
        )


@functools.cache
def _loaded() -> ForkServerContext:
    """Return the context that forks processes with `tests.warm` loaded.

    Skips the test if the system cannot fork.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        pytest.skip("this system does not fork processes")
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload(["tests.warm"])
    # The process that forks looks for it from the folder that it is started in.
    with contextlib.chdir(ROOT):
        first = forking.Process(target=_check_loaded)
        first.start()
        first.join()
    assert first.exitcode == 0, "tests.warm could not be loaded: import it to see why"
    return forking


def _check_loaded() -> None:
    if "tests.warm" not in sys.modules:
        sys.exit(1)


def _live(environment: dict[str, str], folder: Path, run: str, until: int, keys: dict[str, str]) -> None:
    from engine.api.workspace import open_workspace
    from engine.models.profiles import Keys

    _set(environment)
    with open_workspace(folder, keys=Keys(keys)) as workspace:
        workspace.runs.find(run).live(until)


def _launch(
    environment: dict[str, str],
    writing: Connection,
    workspace: Path,
    port: int,
    script: Path | None,
    home: Path,
    path: list[str],
) -> None:
    from studio.launch import APP, launch

    with writing:
        os.dup2(writing.fileno(), 1)
        os.dup2(writing.fileno(), 2)
    _set(environment)
    os.chdir(home)
    sys.path[:0] = path
    # A daemon may start no processes by way of multiprocessing, and a studio needs none of those.
    launch(workspace, port=port, open_browser=False, script=script or APP)


def _set(environment: dict[str, str]) -> None:
    """Replace the environment, which is that of the first test of this run, by that of this test."""
    os.environ.clear()
    os.environ.update(environment)
