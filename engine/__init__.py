"""Townwright's engine: towns of generative agents, lived a day at a time.

    import engine as tw

    workspace = tw.open("workspace")      # the same as `open_workspace`

The public names are in `engine.api`; each is imported on first use, so that other imports stay fast.
"""

from __future__ import annotations

import gc
import importlib
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.api.run import Run as Run
    from engine.api.workspace import Workspace as Workspace, open_workspace as open_workspace

    open = open_workspace

__version__ = "0.1.0"
_DOORS = {
    "Run": ("engine.api.run", "Run"),
    "Workspace": ("engine.api.workspace", "Workspace"),
    "open": (
        "engine.api.workspace",
        "open_workspace",
    ),
    "open_workspace": ("engine.api.workspace", "open_workspace"),
}


def __getattr__(name: str) -> object:
    """Return a public name, imported on first use. Raises AttributeError for an unknown name."""
    if name not in _DOORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; available: {', '.join(_DOORS)}")
    module, inside = _DOORS[name]
    return getattr(loaded(module), inside)


def loaded(module: str) -> ModuleType:
    """Return a module, imported if it is not yet.

    Garbage collection is off meanwhile, since everything made by an import stays. With all of the engine, or
    of pandas, collecting would take a tenth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        return importlib.import_module(module)
    finally:
        if was_on:
            gc.enable()


def __dir__() -> list[str]:
    """List the public names too."""
    return sorted([*globals(), *_DOORS])
