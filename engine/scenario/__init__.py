"""Scenarios: YAML in, a checked Scenario or every problem out, and YAML again."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping

from engine.errors import ScenarioProblems
from engine.records import Scenario
from engine.scenario.allowed_files import persona_file
from engine.scenario.files import bundled, bundled_folder, read_folder, write_folder
from engine.scenario.generating.generate import generate
from engine.scenario.problems import CODES, Problem
from engine.scenario.reading.checked import Checked, read_scenario
from engine.scenario.reading.schema import json_schema
from engine.scenario.templates import new_scenario
from engine.scenario.write import to_files

__all__ = [
    "CODES",
    "Checked",
    "Problem",
    "bundled",
    "bundled_folder",
    "generate",
    "json_schema",
    "load",
    "new_scenario",
    "persona_file",
    "read_folder",
    "read_scenario",
    "to_files",
    "write_folder",
]


def load(source: str | pathlib.Path | Mapping[str, str | bytes], name: str | None = None) -> Scenario:
    """Return the scenario in a folder (or in files already read), ready to live.

    Raises ScenarioProblems with every error, NotFound or BadInput when the folder cannot be read.
    """
    if isinstance(source, Mapping):
        checked = read_scenario(source, name or "town")
    else:
        folder = pathlib.Path(source)
        checked = read_scenario(read_folder(folder), name or folder.resolve().name)
    if checked.scenario is None:
        raise ScenarioProblems(checked.errors)
    return checked.scenario
