"""Workspaces in which a town has lived: made once for all processes of a test run, handed out as copies."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from engine.api.workspace import open_workspace

ROOT = Path(__file__).resolve().parents[1]
FOLDER = "TOWNWRIGHT_LIVED_TOWNS"  # the variable that names the folder in which they are kept


def lived_town(town: str, until: int | str = 1440, *, name: str = "", seed: int | None = None) -> Path:
    """Return the folder of a workspace in which a bundled town has lived until a moment; to be read only."""

    def live(folder: Path) -> None:
        with open_workspace(folder) as workspace:
            workspace.runs.new(town, name=name, seed=seed).live(until)

    return kept(f"{town} {until} {name} {seed}", live)


def copy_of(kept_folder: Path, folder: Path) -> Path:
    """Copy a workspace that is kept, for a test that writes; return the copy's folder."""
    shutil.copytree(kept_folder, folder, dirs_exist_ok=True)
    return folder


def kept(what: str, make: Callable[[Path], object]) -> Path:
    """Return the folder that `make` fills; it is called once for what is named and the engine's sources."""
    key = hashlib.sha256(f"{what}\n{_engine()}".encode()).hexdigest()[:20]
    root = _root()
    folder = root / key
    with FileLock(root / f"{key}.lock"):
        if not folder.exists():
            under_way = root / f"{key}.under-way"
            shutil.rmtree(under_way, ignore_errors=True)
            make(under_way)
            under_way.rename(folder)
    return folder


@functools.cache
def _root() -> Path:
    """Return the folder of this test run, or one of this process alone where no test run has named one."""
    root = Path(os.environ.get(FOLDER) or tempfile.mkdtemp(prefix="townwright-lived-"))
    root.mkdir(parents=True, exist_ok=True)
    return root


@functools.cache
def _engine() -> str:
    """Return a hash of the engine's sources and the bundled towns, on which every day depends."""
    found = hashlib.sha256()
    for room in ("engine", "scenarios"):
        for path in sorted((ROOT / room).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                found.update(path.relative_to(ROOT).as_posix().encode())
                found.update(path.read_bytes())
    return found.hexdigest()
