"""Words: what of ours stands beside what a cell found, whichever form shows it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.clock import parse_moment
from engine.errors import worded
from engine.notebook.outputs import moment
from engine.notebook.parts import Cell
from engine.notebook.specs import Branch, Event, Run

PREDICT, ANSWER = worded("Predict:"), worded("Answer:")
HOLDS, FAILS = worded("Holds"), worded("Does not hold")
THE_ROWS, AND_MORE = worded("Rows"), worded("more rows are not shown")
_KINDS: Mapping[str, str] = {
    "predict": worded("Your prediction"), "run": worded("Simulation"),
    "edit": worded("Change to the town"), "event": worded("Event"),
    "whisper": worded("Whisper"), "branch": worded("Branch"), "interview": worded("Interview"),
    "survey": worded("Survey"), "compare": worded("Comparison"), "sql": worded("Query"),
    "chart": worded("Chart"), "expect": worded("Expectation"), "pin": worded("Pin"),
    "note": worded("Note"), "python": worded("Program"),
}  # fmt: skip
_IN_PERSON = worded("Interview in person")


def kind_words(cell: Cell) -> str:
    """Return the words for a kind of cell; for a run, how far it simulates the town."""
    if isinstance(cell.spec, Run) and cell.spec.until:
        until = moment(parse_moment(cell.spec.until))
        return worded("Simulation until {moment}", moment=until)
    if isinstance(cell.spec, Run) and cell.spec.days:
        if cell.spec.days == 1:
            return worded("Simulation of one day")
        return worded("Simulation of {n} days", n=cell.spec.days)
    return _IN_PERSON if cell.changes_town and cell.kind == "interview" else _KINDS.get(cell.kind, cell.kind)


def asked_words(cell: Cell, names: Mapping[str, str] = MappingProxyType({})) -> str | None:
    """Put a cell's request in a sentence. Return an empty text if the words for its kind say all of it, and
    None if only the cell's own text does. `names` are the names of people by id.
    """
    spec = cell.spec
    if isinstance(spec, Run) and spec in (Run(days=spec.days), Run(until=spec.until)):
        return ""
    if isinstance(spec, Branch):
        return worded("The town continues from {cell} on a new branch.", cell=spec.start)
    if isinstance(spec, Event) and spec.verb == "whisper" and spec.asked.keys() == {"agent", "text"}:
        agent = spec.asked["agent"]
        return worded("To {name}: “{text}”", name=names.get(agent, agent), text=spec.asked["text"])
    return None
