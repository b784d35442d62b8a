"""Warnings: what is likely to be a mistake in a notebook, though it can be run as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from engine.api.text import did_you_mean
from engine.api.workspace import Workspace
from engine.clock import DAY, parse_moment, worded_moment
from engine.errors import worded
from engine.notebook.parts import Cell, Fault, Notebook
from engine.notebook.reading.kinds import KINDS
from engine.notebook.running.clocks import clocks
from engine.notebook.running.town import TownOfNotebook
from engine.notebook.specs import Branch, Chart, Compare, Event, Interview, Predict, Run


def warnings_of(workspace: Workspace, notebook: Notebook, town: TownOfNotebook | None) -> Iterator[Fault]:
    """Yield a warning for each likely mistake; of what it costs only where the town is known."""
    yield from _unknown_kinds(notebook)
    yield from _early_answers(notebook)
    yield from _unused_branches(notebook)
    for cell, now in clocks(notebook):
        if now is not None:
            yield from _wrong_moments(cell, now)
    if town is not None:
        yield from _without_cap(workspace, notebook, town.model)


def _warning(code: str, cell: Cell, message: str, remedy: str) -> Fault:
    return Fault(code=code, line=cell.line, message=message, remedy=remedy, cell=cell.id, severity="warning")


def _unknown_kinds(notebook: Notebook) -> Iterator[Fault]:
    known = ("note", "sql", "python", *KINDS)
    for cell in notebook.cells:
        if cell.kind and cell.kind not in known:
            message = worded("there is no cell kind {kind!r:.60}", kind=cell.kind)
            remedy = did_you_mean(cell.kind, known, worded("the cell is kept as is and does nothing"))
            yield _warning("NB209", cell, message, remedy)


def _early_answers(notebook: Notebook) -> Iterator[Fault]:
    """Yield a warning for each prediction whose answer is shown by a cell above it."""
    above: set[str] = set()
    for cell in notebook.cells:
        if isinstance(cell.spec, Predict) and cell.spec.reveal_after in above:
            message = worded(
                "the prediction {id!r} is revealed after {other!r}, which is above it",
                id=cell.id,
                other=cell.spec.reveal_after,
            )
            yield _warning("NB402", cell, message, worded("move it above that cell, or choose a later cell"))
        above.add(cell.id)


def _unused_branches(notebook: Notebook) -> Iterator[Fault]:
    """Yield a warning for each branch on which no cell stands, and which no comparison names."""
    compared = {
        name
        for cell in notebook.cells
        if isinstance(cell.spec, Compare)
        for name in (cell.spec.base, *cell.spec.beside)
    }
    cells = [cell for cell in notebook.cells if cell.kind not in ("note", "predict")]
    for cell, following in zip_longest(cells, cells[1:]):
        is_last = following is None or following.kind == "branch"
        if isinstance(cell.spec, Branch) and is_last and cell.id not in compared:
            message = worded("the branch {id!r} has no cells", id=cell.id)
            yield _warning("NB403", cell, message, worded("add cells below it, or delete it"))


def _wrong_moments(cell: Cell, now: int) -> Iterator[Fault]:
    """Yield a warning for a cell that reads what is yet to come, or acts on what has passed."""
    spec = cell.spec
    if isinstance(spec, Event) and spec.at is not None and parse_moment(spec.at) < now:
        message = worded(
            "{id!r} is planned for {at}, but the town is already at {now} at this cell",
            id=cell.id,
            at=worded_moment(parse_moment(spec.at)),
            now=worded_moment(now),
        )
        yield _warning("NB405", cell, message, worded("move it up, or give it a later moment"))
    read = _moment_read(cell)
    if read is not None and read > now:
        message = worded(
            "{id!r} refers to {at}, but the town has only run until {now} at this cell",
            id=cell.id,
            at=worded_moment(read),
            now=worded_moment(now),
        )
        yield _warning("NB404", cell, message, worded("move it below a run that reaches this moment"))


def _moment_read(cell: Cell) -> int | None:
    """Return the minute that has to be simulated before a cell can be read, or None if it names none."""
    spec = cell.spec
    if isinstance(spec, Interview | Chart) and spec.at is not None:
        return parse_moment(spec.at)
    if isinstance(spec, Chart) and spec.day is not None:
        return (spec.day - 1) * DAY + 1
    return None


def _without_cap(workspace: Workspace, notebook: Notebook, model: str) -> Iterator[Fault]:
    """Yield a warning for the first run that a served model is paid for, if no cap limits it."""
    if not workspace.models.is_served(model) or workspace.models.caps():
        return
    for cell in notebook.cells:
        if isinstance(cell.spec, Run) and not cell.is_marked("disabled"):
            message = worded("this run uses {model}, and no cap limits its cost", model=model)
            remedy = worded("set one in Settings, or with `townwright cap day tokens 200000`")
            yield _warning("NB601", cell, message, remedy)
            return
