"""How far a town is simulated at each cell of a notebook, as far as its text says."""

from __future__ import annotations

from collections.abc import Iterator

from engine.api.steering.until import MOST_DAYS
from engine.clock import DAY, parse_moment
from engine.notebook.parts import Cell, Notebook
from engine.notebook.specs import Branch, Run


def goal_of_run(spec: Run, here: int) -> int:
    """Return the minute to which a run cell simulates a town that is at the minute `here`, at most."""
    goals = [parse_moment(spec.until)] if spec.until is not None else []
    days = (spec.days or MOST_DAYS) if spec.event or spec.reflection else spec.days
    goals += [(here // DAY + days) * DAY] if days is not None else []
    return min(goals)


def clocks(notebook: Notebook) -> Iterator[tuple[Cell, int | None]]:
    """Yield each enabled cell with the minute of the town before it, or None where only a run can tell."""
    after: dict[str, int | None] = {}
    now: int | None = 0
    for cell in notebook.cells:
        if cell.is_marked("disabled"):
            continue
        yield cell, now
        spec = cell.spec
        if isinstance(spec, Branch):
            now = after.get(spec.start, now)
        elif isinstance(spec, Run):
            is_open = now is None or spec.event or spec.reflection or (spec.days, spec.until) == (None, None)
            now = None if is_open or now is None else max(now, goal_of_run(spec, now))
        after[cell.id] = now
