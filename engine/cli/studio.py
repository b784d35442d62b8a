"""The studio, opened from the command line."""

from __future__ import annotations

from argparse import Namespace

from engine.cli.terminal import Terminal


def studio(given: Namespace, terminal: Terminal) -> int:
    """Serve the studio on the workspace until Ctrl+C."""
    from studio.launch import launch  # the engine itself never needs the studio

    terminal.flush()
    launch(given.workspace, port=given.port, open_browser=not given.no_browser)
    return 0
