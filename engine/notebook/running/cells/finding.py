"""Finding: which kind of cell is done by what."""

from __future__ import annotations

from engine.api.run import Run
from engine.errors import BadInput, worded
from engine.notebook import specs
from engine.notebook.outputs import Output
from engine.notebook.running.cells.asking import in_person, interviewed, surveyed
from engine.notebook.running.cells.comparing import compared
from engine.notebook.running.cells.drawing import pictured
from engine.notebook.running.cells.expecting import expected
from engine.notebook.running.cells.looking import (
    arrived,
    came,
    changed_so,
    drawn,
    happened,
    pinned,
    programmed,
    queried,
)
from engine.notebook.running.cells.place import Place


def find(spec: specs.Spec | None, place: Place, run: Run) -> Output:
    """Return what a cell finds in the run that stands at its checkpoint."""
    match spec:
        case specs.Interview():
            return in_person(spec, run) if spec.live else interviewed(spec, run)
        case specs.Survey():
            return surveyed(spec, run)
        case specs.Sql():
            return queried(spec, run)
        case specs.Chart():
            return pictured(spec, place) if spec.vega else drawn(spec, run)
        case specs.Pin():
            return pinned(spec, run)
        case _:
            return _judged(spec, place, run)


def _judged(spec: specs.Spec | None, place: Place, run: Run) -> Output:
    match spec:
        case specs.Compare():
            return compared(spec, place)
        case specs.Python():
            return programmed(spec, run)
        case specs.Expect():
            return expected(spec, place, run)
        case specs.Run():
            return arrived(spec, place, run)
        case specs.Edit():
            return changed_so(spec, place, run)
        case specs.Event():
            return happened(spec, run)
        case specs.Branch():
            return came(run)
        case _:
            raise BadInput(worded("a cell of this kind has no result; choose another cell"))
