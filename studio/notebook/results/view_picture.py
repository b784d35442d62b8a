"""The map in a cell as the stage has it: at a moment, or as a day that plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.run import MapData, MapDay, map_data, map_day
from engine.api.workspace import Workspace
from engine.clock import DAY, minute_at
from engine.errors import NotFound
from engine.notebook.specs import Chart
from studio import session
from studio.basics.charts.take_picture import picture
from studio.basics.table import table_twin
from studio.town.town_map import town_map

if TYPE_CHECKING:
    from engine.notebook.outputs import Grid
    from engine.notebook.running.session import CellState

_HIGH = 560  # pixels


@dataclass(frozen=True, slots=True)
class _Scene:
    """A town as a cell shows it: at a moment, and the day that plays, where one does."""

    data: MapData
    day: MapDay | None


def view_picture(grid: Grid, state: CellState, *, key: str) -> bool:
    """Draw the map of a cell with its rows; whether that was done. Where its run is gone, what was drawn when
    it was run is still there.
    """
    spec, output = state.cell.spec, state.output
    if grid.plot not in ("map", "replay") or output is None or not isinstance(spec, Chart):
        return False
    workspace = session.workspace()
    try:
        scene = _scene(str(workspace.store.path), output.run, output.minute, spec.plot, spec.day, workspace)
    except NotFound:
        return False
    with picture("map", key=f"nb-{key}"):
        town_map(scene.data, key=f"nb-map-{key}", height=_HIGH, around=220, day=scene.day)
    rows = [dict(zip(grid.columns, row, strict=True)) for row in grid.rows]
    table_twin(lambda: rows, key=f"nb-rows-{key}")
    return True


@st.cache_resource(show_spinner=False, max_entries=24)
def _scene(path: str, run_id: str, minute: int, plot: str, said: int | None, _workspace: Workspace) -> _Scene:
    """Return what was lived, which does not change."""
    run = _workspace.runs.find(run_id)
    if plot == "map":
        return _Scene(map_data(run, minute), None)
    day = run.story(minute).last_day if said is None else said
    ends = min(minute, minute_at(day, DAY))
    return _Scene(map_data(run, ends), map_day(run, day, ends))
