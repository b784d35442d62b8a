"""Prepares what the first page needs, while the browser still loads the studio's files."""

from __future__ import annotations

import importlib
import sys
import threading

from engine.errors import TownwrightError

FIRST = (
    "frame.head",
    "frame.page",
    "stage.feed",
    "stage.stage_map",
    "runs.run_controls",
    "authoring.gallery",
    "why.why",
)


def preload() -> None:
    """Start importing the modules of the first pages and opening the workspace, in the background; a page
    that comes sooner waits for both.
    """
    threading.Thread(target=_load, name="preload", daemon=True).start()


def _load() -> None:
    importlib.import_module("streamlit.emojis")  # half of what `set_page_config` takes
    from studio import session

    for name in FIRST:
        importlib.import_module(f"studio.{name}")
    try:
        session.read_newest()
    except TownwrightError as error:  # the page meets it too; this tells whoever sits at the terminal
        sys.stderr.write(f"{error}\n")
