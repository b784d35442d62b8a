"""Jupyter's own form: a notebook as .ipynb, from which our file can be made again, byte for byte."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence

import engine
from engine.api.text import safe_json
from engine.notebook.jupyter.pieces import Piece, edition_of, pieces_of, trailing
from engine.notebook.outputs import Output, Say, as_it_is
from engine.notebook.parts import Notebook
from engine.notebook.running.session import CellState
from engine.notebook.showing.edition import Edition
from engine.notebook.showing.page import output_html
from engine.notebook.showing.plain import output_text

FORM = 1  # of what we keep in the metadata
OURS = "townwright"  # where in the metadata it stands
_COLOURS = "--ink:currentColor;--mark:#2b7bb5;--rule:#8886;--soft:#888"


def ipynb(
    notebook: Notebook, states: Sequence[CellState], edition: Edition, say: Say = as_it_is
) -> Iterator[bytes]:
    """Yield a notebook in Jupyter's form, with what its cells found, our own words as `say` has them."""
    edited = edition_of(notebook, edition)
    cells = [_cell(piece, say) for piece in pieces_of(notebook, edited, states, edition)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {
        "kernelspec": kernel,
        "language_info": {"name": "python"},
        "title": edited.front.title or "Notebook",
        OURS: {"form": FORM, "edition": edition, "after": trailing(edited)},
    }
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    yield json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"


def written_hash(text: str) -> str:
    """Return by what it is known that a cell still says what was written into it, however its lines end."""
    return hashlib.sha256("\n".join(text.splitlines()).encode("utf-8", "surrogatepass")).hexdigest()


def _cell(piece: Piece, say: Say) -> Mapping[str, object]:
    ours: dict[str, object] = {
        "kind": piece.kind,
        "source": piece.source,
        "before": piece.before,
        "written": written_hash(piece.text),
    }
    metadata: dict[str, object] = {OURS: ours}
    if piece.cell is not None:
        ours["spec"] = json.loads(safe_json(piece.cell.spec))
        if piece.cell.is_marked("hidden"):
            metadata["jupyter"] = {"source_hidden": True}
    else:
        ours["made-by"] = f"Townwright {engine.__version__}"
    found: dict[str, object] = {
        "cell_type": piece.sort,
        "id": piece.id,
        "metadata": metadata,
        "source": piece.text.splitlines(keepends=True),
    }
    if piece.sort == "code":
        outputs = [] if piece.output is None else [_output(piece.output, say)]
        found |= {"execution_count": None, "outputs": outputs}
    return found


def _output(output: Output, say: Say) -> Mapping[str, object]:
    page = f'<div style="{_COLOURS}">\n{"".join(output_html(output, say))}</div>'
    data = {"text/plain": _lines(output_text(output, say)), "text/html": _lines(page)}
    return {"output_type": "display_data", "data": data, "metadata": {}}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)
