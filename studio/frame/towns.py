"""The scenarios of a workspace with their drafts: read, titled, counted."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.api.scenarios import Checked, sketch, town_name
from engine.api.talk import about
from engine.api.workspace import Workspace
from engine.records import Scenario
from studio.basics.select_box import unlike
from studio.basics.text import alike
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n


def read_draft(workspace: Workspace, name: str) -> tuple[Scenario, Checked]:
    """Read a scenario with all its drafts, as far as possible; return it with its problems."""
    return workspace.store.unchanged(
        ("scenario with drafts", name), lambda: _read_files(name, workspace.scenarios.drafts.files(name))
    )


def read_saved(workspace: Workspace, name: str) -> tuple[Scenario, Checked]:
    """Read the newest version of a scenario, as far as possible; return it with its problems."""
    return workspace.store.unchanged(
        ("scenario as saved", name), lambda: _read_files(name, workspace.scenarios.files(name))
    )


def drafted_town(workspace: Workspace, name: str) -> Scenario:
    """Read a scenario with all its drafts, as far as possible, without its problems."""
    return workspace.store.unchanged(
        ("town with drafts", name), lambda: _sketched(name, workspace.scenarios.drafts.files(name))
    )


def _sketched(name: str, files: Mapping[str, str]) -> Scenario:
    return sketch(files, name, remarks=False)[0]


def _read_files(name: str, files: Mapping[str, str]) -> tuple[Scenario, Checked]:
    return _read(name, tuple(sorted(files.items())))


@st.cache_resource(show_spinner=False, max_entries=24)
def _read(name: str, files: tuple[tuple[str, str], ...]) -> tuple[Scenario, Checked]:
    return sketch(dict(files), name)


def titles(workspace: Workspace) -> dict[str, str]:
    """Return the titles of the scenarios by name: the town, and the name too if it differs."""
    return dict(workspace.store.unchanged("titles of the towns", lambda: _titles(workspace)))


def _titles(workspace: Workspace) -> dict[str, str]:
    files = workspace.scenarios.drafts.files
    towns = {name: town_name(files(name), name) for name in workspace.scenarios.names()}
    return unlike({name: town if alike(name, town) else f"{town} ({name})" for name, town in towns.items()})


# As the packs of languages call them: one that is none of these is called so in every language.
WRITTEN_IN = (
    marked("Chinese"),
    marked("English"),
    marked("French"),
    marked("German"),
    marked("Italian"),
    marked("Japanese"),
    marked("Portuguese"),
    marked("Spanish"),
)


def counts_words(scenario: Scenario) -> str:
    """Return a scenario's counts, such as `8 people · 12 places · 3 facts · English`."""
    counted = [
        tr_n("{n} person", "{n} people", len(scenario.personas)),
        tr_n("{n} place", "{n} places", len(scenario.places)),
        tr_n("{n} fact", "{n} facts", len(scenario.facts)),
    ]
    return " · ".join([*counted, tr(about(scenario.language).name)])
