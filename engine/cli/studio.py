"""The studio, opened from the command line."""

from __future__ import annotations

from argparse import Namespace

from engine.cli.terminal import Terminal
from engine.store.checks import check_header
from engine.store.schema import FILE

STAGE = "stage"


def studio(given: Namespace, terminal: Terminal) -> int:
    """Serve the studio on the workspace until Ctrl+C; a newcomer finds a town ready to live its first day."""
    from studio.launch import launch  # the engine itself never needs the studio

    if (given.workspace / FILE).exists():
        check_header(given.workspace / FILE)  # the studio opens the file while the browser loads
    else:
        from engine.town import open_workspace  # most starts need not wait for the whole engine

        with open_workspace(given.workspace) as workspace:
            workspace.welcome()
    terminal.flush()
    launch(given.workspace, port=given.port, open_browser=not given.no_browser, page=STAGE)
    return 0
