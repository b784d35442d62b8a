"""A workspace that cannot be opened: the fault, the newest good backup, and the two remedies."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import streamlit as st

from engine.api.workspace_file import backups_of, begin_anew, file_of, restore, verified_backup
from studio.basics.text import plain
from studio.catalogue.tr import tr
from studio.frame.page import complain, in_plain_words


def settle(folder: Path, wrong: str) -> None:
    """Draw the fault of a folder's workspace, and the possible remedies."""
    st.header(tr("This workspace cannot be opened"), anchor=False)
    complain(wrong)
    if not backups_of(folder / "backups"):
        return
    backup = verified_backup(folder / "backups")
    if backup is not None:
        plain(
            tr(
                "The newest good backup is {backup}. What is left of the damaged file is kept next to it.",
                backup=backup_words(backup),
            )
        )
        _offer(
            tr("Restore this backup"),
            partial(restore, file_of(folder), backup),
            key="settle-restore",
            first=True,
        )
    plain(tr("Or start a new workspace: the backups are moved to a separate folder, and nothing is deleted."))
    _offer(tr("Start a new workspace"), partial(begin_anew, file_of(folder)), key="settle-anew")


def backup_words(backup: Path) -> str:
    """Return a backup in words, such as `000003.db, of 2026-05-04 10:15 UTC, 4.2 MB`."""
    state = backup.stat()
    made = datetime.fromtimestamp(state.st_mtime, UTC)
    return tr(
        "{name}, {made:%Y-%m-%d %H:%M} UTC, {size:,.1f} MB",
        name=backup.name,
        made=made,
        size=state.st_size / 1_000_000,
    )


def _offer(label: str, done: Callable[[], Path], *, key: str, first: bool = False) -> None:
    pressed = st.button(label, key=key, type="primary" if first else "secondary")
    if pressed:
        with in_plain_words():
            done()
            st.rerun()
