"""Townwright's engine: towns of generative agents, lived a day at a time.

    from engine import open_workspace

The public doors are in `engine.api`; one is opened when it is asked for, so that what needs none stays quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.api.run import Run as Run
    from engine.api.workspace import Workspace as Workspace, open_workspace as open_workspace

__version__ = "0.1.0"
_DOORS = {
    "Run": "engine.api.run",
    "Workspace": "engine.api.workspace",
    "open_workspace": "engine.api.workspace",
}


def __getattr__(name: str) -> object:
    """Open a public door. Raises AttributeError for what is none."""
    if name not in _DOORS:
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}; its doors are {', '.join(_DOORS)}"
        )
    return getattr(importlib.import_module(_DOORS[name]), name)


def __dir__() -> list[str]:
    """List the doors too."""
    return sorted([*globals(), *_DOORS])
