"""The CPU that a lesson takes which is run again unchanged, in a process of its own, and how much it asks."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.api.workspace import open_workspace
from engine.notebook.starter import lessons


@dataclass(frozen=True)
class Again:
    """A lesson: the seconds of CPU of its first run and of the next, how many calls the next made, and
    whether no cell was run for it.
    """

    name: str
    first: float
    again: float
    calls: int
    is_still: bool


def rerun_lessons(names: tuple[str, ...] = ()) -> Iterator[Again]:
    """Yield each lesson (or those that are named) as it was run twice."""
    for name in names or lessons():
        with tempfile.TemporaryDirectory() as folder:
            _notebook(folder, "new", f"{name}.town.md", "--lesson", name)
            first = _notebook(folder, "run", f"{name}.town.md", "--quiet")
            calls, found = _calls(folder), _found(folder)
            again = _notebook(folder, "run", f"{name}.town.md", "--quiet")
            yield Again(name, first, again, _calls(folder) - calls, _found(folder) == found)


def _notebook(folder: str, *words: str) -> float:
    """Do something with a notebook from the command line; the CPU it took is returned."""
    spent = _children()
    command = [sys.executable, "-m", "engine.cli", "notebook", *words, "--workspace", "ws"]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    subprocess.run(command, cwd=folder, env=here, check=True, capture_output=True)
    return _children() - spent


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _calls(folder: str) -> int:
    with open_workspace(Path(folder) / "ws") as workspace:
        return int(workspace.store.select("SELECT count(*) FROM call")[0][0])


def _found(folder: str) -> list[tuple[str, str]]:
    """Return what cells have found, by its key, and when."""
    with open_workspace(Path(folder) / "ws") as workspace:
        return sorted(workspace.store.select("SELECT key, made FROM notebook_output"))
