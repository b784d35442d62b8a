"""The studio, opened from the command line."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from engine.api.workspace_file import backups_of, check_header, file_of, sound_backup
from engine.cli.screen.terminal import Terminal
from engine.errors import WorkspaceDamaged

STAGE = "stage"


def studio(given: Namespace, terminal: Terminal) -> int:
    """Serve the studio on the workspace until Ctrl+C; a new workspace gets a town ready to live its first
    day.
    """
    from studio.launch import launch  # the engine itself never needs the studio

    file = file_of(given.workspace)
    if not _is_new(file):
        _look_at(file)
    else:
        from engine.api.workspace import open_workspace  # most starts need not wait for the whole engine

        with open_workspace(given.workspace) as workspace:
            workspace.runs.welcome()
    terminal.flush()
    launch(
        given.workspace,
        port=given.port,
        open_browser=not given.no_browser,
        page=STAGE,
        public_url=given.public_url,
    )
    return 0


def _is_new(file: Path) -> bool:
    empty = not file.exists() or not file.stat().st_size
    return empty and not backups_of(file.parent / "backups")


def _look_at(file: Path) -> None:
    """Refuse a workspace file that cannot be repaired. For a lost or damaged one with a backup, the studio
    offers the backup.
    """
    if not file.exists():
        return
    try:
        check_header(file)
    except WorkspaceDamaged:
        if sound_backup(file.parent / "backups") is None:
            raise
