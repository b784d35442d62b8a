"""What the processes of `warm_processes` begin with: the engine after a morning, and a page of the studio.

To import this module is to live that morning: what it has read and compiled is there for every fork.
"""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path

import streamlit.web.server.starlette.starlette_server  # noqa: F401

from engine.api.workspace import open_workspace
from studio.preload import FIRST

with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder)) as workspace:
    workspace.runs.new("willow-bay").live(9 * 60)
for name in FIRST:
    importlib.import_module(f"studio.{name}")
