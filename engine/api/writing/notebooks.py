"""What a workspace keeps of notebooks: checkpoints and findings by keys of content, and predictions."""

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
    Checkpoint as Checkpoint,
    Found as Found,
    PastFinding as PastFinding,
    Prediction as Prediction,
)


@dataclass(frozen=True, slots=True)
class Notebooks:
    """What came of the cells of notebooks in one workspace. The notebooks themselves are files."""

    store: Store

    def checkpoint(self, key: str) -> Checkpoint | None:
        """Return which run stands at a checkpoint; None where none does."""
        return notebooks.checkpoint_of(self.store, meant.words(key, worded("a key")))

    def keep_checkpoint(self, key: str, made: Checkpoint) -> None:
        """Keep which run stands at a checkpoint."""
        notebooks.keep_checkpoint(self.store, meant.words(key, worded("a key")), made)

    @property
    def checkpoints(self) -> dict[str, Checkpoint]:
        """Return which run stands at every checkpoint, by their keys."""
        return notebooks.checkpoints(self.store)

    @property
    def outputs(self) -> dict[str, int]:
        """Return under which keys something was found, and how many letters it takes."""
        return notebooks.output_keys(self.store)

    @property
    def findings(self) -> dict[str, str]:
        """Return all that was found, as JSON, by its key."""
        return notebooks.outputs_of(self.store)

    @property
    def names(self) -> tuple[str, ...]:
        """Return by what every notebook is remembered of which a cell was run."""
        return notebooks.names_of(self.store)

    def forget(self, keys: Iterable[str]) -> None:
        """Forget which runs stand at some keys, and what was found under them."""
        notebooks.forget_keys(self.store, [meant.words(key, worded("a key")) for key in keys])

    def output(self, key: str) -> Found | None:
        """Return what a cell found, as JSON, and when; None where nothing is known."""
        return notebooks.output_of(self.store, meant.words(key, worded("a key")))

    def keep_output(self, key: str, output: str) -> None:
        """Keep what a cell found, as JSON."""
        notebooks.keep_output(
            self.store, meant.words(key, worded("a key")), meant.words(output, worded("an output"))
        )

    def cells(self, notebook: str) -> dict[str, CellRow]:
        """Return how the cells of a notebook were left."""
        return notebooks.cells_of(self.store, meant.words(notebook, worded("the name of a notebook")))

    def keep_cell(self, notebook: str, cell: str, row: CellRow) -> None:
        """Keep how a cell was left."""
        notebooks.keep_cell(self.store, *_of_cell(notebook, cell), row)

    def durations(self, notebook: str) -> dict[str, float]:
        """Return the seconds that each cell of a notebook took when it was run last, by its id."""
        return notebooks.durations_of(self.store, meant.words(notebook, worded("the name of a notebook")))

    def keep_duration(self, notebook: str, cell: str, seconds: float) -> None:
        """Keep the seconds that a cell took."""
        notebooks.keep_duration(self.store, *_of_cell(notebook, cell), float(seconds))

    def past(self, notebook: str, cell: str) -> tuple[PastFinding, ...]:
        """Return what a cell found lately, the latest first, with its text then."""
        return notebooks.past_of(self.store, *_of_cell(notebook, cell))

    def keep_past(self, notebook: str, cell: str, key: str, *, asked: str, output: str) -> None:
        """Keep what a cell found, as JSON, with its text. Of each cell the latest five are kept."""
        key, asked = meant.words(key, worded("a key")), meant.words(asked, worded("a text"))
        found = asked, meant.words(output, worded("an output"))
        notebooks.keep_past(self.store, *_of_cell(notebook, cell), key, found)

    def forget_past(self, notebook: str) -> None:
        """Forget what the cells of a notebook found before."""
        notebooks.forget_past(self.store, meant.words(notebook, worded("the name of a notebook")))

    def predictions(self, notebook: str) -> dict[str, Prediction]:
        """Return what was predicted in a notebook."""
        return notebooks.predictions_of(self.store, meant.words(notebook, worded("the name of a notebook")))

    def predict(self, notebook: str, cell: str, own: str, answer: str) -> None:
        """Keep what was predicted for a cell; `own` is the hash of what it asks."""
        said = meant.words(own, worded("a hash")), meant.words(answer, worded("an answer"))
        notebooks.keep_prediction(self.store, *_of_cell(notebook, cell), *said)

    def forget_predictions(self, notebook: str) -> None:
        """Forget what was predicted in a notebook, as for the next reader."""
        notebooks.forget_predictions(self.store, meant.words(notebook, worded("the name of a notebook")))

    # ---- programs in notebooks, which are off until somebody allows them

    @property
    def python_forbidden(self) -> bool:
        """Return whether no program of any notebook may run in this workspace."""
        return notebooks.is_settled(self.store, "")

    def forbid_python(self, *, forbidden: bool = True) -> None:
        """Forbid programs in notebooks altogether, or leave it to what was allowed one by one."""
        notebooks.settle(self.store, "", so=meant.yes_or_no(forbidden, worded("forbidden")))

    def allows_python(self, code: str) -> bool:
        """Return whether a program may run here: somebody has allowed this very text of it."""
        return not self.python_forbidden and notebooks.is_settled(self.store, _hash(code))

    def allow_python(self, code: str, *, allowed: bool = True) -> None:
        """Allow a program as it stands, or take that back. Another text of it is another program."""
        notebooks.settle(self.store, _hash(code), so=meant.yes_or_no(allowed, worded("allowed")))


def _of_cell(notebook: str, cell: str) -> tuple[str, str]:
    return (
        meant.words(notebook, worded("the name of a notebook")),
        meant.words(cell, worded("the id of a cell")),
    )


def _hash(code: str) -> str:
    return text_hash(meant.words(code, worded("a program")))
