"""Names on the command line that the API does not know: workspaces, folders, next commands."""

from __future__ import annotations

import os
import shlex
import sys
from argparse import Namespace
from pathlib import Path

from engine.api.workspace import Workspace, open_workspace
from engine.api.workspace_file import file_of, open_plain, refuse_loss
from engine.errors import NotFound

_MOST_BYTES = 4_000_000


def existing(folder: Path, *, read_only: bool = False) -> Workspace:
    """Open the workspace in a folder. Raises NotFound if there is none; only the studio and `run` create
    one.
    """
    file = file_of(folder)
    if not os.path.lexists(file):
        refuse_loss(file)
        raise NotFound(
            f"there is no workspace in {str(folder)!r}; name one with --workspace, or create one with "
            "`townwright run`"
        )
    return open_workspace(folder, read_only=read_only)


def text_in(file: Path) -> str:
    """Return the text of a file, or of standard input for `-`."""
    if str(file) == "-":
        return sys.stdin.read(_MOST_BYTES)
    with open_plain(file) as opened:
        return opened.read(_MOST_BYTES).decode("utf-8", "replace")


def next_command(given: Namespace, *words: str) -> str:
    """Return a command that the user may type next, for the same workspace."""
    elsewhere = [] if given.workspace == Path("workspace") else ["--workspace", str(given.workspace)]
    return shlex.join(["townwright", *words, *elsewhere])


def count_words(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun: `1 error`, `2 errors`; `many` is an irregular plural."""
    return f"{number} {one if number == 1 else many or one + 's'}"
