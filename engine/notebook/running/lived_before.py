"""Lived before: how far the town of a notebook was lived already, so that a model's answers are recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.api.runs import RunRow
from engine.api.scenarios import notebook_named
from engine.api.workspace import Workspace
from engine.notebook.running.town import TownOfNotebook


@dataclass(frozen=True, slots=True, kw_only=True)
class LivedBefore:
    """To which minute a town was lived with nobody stepping in, and in which run; 0 where it never was."""

    minute: int = 0
    run: str = ""


def lived_before(workspace: Workspace, town: TownOfNotebook) -> LivedBefore:
    """Return how far the town of a notebook was lived before with its seed and its model, as it is now: asked
    the same again, the model's answers are taken from the journal.
    """
    best, alike = LivedBefore(), set[int]()
    same: dict[int, bool] = {}
    for row in workspace.runs.all(archived=True):  # a fork comes after what it forks from
        if not _is_asked_alike(row, town) or not (row.parent is None or row.parent in alike):
            continue
        if row.scenario_version not in same:
            same[row.scenario_version] = _without_notebooks(
                workspace.runs.find(row.number).setup.files
            ) == dict(town.setup.files)
        if same[row.scenario_version]:
            alike.add(row.number)
            minute = _untouched(workspace, row)
            if minute > best.minute:
                best = LivedBefore(minute=minute, run=row.id)
    return best


def _is_asked_alike(row: RunRow, town: TownOfNotebook) -> bool:
    return row.seed == town.setup.seed and row.model == town.model and not row.settings


def _without_notebooks(files: Mapping[str, str]) -> dict[str, str]:
    return {path: text for path, text in files.items() if notebook_named(path) is None}


def _untouched(workspace: Workspace, row: RunRow) -> int:
    """Return how far a run was lived before an author did anything in it."""
    found = workspace.runs.glance(row.number)
    if not found.founded:
        return 0
    done = workspace.runs.find(row.number).at().interventions
    return min([found.clock, *(one.entry.minute for one in done)])
