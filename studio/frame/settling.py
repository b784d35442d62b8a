"""A workspace that cannot be opened: what is wrong, the newest good backup, and the two ways to settle it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import streamlit as st

from engine.api.workspace_file import FILE, backups_of, begin_anew, restore, sound_backup
from studio.basics.text import plain
from studio.frame.page import complain, in_plain_words


def settle(folder: Path, wrong: str) -> None:
    """Say what is wrong with the workspace of a folder, and offer what can be done about it."""
    st.header("This workspace cannot be opened", anchor=False)
    complain(wrong)
    if not backups_of(folder / "backups"):
        return
    backup = sound_backup(folder / "backups")
    if backup is not None:
        plain(
            f"The newest good backup is {backup_words(backup)}. What is left of the file is kept beside it."
        )
        _offer(
            "Put this backup in its place",
            partial(restore, folder / FILE, backup),
            key="settle-restore",
            first=True,
        )
    plain(
        "Or begin with a new workspace: the backups are kept aside in a folder of their own, and nothing is "
        "deleted."
    )
    _offer("Begin anew, and keep the backups aside", partial(begin_anew, folder / FILE), key="settle-anew")


def backup_words(backup: Path) -> str:
    """`000003.db, of 2026-05-04 10:15 UTC, 4.2 MB`."""
    state = backup.stat()
    made = datetime.fromtimestamp(state.st_mtime, UTC)
    return f"{backup.name}, of {made:%Y-%m-%d %H:%M} UTC, {state.st_size / 1_000_000:,.1f} MB"


def _offer(label: str, done: Callable[[], Path], *, key: str, first: bool = False) -> None:
    pressed = st.button(label, key=key, type="primary" if first else "secondary")
    if pressed:
        with in_plain_words():
            done()
            st.rerun()
