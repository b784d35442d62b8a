"""The workspace's data on notebooks: checkpoints and results by keys of content, and predictions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.errors import worded
from engine.moments import meant
from engine.store.file.connection import Store
from engine.store.texts import text_hash
from engine.store.writing import notebooks
from engine.store.writing.notebooks import (
    CellRow as CellRow,
    CellRun as CellRun,
    Checkpoint as Checkpoint,
    Found as Found,
    PastFinding as PastFinding,
    Prediction as Prediction,
)


@dataclass(frozen=True, slots=True)
class Notebooks:
    """The stored results of notebook cells in one workspace. The notebooks themselves are files."""

    store: Store

    def checkpoint(self, key: str) -> Checkpoint | None:
        """Return the checkpoint under a key, or None."""
        return notebooks.checkpoint_of(self.store, meant.words(key, worded("a key")))

    def keep_checkpoint(self, key: str, made: Checkpoint) -> None:
        """Store a checkpoint under a key."""
        notebooks.keep_checkpoint(self.store, meant.words(key, worded("a key")), made)

    @property
    def checkpoints(self) -> dict[str, Checkpoint]:
        """Return all checkpoints by key."""
        return notebooks.checkpoints(self.store)

    @property
    def outputs(self) -> dict[str, int]:
        """Return the keys of all stored results, each with its length in letters."""
        return notebooks.output_keys(self.store)

    @property
    def findings(self) -> dict[str, str]:
        """Return all stored results, as JSON, by key."""
        return notebooks.outputs_of(self.store)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all notebooks with stored cells."""
        return notebooks.names_of(self.store)

    def forget(self, keys: Iterable[str]) -> None:
        """Remove the checkpoints and results under some keys."""
        notebooks.forget_keys(self.store, [meant.words(key, worded("a key")) for key in keys])

    def output(self, key: str) -> Found | None:
        """Return the result under a key, as JSON, with its time, or None."""
        return notebooks.output_of(self.store, meant.words(key, worded("a key")))

    def keep_output(self, key: str, output: str) -> None:
        """Store the result of a cell, as JSON."""
        notebooks.keep_output(
            self.store, meant.words(key, worded("a key")), meant.words(output, worded("an output"))
        )

    def cells(self, notebook: str) -> dict[str, CellRow]:
        """Return the stored state of a notebook's cells, by cell id."""
        return notebooks.cells_of(self.store, meant.words(notebook, worded("the name of a notebook")))

    def keep_cell(self, notebook: str, cell: str, row: CellRow) -> None:
        """Store the state of a cell."""
        notebooks.keep_cell(self.store, *_of_cell(notebook, cell), row)

    def durations(self, notebook: str) -> dict[str, float]:
        """Return the seconds that each cell of a notebook took when it was run last, by its id."""
        return notebooks.durations_of(self.store, meant.words(notebook, worded("the name of a notebook")))

    def keep_duration(self, notebook: str, cell: str, seconds: float) -> None:
        """Keep the seconds that a cell took."""
        notebooks.keep_duration(self.store, *_of_cell(notebook, cell), float(seconds))

    def past(self, notebook: str, cell: str) -> tuple[PastFinding, ...]:
        """Return the latest results of a cell, newest first, each with the cell's text then."""
        return notebooks.past_of(self.store, *_of_cell(notebook, cell))

    def keep_past(self, notebook: str, cell: str, key: str, *, asked: str, output: str) -> None:
        """Store a result of a cell, as JSON, with its text. The latest five of each cell are kept."""
        key, asked = meant.words(key, worded("a key")), meant.words(asked, worded("a text"))
        found = asked, meant.words(output, worded("an output"))
        notebooks.keep_past(self.store, *_of_cell(notebook, cell), key, found)

    def runs(self, notebook: str) -> tuple[CellRun, ...]:
        """Return the latest runs of a notebook's cells, newest first."""
        return notebooks.runs_of(self.store, meant.words(notebook, worded("the name of a notebook")))

    def forget_past(self, notebook: str) -> None:
        """Remove the earlier results of a notebook's cells."""
        notebooks.forget_past(self.store, meant.words(notebook, worded("the name of a notebook")))

    def predictions(self, notebook: str) -> dict[str, Prediction]:
        """Return the predictions made in a notebook, by cell id."""
        return notebooks.predictions_of(self.store, meant.words(notebook, worded("the name of a notebook")))

    def predict(self, notebook: str, cell: str, own: str, answer: str) -> None:
        """Store a prediction for a cell; `own` is the hash of the cell's question."""
        said = meant.words(own, worded("a hash")), meant.words(answer, worded("an answer"))
        notebooks.keep_prediction(self.store, *_of_cell(notebook, cell), *said)

    def forget_predictions(self, notebook: str) -> None:
        """Remove the predictions made in a notebook, as for the next reader."""
        notebooks.forget_predictions(self.store, meant.words(notebook, worded("the name of a notebook")))

    # ---- programs in notebooks, which are off until somebody allows them

    @property
    def python_forbidden(self) -> bool:
        """Whether this workspace forbids all programs in notebooks."""
        return notebooks.is_settled(self.store, "")

    def forbid_python(self, *, forbidden: bool = True) -> None:
        """Forbid all programs in notebooks, or go back to those allowed one by one."""
        notebooks.settle(self.store, "", so=meant.yes_or_no(forbidden, worded("`forbidden`")))

    def allows_python(self, code: str) -> bool:
        """Check that programs are not forbidden, and that a program with this exact text was allowed."""
        return not self.python_forbidden and notebooks.is_settled(self.store, _hash(code))

    def allow_python(self, code: str, *, allowed: bool = True) -> None:
        """Allow a program with this exact text, or withdraw that."""
        notebooks.settle(self.store, _hash(code), so=meant.yes_or_no(allowed, worded("`allowed`")))


def _of_cell(notebook: str, cell: str) -> tuple[str, str]:
    return (
        meant.words(notebook, worded("the name of a notebook")),
        meant.words(cell, worded("the id of a cell")),
    )


def _hash(code: str) -> str:
    return text_hash(meant.words(code, worded("a program")))
