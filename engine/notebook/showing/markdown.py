"""Markdown with results: the prose as it stands, and below every cell what it found, as plain Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.errors import worded
from engine.notebook.outputs import Grid, Output, Say, Value, as_it_is
from engine.notebook.parts import Cell, Notebook
from engine.notebook.running.predicting import a_number
from engine.notebook.running.session import CellState
from engine.notebook.showing.edition import Edition, Shown, shown_parts
from engine.notebook.showing.words import (
    AND_MORE,
    ANSWER,
    FAILS,
    HOLDS,
    PREDICT,
    asked_words,
    kind_words,
)
from engine.notebook.specs import Predict

HELD = worded("The result is shown after the predictions above are committed.")
_LIVELY = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$-])")


def markdown(
    notebook: Notebook, states: Sequence[CellState], edition: Edition, say: Say = as_it_is
) -> Iterator[bytes]:
    """Yield a notebook with what its cells found, as Markdown that nothing of it can break out of; our own
    words as `say` has them.
    """
    if notebook.front.title:
        yield f"# {escaped(notebook.front.title)}\n\n".encode()
    for shown in shown_parts(notebook, states, edition):
        text = f"{shown.prose.strip()}\n\n" if shown.cell is None else _cell(shown, shown.cell, say)
        yield text.encode()


def escaped(text: str) -> str:
    """Return a text as Markdown shows it, on one line, whatever is in it."""
    return _LIVELY.sub(r"\\\1", " ".join(text.split()))


def _cell(shown: Shown, cell: Cell, say: Say) -> str:
    if isinstance(cell.spec, Predict):
        key = f"**{say(ANSWER)}** {escaped(cell.spec.key)}\n\n" if cell.spec.key else ""
        return f"**{say(PREDICT)}** {escaped(cell.spec.ask)} {_answers(cell.spec, say)}\n\n{key}"
    if cell.kind == "note":
        return f"{cell.body.strip()}\n\n"
    return f"{_fenced(cell, say)}\n{_found(shown, say)}"


def _fenced(cell: Cell, say: Say) -> str:
    """Return what a cell says as code, below its title."""
    called = cell.attributes.get("title", "")
    head = f"**{escaped(say(kind_words(cell)))}**{f' · {escaped(called)}' if called else ''}\n\n"
    if not cell.body.strip():
        return head
    if (words := asked_words(cell)) is not None:
        return f"{head}{escaped(say(words))}\n\n" if words else head
    return f"{head}{fenced(cell.shown, cell.lang)}"


def fenced(text: str, lang: str = "") -> str:
    """Return a text as code that nothing of it can break out of."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{lang}\n{text.rstrip()}\n{fence}\n"


def _answers(spec: Predict, say: Say) -> str:
    if spec.type == "choice":
        return " / ".join(escaped(option) for option in spec.options)
    return f"({say(a_number(spec))})" if spec.type == "number" else ""


def _found(shown: Shown, say: Say) -> str:
    if shown.held:
        return f"*{say(HELD)}*\n\n"
    if shown.output is None:
        return f"*{escaped(say(shown.why))}*\n\n" if shown.why else ""
    return "".join(output_markdown(shown.output, say))


def output_markdown(output: Output, say: Say) -> Iterator[str]:
    """Yield what a cell found as Markdown, piece by piece."""
    if output.passed is not None:
        yield f"**{say(HOLDS if output.passed else FAILS)}.** "
    for sentence in map(say, output.sentences):
        yield f"{fenced(sentence)}\n" if "\n" in sentence else f"{escaped(sentence)}\n\n"
    for grid in output.grids:
        yield _table(grid.as_table, say)
    for quote in output.quotes:
        asked = say(
            worded(
                "{who}, asked “{question}”:", who=f"**{escaped(quote.who)}**", question=escaped(quote.asked)
            )
        )
        yield f"> {asked} {escaped(quote.text)}\n\n"


def _table(grid: Grid, say: Say) -> str:
    title = f"*{escaped(say(grid.title))}*\n\n" if grid.title else ""
    head = f"| {' | '.join(escaped(say(name)) or ' ' for name in grid.columns)} |\n"
    rule = f"|{'---|' * len(grid.columns)}\n"
    rows = "".join(
        f"| {' | '.join('' if cell is None else escaped(_said(cell, say)) for cell in row)} |\n"
        for row in grid.rows
    )
    more = f"\n*{say(AND_MORE)}*\n" if grid.more else ""
    return f"{title}{head}{rule}{rows}{more}\n"


def _said(cell: Value, say: Say) -> str:
    if isinstance(cell, str):
        return say(cell)
    return "" if cell is None else str(cell)
