"""Processes that begin at once: each is forked from one in which engine and studio are loaded already.

A runner process, or a studio, takes seconds to load: a test that kills fifty of them would wait for little
else, and so would tests in a browser, which need twenty studios. What a real runner does beside living the
run (its job, log and pause), and how a studio is started, is tested with real ones.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TextIO

from engine.api.workspace import open_workspace
from engine.models.profiles import Keys
from studio.launch import APP, launch

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["tests.warm"])


class WarmProcess:
    """A process that is forked, with what tests ask of a `subprocess.Popen`; `stdout` has its lines."""

    def __init__(self, target, *arguments, stdout: TextIO | None = None) -> None:
        self._process = _FORKING.Process(target=target, args=arguments)
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
        """Kill it as a machine that goes down would."""
        self._process.kill()


def warm_runner(run, until: int, keys: Mapping[str, str] | None = None) -> WarmProcess:
    """Start a process that lives a run up to a minute; `keys` are those of served models, by profile."""
    return WarmProcess(_live, run.store.path.parent, run.row.id, until, dict(keys or {}))


def warm_studio(
    workspace: Path,
    port: int,
    *,
    script: Path | None,
    home: Path,
    path: list[str],
    environment: Mapping[str, str],
) -> WarmProcess:
    """Start a studio as somebody does in a folder; `path` are folders of modules for a script of our own."""
    said, says = _FORKING.Pipe(duplex=False)
    with says:
        stdout = os.fdopen(os.dup(said.fileno()), encoding="utf-8")
        said.close()
        return WarmProcess(
            _launch, says, workspace, port, script, home, path, dict(environment), stdout=stdout
        )


def _live(folder: Path, run: str, until: int, keys: dict[str, str]) -> None:
    with open_workspace(folder, keys=Keys(keys)) as workspace:
        workspace.runs.find(run).live(until)


def _launch(
    says: Connection,
    workspace: Path,
    port: int,
    script: Path | None,
    home: Path,
    path: list[str],
    environment: dict[str, str],
) -> None:
    with says:
        os.dup2(says.fileno(), 1)
        os.dup2(says.fileno(), 2)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(home)
    sys.path[:0] = path
    launch(workspace, port=port, open_browser=False, script=script or APP)
