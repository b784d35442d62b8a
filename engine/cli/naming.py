"""What people name on the command line that the API does not know: workspaces, folders, next commands."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from pathlib import Path

from engine.api.workspace import Workspace, open_workspace
from engine.api.workspace_file import FILE, refuse_loss
from engine.errors import NotFound


def existing(folder: Path, *, read_only: bool = False) -> Workspace:
    """Return the workspace in a folder that has one; only the studio and `run` make new ones."""
    if not os.path.lexists(folder / FILE):
        refuse_loss(folder / FILE)
        raise NotFound(
            f"there is no workspace in {str(folder)!r}; name one with --workspace, or `townwright run`"
        )
    return open_workspace(folder, read_only=read_only)


def next_command(given: Namespace, *words: str) -> str:
    """Return a command as it could be typed next, in the workspace of this one."""
    elsewhere = [] if given.workspace == Path("workspace") else ["--workspace", str(given.workspace)]
    return shlex.join(["townwright", *words, *elsewhere])
