"""Editions: what of a notebook a teacher is shown, and what a student, who is to find the answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.errors import worded
from engine.notebook.outputs import Output
from engine.notebook.parts import Cell, Notebook, Prose
from engine.notebook.running.session import CellState
from engine.notebook.specs import Expect, Predict

Edition = Literal["teacher", "student"]
EDITIONS: tuple[Edition, ...] = ("teacher", "student")
FOUND_BEGINS, FOUND_ENDS = "<!-- found -->", "<!-- end of what was found -->"
_FOUND = re.compile(rf"\n?^{FOUND_BEGINS}$.*?^{FOUND_ENDS}$\n?", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A part as an edition has it: prose, or a cell with what it found. Of a cell that is `held` back what it
    found is for whoever has committed a prediction.
    """

    prose: str = ""
    cell: Cell | None = None
    output: Output | None = None
    why: str = ""
    held: bool = False


def shown_parts(notebook: Notebook, states: Sequence[CellState], edition: Edition) -> Iterator[Shown]:
    """Yield the parts of a notebook as an edition has them, in order. A student's holds no answers: no
    solutions, keys, expectations or comments, and nothing that was found below a prediction.
    """
    state_of = {state.cell.id: state for state in states}
    for_students, asked = edition == "student", False
    heading = re.compile(rf"\s*# {re.escape(notebook.front.title)}\s*\n")
    for n, part in enumerate(notebook.parts):
        if isinstance(part, Prose):
            text = without_comments(part.source)
            text = heading.sub("", text, count=1) if n == 0 and heading.match(text) else text
            if text.strip():
                yield Shown(prose=text)
            continue
        if part.is_marked("hidden") or (for_students and is_answer(part)):
            continue
        state = state_of.get(part.id)
        output = state.output if state is not None else None
        held = for_students and asked
        asked = asked or isinstance(part.spec, Predict)
        if for_students and isinstance(part.spec, Predict):
            yield Shown(cell=replace(part, spec=replace(part.spec, key=""), body="", source=""))
            continue
        if for_students and isinstance(part.spec, Expect):  # what is expected is half of the answer
            part = replace(part, body="", source="")
        why = _why_bare(part, state)
        yield Shown(cell=part, output=None if held else output, why=why, held=held)


def _why_bare(cell: Cell, state: CellState | None) -> str:
    """Return why there is nothing to show of a cell."""
    if cell.is_marked("disabled"):
        return worded("This cell is disabled.")
    if state is None or state.status == "never run":
        return worded("This cell has not been run yet.")
    return state.why


def is_answer(cell: Cell) -> bool:
    """Return whether a cell is not for students: a solution, a speaker note, or an expectation that is not
    marked `solution=false`.
    """
    if cell.is_marked("solution") or cell.is_marked("speaker"):
        return True
    return cell.kind == "expect" and cell.attributes.get("solution", "").casefold() != "false"


def without_comments(prose: str) -> str:
    """Return prose without the comments in it, which are for those who write it, and without what a cell
    found, where that was embedded in the text.
    """
    return _COMMENT.sub("", without_found(prose))


def without_found(prose: str) -> str:
    """Return prose without what cells found, where that was embedded in the text."""
    return _FOUND.sub("", prose)
