"""The scenarios of a workspace as they are being written: read with their drafts, titled, counted."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.scenarios import Checked, sketch
from engine.api.talk import about
from engine.api.workspace import Workspace
from engine.records import Scenario
from studio.basics.select_box import unlike
from studio.basics.text import alike


def read_draft(workspace: Workspace, name: str) -> tuple[Scenario, Checked]:
    """Return the scenario with all its drafts, as far as it can be read, and its problems."""
    return workspace.store.unchanged(
        ("scenario with drafts", name), lambda: _read_files(name, workspace.scenarios.drafts.files(name))
    )


def read_saved(workspace: Workspace, name: str) -> tuple[Scenario, Checked]:
    """Return the newest version of a scenario, as far as it can be read, and its problems."""
    return workspace.store.unchanged(
        ("scenario as saved", name), lambda: _read_files(name, workspace.scenarios.files(name))
    )


def _read_files(name: str, files: Mapping[str, str]) -> tuple[Scenario, Checked]:
    return _read(name, tuple(sorted(files.items())))


@st.cache_resource(show_spinner=False, max_entries=24)
def _read(name: str, files: tuple[tuple[str, str], ...]) -> tuple[Scenario, Checked]:
    return sketch(dict(files), name)


def titles(workspace: Workspace) -> dict[str, str]:
    """Return what people call the scenarios, by their names: the town, and the name too where it says
    more.
    """
    towns = {name: read_draft(workspace, name)[0].town for name in workspace.scenarios.names()}
    return unlike({name: town if alike(name, town) else f"{town} ({name})" for name, town in towns.items()})


def counts_words(scenario: Scenario) -> str:
    """`8 people · 12 places · 3 facts · English`."""
    counted = [
        (len(scenario.personas), "person", "people"),
        (len(scenario.places), "place", "places"),
        (len(scenario.facts), "fact", "facts"),
    ]
    parts = [f"{n} {one if n == 1 else many}" for n, one, many in counted]
    return " · ".join([*parts, about(scenario.language).name])
