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
    """Open a workspace, or create one with the bundled scenarios if the folder has none.

    A read-only copy of a run, and a workspace on a read-only disk, are opened read-only.

    Parameters
    ----------
    folder : str or Path
        The folder of the workspace, or a single workspace file.
    read_only : bool
        Whether to open the workspace read-only.
    keys : Keys, optional
        The API keys of served models. By default, each key is read from the environment variable of its
        profile.

    Returns
    -------
    Workspace
        The open workspace. Close it, or use it in a `with` statement.

    Raises
    ------
    WorkspaceDamaged
        If the file is damaged, is not a workspace, was written by a newer version of Townwright, or is
        missing although it has backups.
    NotFound
        If the workspace is to be opened read-only and does not exist.
    NotWritten
        If no workspace can be created in the folder.

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
    """A workspace, stored in one SQLite file: all scenarios with their versions, all runs with their logs,
    all batches with their results, and the settings of served models.
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
        """Close the workspace file."""
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
        """Simulate a scenario, or a run from a given moment, many times.

        The `table` of the batch shows in how many runs each statement holds, and how much counts vary by
        chance. If an unfinished batch with the same plan exists, it is continued.

        Parameters
        ----------
        what : str
            The name of a scenario, or the id or name of a run.
        workers : int, optional
            The number of runs that are simulated at the same time. By default, one for each processor core.
        on : str
            The address of a Ray cluster. If it is given, the cluster simulates the runs.
        watch : callable
            Called with the progress of the batch.
        **planned :
            The plan of the batch: the arguments of `Batches.plan`.

        Returns
        -------
        Batch
            The batch, with the results in its `table`.

        Raises
        ------
        RunBusy
            If another process works on the batch.

        """
        batch = self.batches.plan(what, **planned)
        batch.live(workers=workers, on=on, watch=watch)
        return batch

    def damage_behind(self, error: BaseException | None) -> WorkspaceDamaged | None:
        """Check the workspace file for damage that may have caused an error.

        Return the damage, or None if the file is undamaged or the error names its own cause.
        """
        return damage_behind(self.store, error)

    @property
    def read_only(self) -> str:
        """Return the reason in words why the workspace is read-only, or "" if it is not."""
        path = self.store.path
        return only_read(path) if self.store.read_only and is_read_only(path) else ""

    @property
    def unverified_backup(self) -> str:
        """Return the file name of the newest backup if it failed verification, else ""."""
        backup = unverified_backup(self.store.backups)
        return backup.name if backup is not None else ""

    @property
    def mark(self) -> str:
        """Return a short id that distinguishes this workspace from others in the same browser."""
        return text_hash(str(self.store.path.resolve()))[:16]
