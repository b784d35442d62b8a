"""Pieces: the cells of a notebook as Jupyter has them, whichever form they are written in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.notebook.jupyter.calls import programme_of
from engine.notebook.jupyter.student import students_notebook
from engine.notebook.outputs import Output
from engine.notebook.parts import Cell, Notebook, Prose
from engine.notebook.running.session import CellState
from engine.notebook.showing.edition import Edition, shown_parts

Sort = Literal["markdown", "code", "raw"]
FRONT, PROSE = "front", "prose"  # the kinds of what is no cell of ours


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One cell of Jupyter: what stands in it, and of what it was made. `before` is the blank space above it
    in our file, `source` its own text there.
    """

    sort: Sort
    id: str
    kind: str
    text: str
    source: str
    before: str = ""
    cell: Cell | None = None
    output: Output | None = None


def edition_of(notebook: Notebook, edition: Edition) -> Notebook:
    """Return a notebook as an edition has it."""
    return students_notebook(notebook) if edition == "student" else notebook


def pieces_of(
    notebook: Notebook, edited: Notebook, states: Sequence[CellState], edition: Edition
) -> Iterator[Piece]:
    """Yield the cells of Jupyter that make up an edition of a notebook, with what they found."""
    programme = programme_of(edited)
    found = {
        shown.cell.id: shown.output
        for shown in shown_parts(notebook, states, edition)
        if shown.cell is not None and not shown.held
    }
    taken = {cell.id for cell in edited.cells}
    yield Piece(
        sort="code",
        id=free_id("setup", taken),
        kind=FRONT,
        text=programme.opening,
        source=edited.front.source,
    )
    before = ""
    for part in edited.parts:
        if not part.source.strip():
            before += part.source
            continue
        if isinstance(part, Prose):
            text, name = part.source.strip(), free_id("prose-1", taken)
            yield Piece(sort="markdown", id=name, kind=PROSE, text=text, source=part.source, before=before)
        else:
            yield _piece(part, programme.cells.get(part.id), found.get(part.id), before)
        before = ""


def _piece(cell: Cell, call: str | None, output: Output | None, before: str) -> Piece:
    sort: Sort = "markdown" if cell.kind == "note" else "raw" if call is None else "code"
    text = cell.body.strip("\r\n") if call is None else call
    return Piece(
        sort=sort, id=cell.id, kind=cell.kind, text=text, source=cell.source, before=before, cell=cell,
        output=output,
    )  # fmt: skip


def trailing(notebook: Notebook) -> str:
    """Return the blank space at the end of a notebook, which no cell stands below."""
    blank = ""
    for part in reversed(notebook.parts):
        if part.source.strip():
            break
        blank = part.source + blank
    return blank


def free_id(wanted: str, taken: set[str]) -> str:
    """Return an id that nothing has yet, and take it."""
    stem, number = wanted.removesuffix("-1"), 1
    name = wanted
    while name in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name)
    return name
