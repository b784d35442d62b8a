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

from engine.api.models import Models
from engine.api.run import Run
from engine.api.runs import FIRST_TOWN, Glance, Job, Runs
from engine.api.scenarios import Scenarios, bundled
from engine.api.writing.sifts import Sifts
from engine.api.writing.unsent import UnsentFields
from engine.errors import NotWritten, WorkspaceDamaged
from engine.models.profiles import Keys
from engine.store.file.blame import damage_behind
from engine.store.file.checks import is_read_only, only_read
from engine.store.file.connection import Store, open_store
from engine.store.file.schema import FILE
from engine.store.log.incoming import clear_remains
from engine.store.texts import text_hash

__all__ = ["FIRST_TOWN", "Glance", "Job", "Run", "Workspace", "open_workspace"]


def open_workspace(folder: str | Path, *, read_only: bool = False, keys: Keys | None = None) -> Workspace:
    """Open a workspace folder; a new one is made, with the bundled scenarios in it.

    `keys` are those of served models; without, each is read from the environment variable of its profile.
    Raises WorkspaceDamaged when the file in it is foreign, too new, or damaged, or gone while there are
    backups of it. One that cannot be written, as on a read-only disk, is opened for reading only.
    """
    path = Path(folder)
    try:
        fresh = not os.path.lexists(path / FILE) or not (path / FILE).lstat().st_size
        read_only = read_only or is_read_only(path / FILE)
        if not read_only:
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotWritten(
            f"{str(folder)!r} cannot be a workspace ({error.strerror}); name a folder that you may write to"
        ) from error
    workspace = Workspace(open_store(path / FILE, read_only=read_only), keys or Keys())
    if not read_only:
        clear_remains(workspace.store)
    if fresh and not read_only:
        for name in sorted(bundled(), key=lambda name: (name != FIRST_TOWN, name)):
            workspace.scenarios.add_bundled(name)
    return workspace


class Workspace:
    """One folder, one SQLite file: every scenario with its versions, every run with its log, and what is
    settled about served models.
    """

    def __init__(self, store: Store, keys: Keys) -> None:
        self.store = store
        self.scenarios = Scenarios(store)
        self.runs = Runs(store, self.scenarios, keys)
        self.models = Models(store, keys)
        self.unsent = UnsentFields(store)
        self.sifts = Sifts(store)

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

    def damage_behind(self, error: BaseException | None) -> WorkspaceDamaged | None:
        """Return what of the file is damaged, where an error that nobody foresaw may come of that."""
        return damage_behind(self.store, error)

    @property
    def read_only(self) -> str:
        """Return why nothing can be kept here, in words; empty where everything can."""
        path = self.store.path
        return only_read(path) if self.store.read_only and is_read_only(path) else ""

    @property
    def mark(self) -> str:
        """Return what tells this workspace from others that the same browser has seen."""
        return text_hash(str(self.store.path.resolve()))[:16]
