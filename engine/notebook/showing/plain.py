"""Plain text: what a cell found, for where nothing else can be shown."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import worded
from engine.notebook.outputs import Grid, Output, Say, Value, as_it_is
from engine.notebook.showing.words import AND_MORE, FAILS, HOLDS


def output_text(output: Output, say: Say = as_it_is) -> str:
    """Return what a cell found as text, our own words as `say` has them."""
    return "\n".join(_lines(output, say))


def _lines(output: Output, say: Say) -> Iterator[str]:
    if output.passed is not None:
        yield f"{say(HOLDS if output.passed else FAILS)}."
    yield from map(say, output.sentences)
    for grid in output.grids:
        yield from _grid(grid.as_table, say)
    for quote in output.quotes:
        yield say(
            worded("{who}, asked {question!r}: {text}", who=quote.who, question=quote.asked, text=quote.text)
        )


def _grid(grid: Grid, say: Say) -> Iterator[str]:
    if grid.title:
        yield say(grid.title)
    rows = [tuple(map(say, grid.columns)), *(tuple(_said(cell, say) for cell in row) for row in grid.rows)]
    wide = [max(len(row[place]) for row in rows) for place in range(len(grid.columns))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, wide, strict=True)).rstrip()
    if grid.more:
        yield say(AND_MORE)


def _said(cell: Value, say: Say) -> str:
    if isinstance(cell, str):
        return say(cell)
    return "" if cell is None else str(cell)
