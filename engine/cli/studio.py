"""The studio, opened from the command line."""

from __future__ import annotations

from argparse import Namespace

from engine.cli.terminal import Terminal
from engine.town import open_workspace

STAGE = "stage"


def studio(given: Namespace, terminal: Terminal) -> int:
    """Serve the studio on the workspace until Ctrl+C; a newcomer finds a town ready to live its first day."""
    from studio.launch import launch  # the engine itself never needs the studio

    with open_workspace(given.workspace) as workspace:
        workspace.welcome()
    terminal.flush()
    launch(given.workspace, port=given.port, open_browser=not given.no_browser, page=STAGE)
    return 0
