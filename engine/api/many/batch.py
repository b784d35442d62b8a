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
    """A batch: many runs of one town, each with its own seed and workspace, and their results."""

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
        """Simulate the remaining runs of the batch, on this machine or on a Ray cluster.

        You can stop the batch with `is_to_stop`, with `stop` from another process, or with Ctrl+C. Finished
        runs are kept, and the next call simulates the others. Failed runs are tried again.

        Parameters
        ----------
        workers : int, optional
            The number of runs that are simulated at the same time. By default, one for each processor core.
        on : str
            The address of a Ray cluster. If it is given, the cluster simulates the runs.
        is_to_stop : callable, optional
            Called regularly. The batch stops if it returns true.
        watch : callable
            Called with the progress of the batch.

        Returns
        -------
        BatchTable
            The results of all finished runs.

        Raises
        ------
        RunBusy
            If another process works on the batch.
        BadInput
            If Ray is not installed, or if no cluster answers at the address.

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
        """Start a separate process that does the same as `live`, and return the process id."""
        address = meant.words(on, worded("an address")).strip()
        return start_batch(self.store, self.now, workers=_workers(workers), address=address, keys=self.keys)

    def stop(self) -> None:
        """Ask the process of the batch to stop. Finished runs are kept."""
        ask_batch_to_stop(self.store, self.row.number)

    def delete(self) -> None:
        """Delete the batch. `batches.restore` restores it until `batches.empty` removes it permanently.

        Raises RunBusy if a process works on the batch.
        """
        delete_batch(self.store, self.row.number)

    @property
    def disk(self) -> int:
        """Return the size of the cassettes of the batch in bytes."""
        return disk_of_batch(self.store, self.row.id)

    @property
    def now(self) -> BatchRow:
        """Reload the batch and return its current state."""
        self.row = batch_row(self.store, self.row.number)
        return self.row

    @property
    def repetitions(self) -> Records[Repetition]:
        """Return the result of each run that has been simulated, including failed runs."""
        return Records.of(Repetition, repetitions(self.store, self.row.number))

    @property
    def table(self) -> BatchTable:
        """Return the results of the finished runs as shares and counts."""
        return table_of(self.row, self.repetitions)

    @property
    def left(self) -> int:
        """Return the number of runs that are still to be simulated."""
        return self.row.size - sum(not one.error for one in self.repetitions)

    def cassette(self, seed: int, variant: int = 0) -> Path:
        """Return the path of the cassette of one run, for `townwright open`.

        `variant` is 0 for the unchanged run and 1 for the changed run. Raises NotFound if the run is not
        finished, or if the file is missing.
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
                    "the cassette of seed {seed} is missing from {parent!r}; run the batch again with "
                    "this seed",
                    seed=seed,
                    parent=str(path.parent),
                )
            )
        return path

    def open(self, seed: int, variant: int = 0) -> Run:
        """Open one run of the batch as a run of this workspace.

        If the run was opened before, the same run is returned. `variant` is 0 for the unchanged run and 1 for
        the changed run. Raises NotFound if the run is not finished.
        """
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
