"""Ending: the run at which another notebook ends, for the Python of one that is compared with it."""

from __future__ import annotations

from pathlib import Path

from engine.api.run import Run
from engine.api.workspace import Workspace
from engine.notebook.reading.read import read_notebook
from engine.notebook.running.session import Session


def end_of(workspace: Workspace, file: str | Path) -> Run:
    """Return the run at which the notebook of a file ends, which is lived where it was not yet."""
    path = Path(file).resolve()
    return Session(workspace, read_notebook(path), str(path), folder=path.parent).end()
