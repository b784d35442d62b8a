"""Loads what the processes of `warm_processes` start with: engine and studio, after a simulated morning.

Importing this module simulates the morning. All that is loaded and compiled for it is then there in every
forked process.
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
