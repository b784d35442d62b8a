"""Scenarios: reads YAML into a checked Scenario or a list of all problems, and writes YAML again."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping

from engine.errors import ScenarioProblems
from engine.records import Scenario
from engine.scenario.allowed_files import persona_file
from engine.scenario.beginnings import Template, new_scenario, template_files, template_ids, templates
from engine.scenario.files import bundled, bundled_folder, read_folder, write_folder
from engine.scenario.problems import CODES, Problem
from engine.scenario.reading.checked import Checked, read_scenario, read_to_live
from engine.scenario.reading.schema import json_schema
from engine.scenario.write import to_files

__all__ = [
    "CODES",
    "Checked",
    "Problem",
    "Template",
    "bundled",
    "bundled_folder",
    "generate",
    "json_schema",
    "load",
    "new_scenario",
    "persona_file",
    "read_folder",
    "read_scenario",
    "read_to_live",
    "template_files",
    "template_ids",
    "templates",
    "to_files",
    "write_folder",
]


def generate(name: str, agents: int, seed: int) -> Scenario:
    """Generate a town of `agents` people; the same name, number and seed give the same town."""
    from engine.scenario.generating.generate import generate as made  # loaded when a town is made

    return made(name, agents, seed)


def load(source: str | pathlib.Path | Mapping[str, str | bytes], name: str | None = None) -> Scenario:
    """Load a scenario from a folder (or from files already read), ready to live.

    Raises ScenarioProblems with every error, and NotFound or BadInput if the folder cannot be read.
    """
    if isinstance(source, Mapping):
        checked = read_to_live(source, name or "town")
    else:
        folder = pathlib.Path(source)
        checked = read_to_live(read_folder(folder), name or folder.resolve().name)
    if checked.scenario is None:
        raise ScenarioProblems(checked.errors)
    return checked.scenario
