"""One batch: many runs of a town, each simulated in its own workspace, and their results."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from engine.api.run import Run
from engine.api.runs import Runs
from engine.api.scenarios import Scenarios
from engine.display.listed import Records
from engine.errors import NotFound, worded
from engine.models.profiles import Keys
from engine.moments import meant
from engine.plain_files import open_plain
from engine.repeating.batch_runner import carrier_of, start_batch
from engine.repeating.doing import (
    BatchProgress as BatchProgress,
    BatchWatch as BatchWatch,
    do_batch,
    unwatched as unwatched,
)
from engine.repeating.measuring import COUNTED as COUNTED
from engine.repeating.shares import Band as Band, Share as Share
from engine.repeating.table import (
    BatchTable as BatchTable,
    CountBands as CountBands,
    FactShares as FactShares,
    StatementShares as StatementShares,
    table_of,
)
from engine.row_ids import MOST_ID
from engine.store.file.connection import Store
from engine.store.living.batches import (
    BatchRow as BatchRow,
    Repetition as Repetition,
    ask_batch_to_stop,
    batch_row,
    cassette_file,
    delete_batch,
    disk_of_batch,
    repetitions,
)

MOST_WORKERS = 256


class Batch:
    """Many runs of one town, each simulated in its own workspace, and their results."""

    def __init__(self, store: Store, row: BatchRow, keys: Keys) -> None:
        self.store = store
        self.row = row
        self.keys = keys

    def live(
        self,
        *,
        workers: int | None = None,
        on: str = "",
        is_to_stop: Callable[[], bool] | None = None,
        watch: BatchWatch = unwatched,
    ) -> BatchTable:
        """Simulate the remaining runs, here or `on` the Ray cluster at an address, and return the table.

        It may be stopped at any time, by `is_to_stop`, by `stop` from elsewhere or by Ctrl+C: finished runs
        are kept, and the next call continues from there.

        Parameters
        ----------
        workers : int, optional
            How many runs are simulated at once; by default, one for each core.
        on : str
            The address of a Ray cluster that simulates them instead.
        is_to_stop : callable, optional
            Called now and then; it stops when this returns true.
        watch : callable
            Called with the progress.

        Returns
        -------
        BatchTable
            The results of all runs.

        Raises
        ------
        RunBusy
            When another process works on the batch.

        """
        carrier = carrier_of(self.store, _workers(workers), meant.words(on, worded("an address")).strip())
        self.row = do_batch(
            self.store,
            self.row.number,
            carrier,
            keys=self.keys,
            is_to_stop=is_to_stop or (lambda: False),
            watch=watch,
        )
        return self.table

    def start(self, *, workers: int | None = None, on: str = "") -> int:
        """Do what `live` does in a separate process, and return the id of that process."""
        address = meant.words(on, worded("an address")).strip()
        return start_batch(self.store, self.now, workers=_workers(workers), address=address, keys=self.keys)

    def stop(self) -> None:
        """Ask the process of the batch to stop; finished runs are kept."""
        ask_batch_to_stop(self.store, self.row.number)

    def delete(self) -> None:
        """Move the batch out of the list; `batches.restore` brings it back. Raises RunBusy while a process
        works on it.
        """
        delete_batch(self.store, self.row.number)

    @property
    def disk(self) -> int:
        """Return the size of the batch's cassettes in bytes."""
        return disk_of_batch(self.store, self.row.id)

    @property
    def now(self) -> BatchRow:
        """Reload the batch and return its current state."""
        self.row = batch_row(self.store, self.row.number)
        return self.row

    @property
    def repetitions(self) -> Records[Repetition]:
        """Return the results of the runs so far."""
        return Records.of(Repetition, repetitions(self.store, self.row.number))

    @property
    def table(self) -> BatchTable:
        """Return the table of results over the finished runs."""
        return table_of(self.row, self.repetitions)

    @property
    def left(self) -> int:
        """Return the number of runs that are still to be simulated."""
        return self.row.size - sum(not one.error for one in self.repetitions)

    def cassette(self, seed: int, variant: int = 0) -> Path:
        """Return the cassette file of one run, which `open` and `townwright open` take. Raises NotFound if it
        was not simulated, or the file is gone.
        """
        wanted = (
            meant.whole(variant, worded("the number of a variant"), 0, 1),
            meant.whole(seed, worded("a seed"), 0, MOST_ID),
        )
        done = {(one.variant, one.seed) for one in self.repetitions if not one.error}
        if wanted not in done:
            raise NotFound(
                worded(
                    "{id} has no finished run with seed {seed}; see the table of the batch for the "
                    "finished runs",
                    id=self.row.id,
                    seed=seed,
                )
            )
        path = cassette_file(self.store, self.row.id, *wanted)
        if not path.is_file():
            raise NotFound(
                worded(
                    "the cassette of seed {seed} is missing from {parent!r}; repeat the run",
                    seed=seed,
                    parent=str(path.parent),
                )
            )
        return path

    def open(self, seed: int, variant: int = 0) -> Run:
        """Open one of the runs as a run of this workspace: the one opened before, or a new one."""
        path = self.cassette(seed, variant)
        name = f"{self.row.id}, {'changed, ' if variant else ''}seed {seed}"
        runs = Runs(self.store, Scenarios(self.store), self.keys)
        for row in runs.all():
            if row.name == name:
                return runs.find(row.number)
        with open_plain(path) as file:
            return runs.open_cassette(file, name)


def _workers(said: int | None) -> int:
    if said is None:
        return os.cpu_count() or 1
    return meant.whole(said, worded("the number of workers"), 1, MOST_WORKERS)
