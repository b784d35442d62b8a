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
    """Open a workspace folder; a new one is made, with the bundled scenarios in it. A copy to look at, which
    is one file, is opened for reading only.

    `keys` are those of served models; without, each is read from the environment variable of its profile.
    Raises WorkspaceDamaged when the file in it is foreign, too new, or damaged, or gone while there are
    backups of it. One that cannot be written, as on a read-only disk, is opened for reading only.

    Parameters
    ----------
    folder : str or Path
        Where it lies, or is to lie.
    read_only : bool
        Whether it is opened to be looked at alone.
    keys : Keys, optional
        The keys of served models.

    Returns
    -------
    Workspace
        To be closed, or used in a `with` statement.

    Raises
    ------
    WorkspaceDamaged
        When the file cannot be used as it is.
    NotWritten
        When there can be no workspace in that folder.

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
                "{folder!r} cannot be a workspace ({strerror}); name a folder that you may write to",
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
    """One folder, one SQLite file: every scenario with its versions, every run with its log, every batch of
    runs with what was found in them, and what is settled about served models.
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
        """Return where it lies and how much is in it."""
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
        """Live a town, or a run from a moment on, many times, and return the batch with its `table`: in how
        many runs statements hold, and how far counts differ by chance. Planned as by `batches.plan`; one that
        was begun before is gone on with.

        Parameters
        ----------
        what : str
            A scenario, or a run by its id or name.
        workers : int, optional
            How many runs are lived at once; as many as there are cores.
        on : str
            The address of a Ray cluster that lives them instead.
        watch : callable
            Told of the progress.
        **planned :
            What the batch is to be, as `Batches.plan` takes it.

        Returns
        -------
        Batch
            With what was found in its `table`.

        Raises
        ------
        RunBusy
            When somebody else is at that batch.

        """
        batch = self.batches.plan(what, **planned)
        batch.live(workers=workers, on=on, watch=watch)
        return batch

    def damage_behind(self, error: BaseException | None) -> WorkspaceDamaged | None:
        """Return what of the file is damaged, where an error that nobody foresaw may come of that."""
        return damage_behind(self.store, error)

    @property
    def read_only(self) -> str:
        """Return why nothing can be kept here, in words; empty where everything can."""
        path = self.store.path
        return only_read(path) if self.store.read_only and is_read_only(path) else ""

    @property
    def unverified_backup(self) -> str:
        """Return the name of the newest backup, if it is of a damaged file; empty where all is well."""
        backup = unverified_backup(self.store.backups)
        return backup.name if backup is not None else ""

    @property
    def mark(self) -> str:
        """Return what tells this workspace from others that the same browser has seen."""
        return text_hash(str(self.store.path.resolve()))[:16]
