"""The public Python API: a workspace with its scenarios, runs and models.

with open_workspace("workspace") as workspace:
    run = workspace.runs.new("willow-bay")
    run.live(1440)
    print(run.at().ask("isabel", "What are you looking forward to?").text)
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Unpack

from engine.api.many.batch import Batch, BatchWatch, unwatched
from engine.api.many.batches import Batches, Planned
from engine.api.models import Models
from engine.api.run import Run
from engine.api.runs import FIRST_TOWN, Glance, Job, Runs
from engine.api.scenarios import Scenarios, bundled
from engine.api.writing.imports import Imports
from engine.api.writing.notebooks import Notebooks
from engine.api.writing.sifts import Sifts
from engine.api.writing.unsent import UnsentFields
from engine.display.html import Card
from engine.display.listed import Displayed
from engine.errors import NotWritten, WorkspaceDamaged, worded
from engine.models.profiles import Keys
from engine.store.file.blame import damage_behind
from engine.store.file.checks import file_of, is_read_only, only_read
from engine.store.file.connection import Store, open_store
from engine.store.log.incoming import clear_remains
from engine.store.texts import text_hash
from engine.store.verifying.backups import unverified_backup

__all__ = ["FIRST_TOWN", "Glance", "Job", "Run", "Workspace", "open_workspace"]


def open_workspace(folder: str | Path, *, read_only: bool = False, keys: Keys | None = None) -> Workspace:
    """Open a workspace folder; a new one is created with the bundled scenarios in it. A single file, as a
    copy to look at, is opened read-only.

    `keys` are those of served models; by default, each is read from the environment variable of its profile.
    A workspace that cannot be written, as on a read-only disk, is opened read-only.

    Parameters
    ----------
    folder : str or Path
        The folder of the workspace.
    read_only : bool
        Whether to open it read-only.
    keys : Keys, optional
        The keys of served models.

    Returns
    -------
    Workspace
        The workspace; close it, or use it in a `with` statement.

    Raises
    ------
    WorkspaceDamaged
        When the file is foreign, too new, damaged, or gone while there are backups of it.
    NotWritten
        When no workspace can be created in that folder.

    """
    file = file_of(Path(folder))
    try:
        fresh = not os.path.lexists(file) or not file.lstat().st_size
        read_only = read_only or is_read_only(file)
        if not read_only:
            file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritten(
            worded(
                "{folder!r} cannot be a workspace ({strerror}); choose a folder that you can write to",
                folder=str(folder),
                strerror=error.strerror,
            )
        ) from error
    workspace = Workspace(open_store(file, read_only=read_only), keys or Keys())
    if not read_only:
        clear_remains(workspace.store)
    if fresh and not read_only:
        for name in sorted(bundled(), key=lambda name: (name != FIRST_TOWN, name)):
            workspace.scenarios.add_bundled(name)
    return workspace


class Workspace(Displayed):
    """One folder, one SQLite file: all scenarios with their versions, all runs with their logs, all batches
    with their results, and the settings of served models.
    """

    def __init__(self, store: Store, keys: Keys) -> None:
        self.store = store
        self.scenarios = Scenarios(store)
        self.runs = Runs(store, self.scenarios, keys)
        self.batches = Batches(store, self.scenarios, self.runs)
        self.imports = Imports(store, self.scenarios)
        self.models = Models(store, keys)
        self.unsent = UnsentFields(store)
        self.sifts = Sifts(store)
        self.notebooks = Notebooks(store)

    def __repr__(self) -> str:
        """Describe the workspace by its folder and its number of runs."""
        return f"<Workspace {str(self.store.path.parent)!r}: {len(self.runs.all())} runs>"

    def _card_(self) -> Card:
        facts = [("scenarios", ", ".join(self.scenarios.names()))]
        runs = self.runs.all()._grid_()
        return Card(title=f"Workspace {str(self.store.path.parent)!r}", facts=facts, grids=(runs,))

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        found = self.damage_behind(error)
        self.close()
        if found is not None:
            raise found from error

    def close(self) -> None:
        """Close the file."""
        self.store.close()

    def repeat(
        self,
        what: str,
        *,
        workers: int | None = None,
        on: str = "",
        watch: BatchWatch = unwatched,
        **planned: Unpack[Planned],
    ) -> Batch:
        """Simulate a town, or a run from a given moment, many times, and return the batch with its `table`:
        in how many runs statements hold, and how far counts differ by chance. It is planned as by
        `batches.plan`; an unfinished batch with the same plan is continued.

        Parameters
        ----------
        what : str
            A scenario, or a run by its id or name.
        workers : int, optional
            How many runs are simulated at once; by default, one for each core.
        on : str
            The address of a Ray cluster that simulates them instead.
        watch : callable
            Called with the progress.
        **planned :
            The plan of the batch, as `Batches.plan` takes it.

        Returns
        -------
        Batch
            The batch, with the results in its `table`.

        Raises
        ------
        RunBusy
            When another process works on that batch.

        """
        batch = self.batches.plan(what, **planned)
        batch.live(workers=workers, on=on, watch=watch)
        return batch

    def damage_behind(self, error: BaseException | None) -> WorkspaceDamaged | None:
        """Return the damage in the file that may have caused an unexpected error, or None."""
        return damage_behind(self.store, error)

    @property
    def read_only(self) -> str:
        """Return in words why the workspace is read-only, or "" if it can be written."""
        path = self.store.path
        return only_read(path) if self.store.read_only and is_read_only(path) else ""

    @property
    def unverified_backup(self) -> str:
        """Return the name of the newest backup if it failed verification, else ""."""
        backup = unverified_backup(self.store.backups)
        return backup.name if backup is not None else ""

    @property
    def mark(self) -> str:
        """Return a short id that tells this workspace from others that the same browser has seen."""
        return text_hash(str(self.store.path.resolve()))[:16]
