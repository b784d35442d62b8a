"""Percent: a notebook as one file of Python, whose cells are marked as editors read them (py:percent)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.api.text import safe_json
from engine.notebook.jupyter.pieces import Piece, edition_of, pieces_of
from engine.notebook.outputs import Say, as_it_is
from engine.notebook.parts import Notebook
from engine.notebook.running.session import CellState
from engine.notebook.showing.edition import Edition

_MARK = re.compile(r"^(\s*)# ?%%", re.MULTILINE)  # what would begin a cell of its own


def percent(
    notebook: Notebook, states: Sequence[CellState], edition: Edition, say: Say = as_it_is
) -> Iterator[bytes]:
    """Yield a notebook as Python with marked cells; what its cells found is not in it, and so no words of
    ours to `say`.
    """
    edited = edition_of(notebook, edition)
    for piece in pieces_of(notebook, edited, states, edition):
        yield f"{_head(piece)}\n{_body(piece)}\n\n".encode()


def _head(piece: Piece) -> str:
    sort = "" if piece.sort == "code" else f" [{piece.sort}]"
    return f"# %%{sort} id={safe_json(piece.id)} kind={safe_json(piece.kind)}"


def _body(piece: Piece) -> str:
    if piece.sort != "code":
        return "\n".join(f"# {line}".rstrip() for line in piece.text.splitlines())
    return _MARK.sub(r"\1#  %%", piece.text)
