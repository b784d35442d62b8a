"""One batch: many runs of a town, lived each in a workspace of its own, and what was found in them."""

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
    """Many runs of one town. Each is lived in a workspace of its own; here is what was found in them."""

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
        """Have what is left of it lived, here or `on` the Ray cluster at an address, and return its table.

        It may be stopped at any time, by `is_to_stop`, by `stop` from elsewhere or by Ctrl+C: what is done is
        kept, and the next time it goes on from there. RunBusy when somebody else is at it.

        Parameters
        ----------
        workers : int, optional
            How many runs are lived at once; as many as there are cores.
        on : str
            The address of a Ray cluster that lives them instead.
        is_to_stop : callable, optional
            Asked now and then whether to go on no more.
        watch : callable
            Told of the progress.

        Returns
        -------
        BatchTable
            What the runs have in common.

        Raises
        ------
        RunBusy
            When somebody else is at it.

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
        """Have a process of its own do what `live` does, and return its number."""
        address = meant.words(on, worded("an address")).strip()
        return start_batch(self.store, self.now, workers=_workers(workers), address=address, keys=self.keys)

    def stop(self) -> None:
        """Ask whoever is at it to stop; what is done is kept."""
        ask_batch_to_stop(self.store, self.row.number)

    def delete(self) -> None:
        """Take it out of the list; `batches.restore` brings it back. RunBusy while somebody is at it."""
        delete_batch(self.store, self.row.number)

    @property
    def disk(self) -> int:
        """Return how many bytes its cassettes take."""
        return disk_of_batch(self.store, self.row.id)

    @property
    def now(self) -> BatchRow:
        """Return how it stands now."""
        self.row = batch_row(self.store, self.row.number)
        return self.row

    @property
    def repetitions(self) -> Records[Repetition]:
        """Return what came of each of its runs so far."""
        return Records.of(Repetition, repetitions(self.store, self.row.number))

    @property
    def table(self) -> BatchTable:
        """Return what its runs have in common, as far as they are done."""
        return table_of(self.row, self.repetitions)

    @property
    def left(self) -> int:
        """Return how many of its runs are yet to be lived."""
        return self.row.size - sum(not one.error for one in self.repetitions)

    def cassette(self, seed: int, variant: int = 0) -> Path:
        """Return the file of one of its runs, which `open` and `townwright open` take; NotFound where it was
        not lived, or the file is gone.
        """
        wanted = (
            meant.whole(variant, worded("a variant"), 0, 1),
            meant.whole(seed, worded("a seed"), 0, MOST_ID),
        )
        done = {(one.variant, one.seed) for one in self.repetitions if not one.error}
        if wanted not in done:
            raise NotFound(
                worded(
                    "{id} has no run of seed {seed} that is done; its table says which are",
                    id=self.row.id,
                    seed=seed,
                )
            )
        path = cassette_file(self.store, self.row.id, *wanted)
        if not path.is_file():
            raise NotFound(
                worded(
                    "the cassette of seed {seed} is gone from {parent!r}; repeat it anew",
                    seed=seed,
                    parent=str(path.parent),
                )
            )
        return path

    def open(self, seed: int, variant: int = 0) -> Run:
        """Return one of its runs as a run of this workspace, to be looked at like any other: the one that was
        opened before, or a new one.
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
    return meant.whole(said, worded("a number of workers"), 1, MOST_WORKERS)
