"""Embedding: the text of a notebook with what its cells found below each, for whom one file is enough.

What is embedded stands between two remarks and is no part of the notebook: it is not shown again where the
text is read, and goes where it is taken in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.notebook.jupyter.pieces import edition_of
from engine.notebook.outputs import Output, Say, as_it_is
from engine.notebook.parts import Notebook, Prose
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.session import CellState
from engine.notebook.showing.edition import FOUND_BEGINS, FOUND_ENDS, Edition, shown_parts, without_found
from engine.notebook.showing.markdown import output_markdown


def with_outputs(
    notebook: Notebook, states: Sequence[CellState], edition: Edition, say: Say = as_it_is
) -> Iterator[bytes]:
    """Yield the text of an edition with what its cells found; our own words as `say` has them."""
    bare = notebook_of(without_outputs(notebook))
    edited = edition_of(bare, edition)
    found = {
        shown.cell.id: shown.output
        for shown in shown_parts(bare, states, edition)
        if shown.cell is not None and not shown.held
    }
    yield edited.front.source.encode()
    for part in edited.parts:
        yield part.source.encode()
        output = None if isinstance(part, Prose) else found.get(part.id)
        if output is not None:
            yield _embedded(output, say, ended=part.source.endswith("\n")).encode()


def without_outputs(notebook: Notebook) -> str:
    """Return the text of a notebook without what was embedded in it."""
    parts = (
        without_found(part.source) if isinstance(part, Prose) else part.source for part in notebook.parts
    )
    return notebook.front.source + "".join(parts)


def _embedded(output: Output, say: Say, *, ended: bool) -> str:
    text = "".join(output_markdown(output, say)).strip().replace("<!--", "<! --")
    return f"{'' if ended else chr(10)}\n{FOUND_BEGINS}\n\n{text}\n\n{FOUND_ENDS}\n"
